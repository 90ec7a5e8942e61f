import { toPlainText } from '../../base/text/sanitize.ts'
import { findFreeSlug, slugify } from '../../base/text/slug.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { Event } from '../../kernel/post.ts'
import { can } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { EventInput } from '../events/event-fields.ts'
import { prepareEvent, resolveEventTermIds } from '../events/write-event.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { allocateId, updatePost } from '../posts/post-store.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import { assertExternalIdFree, assertImageExists, type WrittenPost } from '../posts/save-post.ts'
import { expandProposal, expandToHorizon, insertOccurrences, limitPast, moveToFirst } from './occurrences.ts'
import { anchorRecurrence, NO_RECURRENCE, type RecurrenceInput } from './recurrence.ts'
import type { Series } from './series.ts'
import { findTakenSeriesSlugs, insertSeries } from './series-store.ts'

export interface SeriesInput extends Partial<EventInput> {
  readonly recurrence?: RecurrenceInput
}

export interface CreatedSeries {
  readonly series: Series
  /** The first occurrence. */
  readonly first: WrittenPost<Event>
  /** Number of occurrences. */
  readonly total: number
}

/**
 * Creates a series with its occurrences up to `horizon` days ahead, and returns it with the first one, which gets the
 * external id. A viewer who may not publish creates only the first one. Throws `rest_invalid_param` naming `recurrence` when it has no dates.
 */
export async function createSeries(
  tx: Writer,
  { recurrence: requested = {}, external_id = '', ...fields }: SeriesInput,
  context: WriteContext,
  horizon: number,
): Promise<CreatedSeries> {
  const { now } = context.clock
  const { desired, venues = [], organizers = [] } = await prepareEvent(tx, undefined, fields, context)
  await assertImageExists(tx, undefined, desired)
  const terms = await resolveEventTermIds(tx, [], fields, context)
  const anchored = anchorRecurrence({ ...NO_RECURRENCE, ...requested }, desired)
  const { recurrence, first } = limitPast({ recurrence: anchored, first: desired }, now)
  const expand = can(context.viewer, 'publish_posts') ? expandToHorizon : expandProposal
  const { dates, extended_until } = expand(recurrence, first, { now, horizon })
  const slug = desired.slug || createSeriesSlug(desired.title)
  const series: Series = {
    id: await allocateId(tx, 'series'),
    slug: findFreeSlug(slug, await findTakenSeriesSlugs(tx, slug, 0)),
    template: { ...desired, ...moveToFirst(first, recurrence, dates), slug },
    relations: { venues, organizers, terms },
    recurrence,
    extended_until,
  }
  await insertSeries(tx, series)
  const [event] = await insertOccurrences(tx, series, dates, now)
  if (!event) throw new Error('a series without occurrences was created')
  await recordChange(tx, {
    kind: 'series',
    id: series.id,
    op: 'create',
    at: now,
    fields: diffFields(undefined, recordSeriesFields(series)),
  })
  const named = await setExternalId(tx, event, external_id)
  return { series, first: { post: named, row: undefined }, total: dates.length }
}

export const createSeriesSlug = (title: string): string =>
  slugify(toPlainText(title.replace(/\p{Cc}/gu, ''))) || 'series'

async function setExternalId(tx: Writer, event: Event, external_id: string): Promise<Event> {
  if (external_id === '') return event
  const named = { ...event, external_id }
  await assertExternalIdFree(tx, 'event', event, named)
  await updatePost(tx, 'event', named)
  return named
}
