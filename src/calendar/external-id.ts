/** What a record is called by the system it comes from, `source:id` (decisions, External ids). */
import { flawed, mistyped, ok, type Reading } from './field.ts'

/** The source is a plain word; its id is any text without control characters. */
const EXTERNAL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*:[^\p{Cc}\p{Cs}]+$/u
const MOST_BYTES = 255
const EXPECTS = { key: 'hint.external_id', values: { limit: String(MOST_BYTES) } } as const

/** Letters count as given, upper and lower case apart. */
export function parseExternalId(raw: unknown): Reading<string> {
  if (typeof raw !== 'string') return mistyped('string')
  if (raw !== raw.trim() || Buffer.byteLength(raw) > MOST_BYTES) return flawed
  return EXTERNAL_ID.test(raw) ? ok(raw) : flawed
}

/** As a field of a record: the empty text clears. */
export const externalId = {
  type: 'string',
  describe: 'field.external_id',
  expects: EXPECTS,
  cleared: '',
  parse: (raw: unknown): Reading<string> => (raw === '' ? ok('') : parseExternalId(raw)),
} as const

/** As a filter of a list. */
export const externalIdFilter = {
  type: 'string',
  describe: 'list.external_id',
  expects: EXPECTS,
  parse: parseExternalId,
} as const
