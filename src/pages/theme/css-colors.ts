/** The colors of a style sheet's variables, for both color schemes. */
import { parseColor } from '../../kernel/accent-color.ts'

/** Values of the variables of `:root`, by name without dashes. */
export interface SchemeVariables {
  readonly light: ReadonlyMap<string, string>
  readonly dark: ReadonlyMap<string, string>
}

/** Variables of `:root`, and of `:root` in `@media (prefers-color-scheme: dark)`, where those of the former apply as well. */
export function readRootVariables(styles: string): SchemeVariables {
  const light = new Map<string, string>()
  const darkOnly = new Map<string, string>()
  for (const { selectors, declarations } of splitRules(styles.replace(/\/\*.*?\*\//gs, ''))) {
    const isDark = selectors.some((selector) => /prefers-color-scheme\s*:\s*dark/.test(selector))
    const isOther = selectors.some((selector) => selector.startsWith('@') && !/prefers-color-scheme/.test(selector))
    const isRoot = selectors
      .at(-1)
      ?.split(',')
      .some((selector) => /^(?::root|html)$/.test(selector.trim()))
    if (!isRoot || isOther) continue
    for (const [, name = '', value = ''] of declarations.matchAll(/--([\w-]+)\s*:\s*([^;]+)/g))
      (isDark ? darkOnly : light).set(name, value.trim())
  }
  return { light, dark: new Map([...light, ...darkOnly]) }
}

interface StyleRule {
  /** From the outermost to the innermost. */
  readonly selectors: readonly string[]
  readonly declarations: string
}

function splitRules(styles: string): readonly StyleRule[] {
  const rules: StyleRule[] = []
  const selectors: string[] = []
  let text = ''
  for (const sign of styles) {
    if (sign === '{') {
      selectors.push(text.slice(text.lastIndexOf(';') + 1).trim())
      text = ''
    } else if (sign === '}') {
      rules.push({ selectors: [...selectors], declarations: text })
      selectors.pop()
      text = ''
    } else text += sign
  }
  return rules
}

/** `#rrggbb` of an opaque color as hexadecimal number, `rgb()`, `hsl()`, `black` or `white`; undefined for others. */
export function parseCssColor(value: string): string | undefined {
  if (value.startsWith('#')) return parseColor(value)
  const named = NAMED_COLORS[value.toLowerCase()]
  if (named !== undefined) return named
  const [, model, text = ''] = /^(rgb|hsl)a?\(([^)/]*)\)$/i.exec(value) ?? []
  const numbers = text.split(/[\s,]+/).filter(Boolean)
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = numbers.map(Number.parseFloat)
  if (model === undefined || numbers.length !== 3 || [first, second, third].some(Number.isNaN)) return undefined
  if (model.toLowerCase() === 'hsl') return toHexColor(convertHsl(first, second / 100, third / 100))
  return toHexColor(numbers.map((number) => Number.parseFloat(number) * (number.endsWith('%') ? 2.55 : 1)))
}

const NAMED_COLORS: Readonly<Record<string, string>> = { black: '#000000', white: '#ffffff' }

/** Channels from 0 to 255. https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function convertHsl(hue: number, saturation: number, lightness: number): readonly number[] {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const sector = (offset + hue / 30) % 12
    return 255 * (lightness - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1)))
  })
}

const toHexColor = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
