/** Converts relative fields of an update to values of the fields that they change. */
import { addDays, addSeconds, toDateOnly } from '../../base/time/parse-date.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams, type FieldError } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import type { Writer } from '../../storage/types.ts'
import { createOccurrenceDates } from '../series/occurrence-dates.ts'
import type { RecurrenceInput } from '../series/recurrence.ts'
import { findTerms, findTermsOfEvent } from '../terms/term-store.ts'
import type { EventInput } from './event-fields.ts'
import type { RelativeInput } from './relative-fields.ts'

interface RelativeUpdate extends Partial<EventInput>, RelativeInput {
  readonly recurrence?: RecurrenceInput
}

/**
 * The input without relative fields. Dates move by wall time in the time zone of the event. Throws `rest_invalid_param`
 * if the input also contains a field that a relative one changes.
 */
export async function resolveRelativeInput(
  tx: Writer,
  current: Event,
  { shift_days, categories_add, categories_remove, ...input }: RelativeUpdate,
  clock: TimeContext,
) {
  assertNotCombined({ shift_days }, input, ['start_date', 'end_date', 'timezone', 'all_day'])
  assertNotCombined({ categories_add, categories_remove }, input, ['categories'])
  return {
    ...input,
    ...(shift_days !== undefined && shiftDates(current, shift_days, clock)),
    ...((categories_add || categories_remove) && {
      categories: await resolveCategories(tx, current.id, { added: categories_add, removed: categories_remove }),
    }),
  }
}

function assertNotCombined(
  relative: { readonly [K in keyof RelativeInput]: RelativeInput[K] | undefined },
  input: Partial<EventInput>,
  names: readonly (keyof EventInput)[],
) {
  const given = names.filter((name) => input[name] !== undefined)
  if (given.length === 0) return
  const error: FieldError = { kind: 'invalid', message: 'error.not_combined', values: { names: given.join(', ') } }
  const errors = Object.entries(relative).flatMap(([name, value]) => (value === undefined ? [] : [[name, error]]))
  if (errors.length > 0) throw createInvalidParams(Object.fromEntries(errors))
}

function shiftDates(current: Event, days: number, { dayCutoff }: TimeContext) {
  const { start_date, end_date } = createOccurrenceDates(current, toDateOnly(addDays(current.start_date, days)))
  if (!current.all_day) return { start_date, end_date }
  // The last day of an all-day event ends at the cutoff of the next date; the input names the day.
  const [hours = 0, minutes = 0] = dayCutoff.split(':').map(Number)
  return { start_date, end_date: addSeconds(end_date, -(hours * 3600 + minutes * 60)) }
}

interface CategoryChange {
  readonly added: readonly number[] | undefined
  readonly removed: readonly number[] | undefined
}

/** Slugs of the categories after the change; unlike IDs, each names one category only. */
async function resolveCategories(tx: Writer, eventId: number, { added = [], removed = [] }: CategoryChange) {
  const terms = await findTermsOfEvent(tx, eventId)
  const stored = terms.flatMap(({ id, taxonomy }) => (taxonomy === 'category' ? [id] : []))
  const ids = [...new Set([...stored, ...added])].filter((id) => !removed.includes(id))
  const categories = await findTerms(tx, ids)
  return categories.map(({ slug }) => slug)
}
