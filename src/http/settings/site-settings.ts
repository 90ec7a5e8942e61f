/** Settings of the site; part of `SETTINGS`. Administrators can change those that the environment does not set. */

import { LANGUAGES } from '../../base/i18n/language.ts'
import { type FixedSettings, SITE_SETTING_TYPES, type SiteSettingName } from '../../kernel/site-settings.ts'
import { type ConfigSetting, integer, onOff } from './setting-types.ts'

export const SITE_SETTINGS = {
  SITE_NAME: { default: 'Calends', describe: 'Name of the site', ...SITE_SETTING_TYPES.name },
  SITE_TIMEZONE: {
    default: 'UTC',
    describe: 'Time zone of the site, as a name (Europe/Paris) or an offset (UTC+2)',
    essential: true,
    ...SITE_SETTING_TYPES.timezone,
  },
  LANGUAGES: {
    default: LANGUAGES.join(','),
    describe: `Languages of pages, messages and API descriptions, from ${LANGUAGES.join(', ')}; the first one is the default`,
    ...SITE_SETTING_TYPES.languages,
  },
  CURRENCY_SYMBOL: {
    default: '$',
    describe: 'Currency symbol for prices without one',
    ...SITE_SETTING_TYPES.currency_symbol,
  },
  CURRENCY_CODE: {
    default: 'USD',
    describe: 'ISO 4217 currency code for prices without one',
    ...SITE_SETTING_TYPES.currency_code,
  },
  CURRENCY_POSITION: {
    default: 'prefix',
    describe: 'Position of the currency symbol: before (prefix) or after (postfix) the amount',
    ...SITE_SETTING_TYPES.currency_position,
  },
  SITE_LOGO: {
    default: '',
    describe: 'ID of an image in the media library that pages show instead of the name of the site',
    ...SITE_SETTING_TYPES.logo,
  },
  SITE_FAVICON: {
    default: '',
    describe: 'ID of a square image in the media library that browsers show in tabs; by default the icon of the theme',
    ...SITE_SETTING_TYPES.favicon,
  },
  ACCENT_COLOR: {
    default: '',
    describe:
      'Color of links and buttons on pages, such as #9a3412; made darker or lighter where the contrast is too low. By default the color of the theme',
    ...SITE_SETTING_TYPES.accent_color,
  },
  FOOTER_TEXT: {
    default: '',
    describe: 'Text in the footer of pages; by default the name of the site',
    ...SITE_SETTING_TYPES.footer,
  },
} as const

export const CALENDAR_SETTINGS = {
  SUBMISSIONS: {
    default: 'off',
    describe: 'on: visitors can submit events without an account, which editors review',
    ...onOff,
  },
  DAY_CUTOFF: {
    default: '00:00',
    describe: 'Time at which a day begins, HH:MM',
    expected: 'a time from 00:00 to 23:59',
    parse: (time: string) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined),
  },
  SERIES_HORIZON: {
    default: '730',
    describe: 'Occurrences of series are created this many days ahead',
    ...integer(1, 3650),
  },
  PER_PAGE: { default: '50', describe: 'Default number of records on a page', ...integer(1, 1000) },
  MAX_PER_PAGE: { default: '100', describe: 'Maximum number of records on a page', ...integer(1, 1000) },
} as const satisfies Record<string, ConfigSetting<unknown>>

/** Environment variables by the names of settings in the API. */
const VARIABLES = {
  name: 'SITE_NAME',
  timezone: 'SITE_TIMEZONE',
  languages: 'LANGUAGES',
  currency_symbol: 'CURRENCY_SYMBOL',
  currency_code: 'CURRENCY_CODE',
  currency_position: 'CURRENCY_POSITION',
  logo: 'SITE_LOGO',
  favicon: 'SITE_FAVICON',
  accent_color: 'ACCENT_COLOR',
  footer: 'FOOTER_TEXT',
} as const satisfies Record<SiteSettingName, keyof typeof SITE_SETTINGS>

type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as unset, as everywhere. */
export function readFixedSettings(environment: Environment): FixedSettings {
  const read = (name: SiteSettingName) => {
    const variable = VARIABLES[name]
    return {
      variable,
      default: SITE_SETTINGS[variable].default,
      environment: environment[variable]?.trim() || undefined,
    }
  }
  return {
    name: read('name'),
    timezone: read('timezone'),
    languages: read('languages'),
    currency_symbol: read('currency_symbol'),
    currency_code: read('currency_code'),
    currency_position: read('currency_position'),
    logo: read('logo'),
    favicon: read('favicon'),
    accent_color: read('accent_color'),
    footer: read('footer'),
  }
}
