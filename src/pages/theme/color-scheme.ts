/** Style sheets for light or dark colors only, for frames in pages with a fixed color scheme. */
import type { ColorScheme } from '../../kernel/accent-color.ts'

const COLOR_SCHEMES: readonly ColorScheme[] = ['light', 'dark']

/** Undefined for the scheme that the visitor prefers. */
export const parseColorScheme = (value: unknown): ColorScheme | undefined =>
  COLOR_SCHEMES.find((scheme) => scheme === value)

const FIXED_NAME = /^(light|dark)-(.+\.css)$/

/** Name of a style sheet with fixed colors, in the same folder for the sake of its relative URLs. Other files have one version. */
export const nameFixedStyle = (name: string, scheme: ColorScheme): string => name.replace(/[^/]+\.css$/, `${scheme}-$&`)

/** The opposite of `nameFixedStyle`; undefined for other names. */
export function parseFixedStyle(name: string): { readonly scheme: ColorScheme; readonly base: string } | undefined {
  const [, prefix, base] = FIXED_NAME.exec(name) ?? []
  const scheme = parseColorScheme(prefix)
  return scheme && base !== undefined ? { scheme, base } : undefined
}

/** Replaces conditions on the preferred color scheme by conditions that are always or never true. */
export const fixColorScheme = (css: string, scheme: ColorScheme): string =>
  css
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g, (_, preferred) =>
      preferred === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replaceAll(/color-scheme\s*:\s*light dark/g, `color-scheme: ${scheme}`)
