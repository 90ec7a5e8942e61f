/** Fields of sources. */

import { createParentReferences, parseParentCategoryId } from '../../calendar/terms/term-fields.ts'
import { authorField, parseImageUrl } from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  defineEnumField,
  defineTextField,
  invalid,
  makeOptional,
  type ParseResult,
  parseNonEmptyText,
  toPositiveInteger,
  valid,
} from '../../kernel/field.ts'
import { MISSING_ACTIONS, SOURCE_STATUSES, SOURCE_TYPES } from './source.ts'

export const MAX_SOURCE_NAME_BYTES = 200
/** More frequent runs would be a burden for the source, and a month is enough for any calendar. */
const MIN_INTERVAL = 5
export const MAX_SOURCE_INTERVAL = 43_200

function parseInterval(raw: unknown): ParseResult<number> {
  const minutes = toPositiveInteger(raw, MAX_SOURCE_INTERVAL)
  return minutes === undefined || minutes < MIN_INTERVAL ? invalid : valid(minutes)
}

/** Calendar programs offer subscriptions as `webcal:`, which is HTTPS. */
export function parseSourceUrl(raw: unknown): ParseResult<string> {
  const url = typeof raw === 'string' ? parseImageUrl(raw.trim().replace(/^webcals?:/i, 'https:')) : undefined
  return url === undefined ? invalid : valid(url)
}

export const newSourceFields = {
  name: {
    type: 'string',
    describe: 'source.name',
    expects: { key: 'hint.text' },
    parse: (raw: unknown) => parseNonEmptyText(raw, { limit: MAX_SOURCE_NAME_BYTES }),
  },
  type: defineEnumField(SOURCE_TYPES, 'source.type'),
  url: {
    type: 'string',
    describe: 'source.url',
    expects: { key: 'hint.source_url' },
    required: true,
    parse: parseSourceUrl,
  },
  username: defineTextField('source.username', { limit: MAX_SOURCE_NAME_BYTES }),
  password: { ...defineTextField('source.password', { limit: MAX_SOURCE_NAME_BYTES }), isSecret: true },
  interval: {
    type: 'integer',
    describe: 'source.interval',
    expects: { key: 'hint.number', values: { min: String(MIN_INTERVAL), max: String(MAX_SOURCE_INTERVAL) } },
    parse: parseInterval,
  },
  category: {
    type: 'integer',
    describe: 'source.category',
    expects: { key: 'hint.category_id' },
    cleared: 0,
    parse: parseParentCategoryId,
    references: createParentReferences,
  },
  status: defineEnumField(SOURCE_STATUSES, 'source.status'),
  author: { ...authorField, describe: 'source.author' },
  missing: defineEnumField(MISSING_ACTIONS, 'source.missing'),
  enabled: defineBooleanField('source.enabled'),
} as const

export const sourceUpdateFields = makeOptional(newSourceFields)

export const runFields = { confirm: defineBooleanField('source.confirm') } as const
