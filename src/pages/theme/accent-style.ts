/** The style sheet of an accent color. Its name contains the color, so it never changes. */
import { type AccentColors, deriveAccentColors, parseColor } from '../../kernel/accent-color.ts'
import { type Html, html } from '../html-template.ts'
import type { PageContext } from '../page-context.ts'

const NAME = /^accent-([0-9a-f]{6})\.css$/

/** Follows `assets/site/base.css`, whose variables it replaces; a theme takes precedence. Empty without an accent color. */
export const renderAccentLink = ({ site: { accentColor }, getAssetUrl }: PageContext): Html =>
  accentColor === ''
    ? html``
    : html`<link rel="stylesheet" href="${getAssetUrl(`accent-${accentColor.slice(1)}.css`)}">\n`

const renderVariables = ({ accent, accentSoft, onAccent }: AccentColors): string =>
  `:root{--accent:${accent};--accent-soft:${accentSoft};--on-accent:${onAccent}}`

/** Undefined for other names. */
export function renderAccentStyle(name: string): Buffer | undefined {
  const color = parseColor(NAME.exec(name)?.[1] ?? '')
  if (color === undefined) return undefined
  const light = renderVariables(deriveAccentColors(color, 'light'))
  const dark = renderVariables(deriveAccentColors(color, 'dark'))
  return Buffer.from(`${light}\n@media (prefers-color-scheme:dark){${dark}}\n`)
}
