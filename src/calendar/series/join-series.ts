/** Makes a series of existing events, which keep their ids. */

import { findFreeSlug } from '../../base/text/slug.ts'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { type Event, NO_SERIES } from '../../kernel/post.ts'
import { recordChange, recordChanges } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { findLinks } from '../posts/links.ts'
import { allocateId, findPosts, updatePost } from '../posts/post-store.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import { formatCustomValues } from '../posts/row-mapping.ts'
import { findEventTerms } from '../terms/term-store.ts'
import { createSeriesSlug } from './create-series.ts'
import { expandDates } from './expand-recurrence.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { NO_RECURRENCE, type Recurrence } from './recurrence.ts'
import { MAX_OCCURRENCES } from './recurrence-rule.ts'
import type { Series } from './series.ts'
import { findTakenSeriesSlugs, insertSeries } from './series-store.ts'

/**
 * Joins events, of which the first is the template. Events that differ from it count as edited on their own. Throws a
 * plain `Error` for events that are missing, in a series, in the trash, on the same day or in different time zones.
 */
export async function joinSeries(tx: Writer, ids: readonly number[], now: DateTime): Promise<Series> {
  const events = (await findPosts(tx, 'event', ids)).sort((a, b) => (a.start_date < b.start_date ? -1 : 1))
  assertJoinable(events, ids)
  const [first] = events
  if (!first) throw new Error('no events to join')
  const dates = events.map(getDate)
  const slug = createSeriesSlug(first.title)
  const id = await allocateId(tx, 'series')
  const links = await findLinks(tx, [first.id])
  const findTargets = (kind: string) => links.filter((link) => link.kind === kind).map(({ target_id }) => target_id)
  const series: Series = {
    id,
    slug: findFreeSlug(slug, await findTakenSeriesSlugs(tx, slug, 0)),
    template: { ...first, ...NO_SERIES, id, slug, external_id: '' },
    relations: {
      venues: findTargets('venue'),
      organizers: findTargets('organizer'),
      terms: (await findEventTerms(tx, [first.id])).map(({ term_id }) => term_id),
    },
    recurrence: inferRecurrence(dates),
    extended_until: '',
  }
  await insertSeries(tx, series)
  for (const event of events)
    await updatePost(tx, 'event', {
      ...event,
      ...{ series_id: id, series_date: getDate(event), series_edited: differs(event, first) },
    })
  await recordChange(tx, {
    kind: 'series',
    id,
    op: 'create',
    at: now,
    fields: diffFields(undefined, recordSeriesFields(series)),
  })
  await recordChanges(
    tx,
    events.map((event) => ({ kind: 'event', id: event.id, op: 'update', at: now, fields: { series: [0, id] } })),
  )
  return series
}

const getDate = ({ start_date }: Event): string => start_date.slice(0, 10)

function assertJoinable(events: readonly Event[], ids: readonly number[]): void {
  const found = new Set(events.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new Error(`event ${missing} does not exist`)
  if (events.length < 2) throw new Error('a series needs at least two events')
  if (events.length > MAX_OCCURRENCES) throw new Error(`a series has at most ${MAX_OCCURRENCES} events`)
  for (const { id, series_id, status, timezone } of events) {
    if (series_id !== 0) throw new Error(`event ${id} is in series ${series_id}`)
    if (status === 'trash') throw new Error(`event ${id} is in the trash`)
    if (timezone !== events[0]?.timezone) throw new Error(`event ${id} is in another time zone`)
  }
  const dates = events.map(getDate)
  const repeated = dates.find((date, index) => dates.indexOf(date) < index)
  if (repeated !== undefined) throw new Error(`several events are on ${repeated}`)
}

/** A rule of equal distances, or else a list of dates. */
function inferRecurrence(dates: readonly string[]): Recurrence {
  const [first = '', second = ''] = dates
  const days = Math.round((toSeconds(`${second} 00:00:00`) - toSeconds(`${first} 00:00:00`)) / 86_400)
  const frequency = days % 7 === 0 ? `FREQ=WEEKLY;INTERVAL=${days / 7}` : `FREQ=DAILY;INTERVAL=${days}`
  const rrule = `${frequency.replace(/;INTERVAL=1$/, '')};COUNT=${dates.length}`
  const expected = expandDates({ rrule, rdate: [], exdate: [] }, first, { until: dates.at(-1) ?? first })
  const isRegular = expected.join() === dates.join()
  return isRegular ? { ...NO_RECURRENCE, rrule } : { ...NO_RECURRENCE, rdate: dates.slice(1) }
}

function differs(event: Event, first: Event): boolean {
  const expected = { ...first, ...createOccurrenceDates(first, getDate(event)) }
  const names = [
    'title',
    'content',
    'excerpt',
    'status',
    'password',
    'image',
    'utc_start_date',
    'utc_end_date',
    'event_status',
    'event_status_reason',
    'attendance_mode',
    'virtual_url',
    'virtual_url_visibility',
  ] as const
  const hasOtherValues = formatCustomValues(event.custom_fields) !== formatCustomValues(first.custom_fields)
  return (
    hasOtherValues || names.some((name) => event[name] !== expected[name]) || event.cost.join() !== first.cost.join()
  )
}
