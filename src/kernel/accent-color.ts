/** The accent color of pages. Its lightness is adjusted to the background, so that every color is readable. */

/** Background of pages, as in `assets/site/base.css`. */
const BACKGROUNDS = { light: '#fdfcfa', dark: '#171513' } as const
export type ColorScheme = keyof typeof BACKGROUNDS

/** WCAG 2.2, 1.4.3: contrast of text. */
export const MIN_CONTRAST = 4.5
const STEPS = 100

type Channels = readonly [number, number, number]

/** Colors of one scheme, as `#rrggbb`. */
export interface AccentColors {
  /** Links, buttons and focus. */
  readonly accent: string
  /** Text on `accent`. */
  readonly onAccent: string
  /** Background of highlighted parts. */
  readonly accentSoft: string
  /** Contrast of the chosen color to the background, from 1 to 21, rounded down to one decimal. */
  readonly contrast: number
}

/** `#rrggbb` in lower case; undefined for a text that is no color in hexadecimal form. */
export function parseColor(text: string): string | undefined {
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim()) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  return digits && `#${digits.toLowerCase()}`
}

/** The colors for a scheme: the chosen one, mixed with black or white until its contrast is sufficient. */
export function deriveAccentColors(color: string, scheme: ColorScheme): AccentColors {
  const background = toChannels(BACKGROUNDS[scheme])
  const chosen = toChannels(color)
  const accent = adjustContrast(chosen, background, scheme === 'light' ? BLACK : WHITE)
  const onAccent = computeContrast(accent, WHITE) >= computeContrast(accent, BLACK) ? WHITE : BLACK
  return {
    accent: toHex(accent),
    onAccent: toHex(onAccent),
    accentSoft: toHex(mix(background, accent, SOFT_SHARE)),
    contrast: Math.floor(computeContrast(chosen, background) * 10) / 10,
  }
}

const BLACK: Channels = [0, 0, 0]
const WHITE: Channels = [255, 255, 255]
/** Share of the accent in the background of highlighted parts. */
const SOFT_SHARE = 0.12

/** Reaches the contrast at the latest with pure black or white. The soft background is darker or lighter, so it counts. */
function adjustContrast(color: Channels, background: Channels, target: Channels): Channels {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, target, step / STEPS)
    const soft = mix(background, mixed, SOFT_SHARE)
    if (computeContrast(mixed, background) >= MIN_CONTRAST && computeContrast(mixed, soft) >= MIN_CONTRAST) return mixed
  }
  return target
}

const mix = (from: Channels, to: Channels, share: number): Channels => {
  const mixChannel = (start: number, end: number) => Math.round(start + (end - start) * share)
  return [mixChannel(from[0], to[0]), mixChannel(from[1], to[1]), mixChannel(from[2], to[2])]
}

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
export function computeContrast(first: Channels, second: Channels): number {
  const [dark = 0, light = 0] = [computeLuminance(first), computeLuminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance (WCAG 2.2), from 0 to 1. */
function computeLuminance(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

export function toChannels(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const toHex = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
