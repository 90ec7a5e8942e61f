/** Fields of the site's settings. Their values are texts, as in the environment; an empty text restores the default. */

import { LANGUAGES } from '../base/i18n/language.ts'
import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Phrase } from '../base/i18n/translate.ts'
import { invalid, type Parsed, type ParseResult, type Reference, valid, type WireType } from './field.ts'
import { parseSetting, SITE_SETTING_NAMES, type SiteSettingName } from './site-settings.ts'

/** Lists become texts with commas, and numbers their digits; 0 is no image. */
function toSettingText(raw: unknown): string | undefined {
  if (raw === 0) return ''
  if (typeof raw === 'string' || typeof raw === 'number') return String(raw).trim()
  return Array.isArray(raw) && raw.every((item) => typeof item === 'string') ? raw.join() : undefined
}

interface SettingFieldOptions {
  readonly describe: MessageKey
  readonly expects: Phrase
  readonly type?: WireType
  readonly items?: WireType
  readonly enum?: readonly string[]
}

const defineSettingField = (name: SiteSettingName, options: SettingFieldOptions) =>
  ({
    ...options,
    cleared: '',
    parse: (raw: unknown): ParseResult<string> => {
      const text = toSettingText(raw)
      if (text === undefined) return invalid
      return text === '' || parseSetting(name, text) !== undefined ? valid(text) : invalid
    },
  }) as const

const defineImageField = (name: 'logo' | 'favicon', describe: MessageKey) =>
  ({
    ...defineSettingField(name, { describe, type: 'integer', expects: { key: 'hint.media_id' } }),
    references: (text: string): Reference[] => (text === '' ? [] : [{ kind: 'media', ids: [Number(text)] }]),
  }) as const

const OPTIONAL_TEXT = { type: 'string', expects: { key: 'hint.optional_text' } } as const

export const siteSettingFields = {
  name: defineSettingField('name', { describe: 'settings.name', ...OPTIONAL_TEXT }),
  timezone: defineSettingField('timezone', {
    describe: 'settings.timezone',
    type: 'string',
    expects: { key: 'hint.timezone' },
  }),
  languages: defineSettingField('languages', {
    describe: 'settings.languages',
    items: 'string',
    expects: { key: 'hint.names', values: { names: LANGUAGES.join(', ') } },
  }),
  currency_symbol: defineSettingField('currency_symbol', { describe: 'settings.currency_symbol', ...OPTIONAL_TEXT }),
  currency_code: defineSettingField('currency_code', {
    describe: 'settings.currency_code',
    type: 'string',
    expects: { key: 'hint.currency' },
  }),
  currency_position: defineSettingField('currency_position', {
    describe: 'settings.currency_position',
    type: 'string',
    expects: { key: 'hint.one_of', values: { names: 'prefix, postfix' } },
  }),
  logo: defineImageField('logo', 'settings.logo'),
  favicon: defineImageField('favicon', 'settings.favicon'),
  accent_color: defineSettingField('accent_color', {
    describe: 'settings.accent_color',
    type: 'string',
    expects: { key: 'hint.color' },
  }),
  footer: defineSettingField('footer', { describe: 'settings.footer', ...OPTIONAL_TEXT }),
} as const

type SiteSettingInput = Parsed<typeof siteSettingFields>

/** The settings that the input contains. */
export function collectSettingTexts(input: SiteSettingInput): ReadonlyMap<SiteSettingName, string> {
  const entries = SITE_SETTING_NAMES.map((name) => [name, input[name]] as const)
  return new Map(entries.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
}
