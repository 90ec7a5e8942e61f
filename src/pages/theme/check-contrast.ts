/** Checks that texts are readable on their backgrounds in both color schemes. */
import { computeContrast, MIN_CONTRAST, toChannels } from '../../kernel/accent-color.ts'
import { parseCssColor, readRootVariables } from './css-colors.ts'

/** Variables of a text and of its background, in the built-in style sheet. */
const PAIRS = [
  ['ink', 'paper'],
  ['ink', 'raised'],
  ['muted', 'paper'],
  ['muted', 'raised'],
  ['accent', 'paper'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['wrong', 'paper'],
] as const

const SCHEMES = ['light', 'dark'] as const

/**
 * One line per pair whose contrast is below that of WCAG 2.2 AA. Variables that the theme does not set have the values of
 * the built-in style sheet. Colors in other forms than `parseCssColor` reads are not checked.
 */
export function findLowContrast(themeStyles: string, builtInStyles: string): readonly string[] {
  const [theme, builtIn] = [readRootVariables(themeStyles), readRootVariables(builtInStyles)]
  return SCHEMES.flatMap((scheme) => {
    // A color set for both schemes takes precedence over the built-in one of the dark scheme.
    const read = (name: string) => parseCssColor(theme[scheme].get(name) ?? builtIn[scheme].get(name) ?? '')
    const isSet = (name: string) => theme[scheme].has(name)
    return PAIRS.filter((pair) => pair.some(isSet)).flatMap(([text, background]) => {
      const [front, back] = [read(text), read(background)]
      const ratio = front && back ? computeContrast(toChannels(front), toChannels(back)) : MIN_CONTRAST
      if (ratio >= MIN_CONTRAST) return []
      const rounded = Math.floor(ratio * 100) / 100
      return `theme.css: --${text} (${front}) on --${background} (${back}) has a contrast of ${rounded} in the ${scheme} scheme. At least ${MIN_CONTRAST} is readable.`
    })
  })
}
