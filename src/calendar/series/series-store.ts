/** Series and their occurrences, which are events. */

import { createSlugStem } from '../../base/text/slug.ts'
import type { Event } from '../../kernel/post.ts'
import { createSortKey } from '../../storage/sort-key.ts'
import type { SeriesTable } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { formatJsonList, parseJsonList, parseStatus, toRecord } from '../posts/row-mapping.ts'
import { BLANK_TEMPLATE, type Series, type SeriesRelations } from './series.ts'

function toSeriesRow(series: Series): SeriesTable {
  const { id, slug, template, relations, recurrence, extended_until } = series
  return {
    ...{ id, slug, extended_until },
    author: template.author,
    status: template.status,
    title_folded: createSortKey(template.title),
    modified_utc: template.modified_utc,
    template: JSON.stringify(template),
    image: template.image,
    relations: JSON.stringify(relations),
    rrule: recurrence.rrule,
    rdate: formatJsonList(recurrence.rdate),
    exdate: formatJsonList(recurrence.exdate),
    rule_timezone: recurrence.timezone,
  }
}

/** The service itself wrote the template. Fields of later versions have their initial values. */
function toSeries({ id, slug, template, relations, extended_until, ...row }: SeriesTable): Series {
  const stored: object = JSON.parse(template)
  const ids: SeriesRelations = JSON.parse(relations)
  return {
    ...{ id, slug, extended_until, relations: ids },
    template: { ...BLANK_TEMPLATE, ...stored, id },
    recurrence: {
      rrule: row.rrule,
      rdate: parseJsonList(row.rdate).map(String),
      exdate: parseJsonList(row.exdate).map(String),
      timezone: row.rule_timezone,
    },
  }
}

/** In no defined order. */
export async function findSeriesByIds(db: Reader, ids: readonly number[]): Promise<Series[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('series').selectAll().where('id', 'in', ids).execute()).map(toSeries)
}

export async function findSeries(db: Reader, id: number): Promise<Series | undefined> {
  const [series] = await findSeriesByIds(db, [id])
  return series
}

/** The oldest published series with the slug, else the oldest in any status. */
export async function findSeriesBySlug(db: Reader, slug: string): Promise<Series | undefined> {
  const rows = await db.selectFrom('series').selectAll().where('slug', '=', slug).orderBy('id').execute()
  const row = rows.find(({ status }) => status === 'publish') ?? rows[0]
  return row && toSeries(row)
}

export async function findTakenSeriesSlugs(db: Reader, base: string, except: number): Promise<Set<string>> {
  const stem = createSlugStem(base)
  const rows = await db
    .selectFrom('series')
    .select('slug')
    .where('slug', '>=', stem)
    .where('slug', '<=', `${stem}\uffff`)
    .where('id', '!=', except)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/**
 * Series whose occurrences were created up to a date before `date`, the oldest first. Those that are not published wait for
 * an editor.
 */
export async function findDueSeries(db: Reader, date: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('series')
    .select('id')
    .where('extended_until', '<', date)
    .where('extended_until', '<>', '')
    .where('status', 'not in', ['draft', 'pending'])
    .orderBy('extended_until')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertSeries(tx: Writer, series: Series): Promise<void> {
  await tx.insertInto('series').values(toSeriesRow(series)).execute()
}

export async function updateSeries(tx: Writer, series: Series): Promise<void> {
  await tx.updateTable('series').set(toSeriesRow(series)).where('id', '=', series.id).execute()
}

/** Nothing may refer to it any more, except its occurrences, which the caller deletes. */
export async function deleteSeriesRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('series').where('id', '=', id).execute()
  await tx.deleteFrom('object_ids').where('id', '=', id).execute()
}

export interface Occurrence {
  readonly id: number
  readonly series_date: string
  readonly isEdited: boolean
  readonly isTrashed: boolean
}

/** All occurrences of a series, trashed ones included, by original date. */
export async function findOccurrences(db: Reader, seriesId: number): Promise<Occurrence[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'series_date', 'series_edited', 'status'])
    .where('series_id', '=', seriesId)
    .where('series_id', '<>', 0)
    .orderBy('series_date')
    .execute()
  return rows.map(({ id, series_date, series_edited, status }) => ({
    id,
    series_date,
    isEdited: series_edited === 1,
    isTrashed: parseStatus(status) === 'trash',
  }))
}

export interface SeriesMember extends Pick<Occurrence, 'id' | 'series_date' | 'isEdited'> {
  readonly seriesId: number
}

/** The events that belong to a series, by original date. */
export async function findSeriesMembers(db: Reader, ids: readonly number[]): Promise<SeriesMember[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('events')
    .select(['id', 'series_id', 'series_date', 'series_edited'])
    .where('id', 'in', ids)
    .where((on) => on.not(on('series_id', '=', 0)))
    .orderBy('series_date')
    .execute()
  return rows.map(({ id, series_id, series_date, series_edited }) => ({
    ...{ id, seriesId: series_id, series_date },
    isEdited: series_edited === 1,
  }))
}

/** Moves events to another series. */
export async function moveOccurrences(tx: Writer, ids: readonly number[], seriesId: number): Promise<void> {
  if (ids.length > 0) await tx.updateTable('events').set({ series_id: seriesId }).where('id', 'in', ids).execute()
}

/** Events at a venue that overlap a period (UTC), by start; at most a thousand. */
export async function findEventsAtVenue(
  db: Reader,
  venueId: number,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<Event[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('id', 'in', (on) => on.selectFrom('links').select('event_id').where('target_id', '=', venueId))
    .where('utc_start_date', '<', until)
    .where('utc_end_date', '>', from)
    .orderBy('utc_start_date')
    .orderBy('id')
    .limit(1000)
    .execute()
  return rows.map((row) => toRecord('event', row))
}

export interface LaterOccurrences {
  readonly slug: string
  readonly count: number
}

/**
 * By event: the slug of its published series, and the number of listed occurrences that start later. Events of other
 * series are omitted.
 */
export async function countLaterOccurrences(
  db: Reader,
  occurrences: readonly { readonly id: number; readonly seriesId: number }[],
): Promise<ReadonlyMap<number, LaterOccurrences>> {
  if (occurrences.length === 0) return new Map()
  const rows = await db
    .selectFrom('events as event')
    .innerJoin('series', 'series.id', 'event.series_id')
    .leftJoin('events as later', (on) =>
      on
        .onRef('later.series_id', '=', 'event.series_id')
        .on('later.series_id', '<>', 0)
        .onRef('later.start_date', '>', 'event.start_date')
        .on('later.status', '=', 'publish')
        .on('later.hide_from_listings', '=', 0),
    )
    .where(
      'event.id',
      'in',
      occurrences.map(({ id }) => id),
    )
    .where('series.status', '=', 'publish')
    .select((on) => ['event.id', 'series.slug', on.fn.count<number>('later.id').as('count')])
    .groupBy(['event.id', 'series.slug'])
    .execute()
  return new Map(rows.map(({ id, slug, count }) => [id, { slug, count: Number(count) }]))
}
