/** Fields of an update whose effect depends on the stored event, so that one request fits many events. */
import { createCategoryReferences } from '../../kernel/common-fields.ts'
import {
  invalid,
  type Parsed,
  type ParseResult,
  positives,
  type Reference,
  toFiniteNumber,
  typeError,
  valid,
} from '../../kernel/field.ts'

/** Ten years. */
export const MAX_SHIFT_DAYS = 3660

function parseDays(raw: unknown): ParseResult<number> {
  const days = toFiniteNumber(raw)
  if (days === undefined || !Number.isInteger(days)) return typeError('integer')
  return Math.abs(days) <= MAX_SHIFT_DAYS ? valid(days) : invalid
}

/** A number of days by which dates move, back in time if it is negative. */
export const defineDaysField = <K extends 'event.shift_days' | 'copy.days'>(describe: K) =>
  ({
    type: 'integer',
    describe,
    expects: { key: 'hint.number', values: { min: String(-MAX_SHIFT_DAYS), max: String(MAX_SHIFT_DAYS) } },
    parse: parseDays,
  }) as const

const defineCategoryIds = <K extends 'event.categories_add' | 'event.categories_remove'>(describe: K) =>
  ({
    ...positives(describe),
    references: (ids: readonly number[]): Reference[] => createCategoryReferences(ids.map(String), 'id'),
  }) as const

export const relativeFields = {
  shift_days: defineDaysField('event.shift_days'),
  categories_add: defineCategoryIds('event.categories_add'),
  categories_remove: defineCategoryIds('event.categories_remove'),
} as const

export type RelativeInput = Parsed<typeof relativeFields>
