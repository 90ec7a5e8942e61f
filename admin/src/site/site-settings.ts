/** Settings of the site as the API returns them. */
export interface Setting<T> {
  readonly value: T
  readonly default: T
  readonly source: 'environment' | 'database' | 'default'
  readonly locked: boolean
  readonly variable: string
}

export interface SchemeColors {
  readonly accent: string
  readonly on_accent: string
  readonly contrast: number
  readonly is_adjusted: boolean
}

export interface SiteSettings {
  readonly name: Setting<string>
  readonly timezone: Setting<string>
  readonly languages: Setting<readonly string[]>
  readonly currency_symbol: Setting<string>
  readonly currency_code: Setting<string>
  readonly currency_position: Setting<string>
  readonly logo: Setting<number | null>
  readonly favicon: Setting<number | null>
  readonly accent_color: Setting<string>
  readonly footer: Setting<string>
  readonly colors: { readonly light: SchemeColors; readonly dark: SchemeColors } | null
}

export type SettingName = Exclude<keyof SiteSettings, 'colors'>

export const listTimeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]
