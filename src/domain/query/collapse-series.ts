import type { DateTime } from '../../datetime/date-time.ts'
import { resolveLocal } from '../../datetime/time-zone.ts'
import type { TimeContext } from '../site.ts'
import type { DateBound, DateBoundName } from './date-bounds.ts'
import type { EventQuery } from './event-query.ts'

/** A condition on the listed occurrence before: that it is outside of the date range. Times are UTC. */
export interface PreviousBound {
  readonly column: 'previous_utc_start' | 'previous_utc_end'
  readonly operator: '<' | '<='
  readonly value: DateTime
}

type Columns = Pick<PreviousBound, 'column' | 'operator'>

const LOWER_BOUNDS: Readonly<Partial<Record<DateBoundName, Columns>>> = {
  start_date: { column: 'previous_utc_start', operator: '<' },
  starts_after: { column: 'previous_utc_start', operator: '<=' },
  ends_after: { column: 'previous_utc_end', operator: '<=' },
}

/**
 * The bounds of which the occurrence before must miss one; none of them means that there is no occurrence before.
 * Undefined for lists of all occurrences. Wall times are those of the site.
 */
export function planCollapse(
  { collapse, hide_subsequent_recurrences }: EventQuery,
  bounds: readonly DateBound[],
  clock: TimeContext,
): readonly PreviousBound[] | undefined {
  if (collapse === undefined && !hide_subsequent_recurrences) return undefined
  return bounds.flatMap(({ name, kind, value }) => {
    const columns = LOWER_BOUNDS[name]
    return columns ? [{ ...columns, value: kind === 'wall' ? resolveLocal(value, clock.zone).utc : value }] : []
  })
}
