/** Settings of the site as the API returns them. */
import { type ColorScheme, deriveAccentColors } from '../../kernel/accent-color.ts'
import type { SettingState, SiteSettingName } from '../../kernel/site-settings.ts'

export function presentSettings(settings: readonly SettingState[]) {
  const entries = settings.map(({ name, value, source, variable, default: fallback }) => [
    name,
    {
      value: presentValue(name, value),
      default: presentValue(name, fallback),
      source,
      locked: source === 'environment',
      variable,
    },
  ])
  const color = settings.find(({ name }) => name === 'accent_color')?.value
  return {
    ...Object.fromEntries(entries),
    colors: typeof color !== 'string' || color === '' ? null : presentColors(color),
  }
}

/** 0 is no image. */
const presentValue = (name: SiteSettingName, value: SettingState['value']) =>
  (name === 'logo' || name === 'favicon') && value === 0 ? null : value

export const presentColors = (color: string) => ({
  light: presentScheme(color, 'light'),
  dark: presentScheme(color, 'dark'),
})

function presentScheme(color: string, scheme: ColorScheme) {
  const { accent, onAccent, accentSoft, contrast } = deriveAccentColors(color, scheme)
  return { accent, on_accent: onAccent, accent_soft: accentSoft, contrast, is_adjusted: accent !== color }
}
