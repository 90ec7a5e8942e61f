/** Dates in words in writes (decisions: Dates in words). */

import type { Language } from '../../base/i18n/language.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { type ParsedPeriod, parsePeriod } from '../../base/time/parse-period.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { parseDateText } from '../../kernel/common-fields.ts'
import type { Fields } from '../../kernel/field.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { eventFields } from './event-fields.ts'

interface WordContext {
  readonly language: Language
  /** UTC. */
  readonly now: DateTime
  /** Zone of dates without a `timezone` in the input. */
  readonly zone: string
}

/**
 * Replaces dates in words by the wall times that they mean. A `start_date` with an end, such as "Fri 8-11pm", also sets an
 * omitted `end_date`, and one of whole days an omitted `all_day`. Texts without a meaning stay, and are rejected like any
 * invalid date.
 */
export function interpretDates(fields: Fields, raw: RawInput, context: WordContext): RawInput {
  let input = raw
  for (const name of Object.keys(fields)) {
    if (!fields[name]?.isWallTime) continue
    const period = readPeriod(raw[name], { ...context, zone: findZone(raw['timezone']) ?? context.zone })
    if (!period) continue
    const moment = name === 'end_date' ? (period.end ?? period.start) : period.start
    input = { ...input, ...(name === 'start_date' && fillPeriod(raw, period)), [name]: moment }
  }
  return input
}

export const MAX_DATE_WORDS_LENGTH = 200

function readPeriod(text: unknown, { language, now, zone }: WordContext): ParsedPeriod | undefined {
  if (typeof text !== 'string' || text.length > MAX_DATE_WORDS_LENGTH || !('error' in parseDateText(text)))
    return undefined
  const period = parsePeriod(text, language, toLocal(now, zone))
  return 'error' in period ? undefined : period
}

function findZone(timezone: unknown): string | undefined {
  const parsed = timezone === undefined ? undefined : eventFields.timezone.parse(timezone)
  return parsed && 'value' in parsed && parsed.value !== '' ? parsed.value : undefined
}

const fillPeriod = (raw: RawInput, { end, isAllDay }: ParsedPeriod): RawInput => ({
  ...(end !== undefined && raw['end_date'] === undefined && { end_date: end }),
  ...(isAllDay && raw['all_day'] === undefined && { all_day: true }),
})
