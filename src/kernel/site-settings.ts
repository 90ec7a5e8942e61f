/**
 * Settings of the site that administrators can change while the service runs. Each is a text, as in the environment, which
 * takes precedence over the database.
 */

import { isLanguage, LANGUAGES, type Language } from '../base/i18n/language.ts'
import { translate } from '../base/i18n/translate.ts'
import { isTimeZone } from '../base/time/time-zone.ts'
import { parseColor } from './accent-color.ts'
import { isCurrency } from './currencies.ts'
import { type CustomFields, NO_CUSTOM_FIELDS } from './custom-field.ts'
import type { Site, SiteLogo } from './site.ts'

interface SettingParser<T> {
  /** Completes "Expected ..." in error messages. */
  readonly expected: string
  /** Returns undefined for an invalid value. */
  readonly parse: (text: string) => T | undefined
}

export const MAX_SETTING_LENGTH = 1000

const shortText: SettingParser<string> = {
  expected: `text of at most ${MAX_SETTING_LENGTH} characters`,
  parse: (text) =>
    text.length <= MAX_SETTING_LENGTH && text.isWellFormed() && !text.includes('\0') ? text : undefined,
}

/** Removes duplicates. */
function parseLanguages(text: string): readonly [Language, ...Language[]] | undefined {
  const entries = text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const [first, ...others] = [...new Set(entries.filter(isLanguage))]
  return first === undefined || others.length + 1 < entries.length ? undefined : [first, ...others]
}

const POSITIONS = ['prefix', 'postfix'] as const

/** 0 for none. */
const imageId: SettingParser<number> = {
  expected: 'the ID of an image in the media library',
  parse: (text) => (text === '' ? 0 : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
}

/** By their names in the API. */
export const SITE_SETTING_TYPES = {
  name: shortText,
  timezone: {
    expected: 'a time zone such as Europe/Paris or an offset such as UTC+2',
    parse: (zone: string) => (isTimeZone(zone) ? zone : undefined),
  },
  languages: { expected: `one or more of ${LANGUAGES.join(', ')}, separated by commas`, parse: parseLanguages },
  currency_symbol: shortText,
  currency_code: {
    expected: 'an ISO 4217 code such as EUR',
    parse: (code: string) => (isCurrency(code) ? code : undefined),
  },
  currency_position: {
    expected: 'prefix or postfix',
    parse: (text: string) => POSITIONS.find((position) => position === text),
  },
  logo: imageId,
  favicon: imageId,
  accent_color: {
    expected: 'a color such as #9a3412',
    parse: (text: string) => (text === '' ? '' : parseColor(text)),
  },
  footer: shortText,
} as const satisfies Record<string, SettingParser<unknown>>

export type SiteSettingName = keyof typeof SITE_SETTING_TYPES
export type SiteSettingValues = {
  readonly [K in SiteSettingName]: NonNullable<ReturnType<(typeof SITE_SETTING_TYPES)[K]['parse']>>
}

export const isSiteSettingName = (name: string): name is SiteSettingName => Object.hasOwn(SITE_SETTING_TYPES, name)

export const SITE_SETTING_NAMES: readonly SiteSettingName[] = Object.keys(SITE_SETTING_TYPES).filter(isSiteSettingName)

/** Source of a setting without the database. */
export interface FixedSetting {
  /** Name of the environment variable. */
  readonly variable: string
  readonly default: string
  /** Undefined when the environment does not set it. */
  readonly environment: string | undefined
}

export type FixedSettings = Readonly<Record<SiteSettingName, FixedSetting>>

export type StoredSettings = ReadonlyMap<SiteSettingName, string>

export const SETTING_SOURCES = ['environment', 'database', 'default'] as const

export interface SettingState<N extends SiteSettingName = SiteSettingName> {
  readonly name: N
  readonly value: SiteSettingValues[N]
  readonly source: (typeof SETTING_SOURCES)[number]
  readonly variable: string
  readonly default: SiteSettingValues[N]
}

/** A stored value that this version cannot read counts as unset. */
export function resolveSetting<N extends SiteSettingName>(
  name: N,
  { variable, default: fallback, environment }: FixedSetting,
  stored: StoredSettings,
): SettingState<N> {
  const base = { name, variable, default: requireValue(name, fallback) }
  if (environment !== undefined) return { ...base, value: requireValue(name, environment), source: 'environment' }
  const text = stored.get(name)
  const value = text === undefined ? undefined : parseSetting(name, text)
  return value === undefined
    ? { ...base, value: base.default, source: 'default' }
    : { ...base, value, source: 'database' }
}

/** Undefined for an invalid text. */
export const parseSetting = <N extends SiteSettingName>(name: N, text: string): SiteSettingValues[N] | undefined =>
  SITE_SETTING_TYPES[name].parse(text) as SiteSettingValues[N] | undefined

/** The environment and the defaults are valid: the start has checked them. */
function requireValue<N extends SiteSettingName>(name: N, text: string): SiteSettingValues[N] {
  const value = parseSetting(name, text)
  if (value === undefined) throw new Error(`invalid setting ${name}: ${text}`)
  return value
}

export function resolveSettings(fixed: FixedSettings, stored: StoredSettings): SiteSettingValues {
  const resolve = <N extends SiteSettingName>(name: N) => resolveSetting(name, fixed[name], stored).value
  return {
    name: resolve('name'),
    timezone: resolve('timezone'),
    languages: resolve('languages'),
    currency_symbol: resolve('currency_symbol'),
    currency_code: resolve('currency_code'),
    currency_position: resolve('currency_position'),
    logo: resolve('logo'),
    favicon: resolve('favicon'),
    accent_color: resolve('accent_color'),
    footer: resolve('footer'),
  }
}

/** Settings of the site that only the environment contains. */
export type SiteLimits = Pick<Site, 'dayCutoff' | 'perPage' | 'maxPerPage' | 'seriesHorizon' | 'historyDays'>

/** The sources of the site's settings without the database. */
export interface SiteSources {
  readonly fixed: FixedSettings
  readonly limits: SiteLimits
}

interface SiteRecords {
  readonly images?: { readonly logo?: SiteLogo | undefined; readonly favicon?: SiteLogo | undefined }
  readonly customFields?: CustomFields
}

export const buildSite = (
  values: SiteSettingValues,
  { dayCutoff, perPage, maxPerPage, seriesHorizon, historyDays }: SiteLimits,
  { images = {}, customFields = NO_CUSTOM_FIELDS }: SiteRecords = {},
): Site => ({
  // Entity tags of feeds depend on this order.
  name: values.name,
  languages: values.languages,
  zone: values.timezone,
  ...{ dayCutoff, perPage, maxPerPage },
  currency: {
    symbol: values.currency_symbol,
    code: values.currency_code,
    position: values.currency_position,
    free: translate(values.languages[0], 'word.free'),
  },
  ...{ seriesHorizon, historyDays },
  logo: images.logo,
  favicon: images.favicon,
  accentColor: values.accent_color,
  customFields,
  footer: values.footer,
})
