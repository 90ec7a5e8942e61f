/** What changed since a moment: decisions, Changed since. */
import { type DateTime, parseDate } from '../text/dates.ts'
import { resolveLocal, toLocal } from '../text/zone.ts'
import { INVALID, invalid } from './problem.ts'
import { dateText } from './shared-fields.ts'
import type { Clock } from './site.ts'
import { steadyUntil } from './steady.ts'

export const modifiedAfter = dateText('list.modified_after')

/** In UTC; wall time is that of the site. Throws `rest_invalid_param` for a date that leaves the years of the wire. */
export function changedSince(text: string | undefined, { now, zone }: Clock): DateTime | undefined {
  if (text === undefined) return undefined
  const date = parseDate(text, toLocal(now, zone))
  if (!date) throw invalid({ modified_after: INVALID })
  return date.kind === 'instant' ? date.value : resolveLocal(date.value, zone).utc
}

/** How long the text goes on meaning that moment. */
export const steadyModified = (text: string | undefined, clock: Clock): DateTime | undefined =>
  steadyUntil(clock, [text], (at) => changedSince(text, at))
