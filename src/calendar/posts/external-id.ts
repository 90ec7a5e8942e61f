/** Id of a record in the system it comes from, `source:id` (decisions: External ids). */
import { defineExtension, invalid, type ParseResult, typeError, valid } from '../../kernel/field.ts'

/** The source is a word; the id is any text without control characters. */
const EXTERNAL_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]*:[^\p{Cc}\p{Cs}]+$/u
export const MAX_EXTERNAL_ID_BYTES = 255
const EXPECTS = { key: 'hint.external_id', values: { limit: String(MAX_EXTERNAL_ID_BYTES) } } as const

/** Case-sensitive. */
export function parseExternalId(raw: unknown): ParseResult<string> {
  if (typeof raw !== 'string') return typeError('string')
  if (raw !== raw.trim() || Buffer.byteLength(raw) > MAX_EXTERNAL_ID_BYTES) return invalid
  return EXTERNAL_ID_PATTERN.test(raw) ? valid(raw) : invalid
}

/** As a field of a record: empty clears it. */
export const externalIdField = defineExtension({
  type: 'string',
  describe: 'field.external_id',
  expects: EXPECTS,
  cleared: '',
  parse: (raw: unknown): ParseResult<string> => (raw === '' ? valid('') : parseExternalId(raw)),
})

/** As a filter of a list. */
export const externalIdFilter = {
  type: 'string',
  describe: 'list.external_id',
  expects: EXPECTS,
  parse: parseExternalId,
} as const
