/** Records that show an image. */
import type { DateTime } from '../../base/time/date-time.ts'
import { POST_KINDS, type Post, type PostKind } from '../../kernel/post.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { POST_TABLES, parseStatus } from '../posts/row-mapping.ts'
import { findSeriesByIds, updateSeries } from '../series/series-store.ts'

export interface RecordReference {
  readonly kind: PostKind | 'series'
  readonly id: number
}

/** A record that shows an image, with what decides about access to it. */
export interface ImageUse extends RecordReference, Pick<Post, 'author' | 'status' | 'password' | 'slug' | 'title'> {
  /** Empty for venues and organizers. */
  readonly start_date: DateTime
}

const ACCESS_COLUMNS = ['id', 'author', 'status', 'password', 'slug', 'title'] as const

/** Events by start, the newest first; then venues, organizers and series by id. */
export async function findImageUses(db: Reader, image: number): Promise<ImageUse[]> {
  const events = await selectPosts(db, 'event', image)
    .select([...ACCESS_COLUMNS, 'start_date'])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const uses: ImageUse[] = events.map((row) => ({ ...row, kind: 'event', status: parseStatus(row.status) }))
  for (const kind of ['venue', 'organizer'] as const) {
    const rows = await selectPosts(db, kind, image).select(ACCESS_COLUMNS).orderBy('id').execute()
    uses.push(...rows.map((row) => ({ ...row, kind, status: parseStatus(row.status), start_date: '' })))
  }
  for (const { id, slug, template } of await findSeriesByIds(db, await findSeriesIds(db, image))) {
    const { author, status, password, title, start_date } = template
    uses.push({ kind: 'series', ...{ id, slug, author, status, password, title, start_date } })
  }
  return uses
}

const selectPosts = (db: Reader, kind: PostKind, image: number) =>
  db
    .selectFrom(POST_TABLES[kind] as 'events')
    .where('image', '=', image)
    .where('image', '<>', (on) => on.lit(0))

async function findSeriesIds(db: Reader, image: number): Promise<number[]> {
  return sortIds(await db.selectFrom('series').select('id').where('image', '=', image).execute())
}

/** Events, venues and organizers, each kind by id. */
export async function findPostsWithImage(db: Reader, image: number): Promise<RecordReference[]> {
  const found: RecordReference[] = []
  for (const kind of POST_KINDS) {
    const ids = sortIds(await selectPosts(db, kind, image).select('id').execute())
    found.push(...ids.map((id) => ({ kind, id })))
  }
  return found
}

interface ImageReplacement {
  readonly image: number
  /** 0 for none. */
  readonly replacement: number
  /** Time of the change: wall time of the site, and UTC. */
  readonly modified: DateTime
  readonly modified_utc: DateTime
}

/** Replaces an image in all records that show it, and returns these records. */
export async function replaceImage(
  tx: Writer,
  { image, replacement, ...times }: ImageReplacement,
): Promise<RecordReference[]> {
  const changed: RecordReference[] = []
  for (const kind of POST_KINDS) {
    const rows = await tx
      .updateTable(POST_TABLES[kind] as 'events')
      .set({ image: replacement, ...times })
      .where('image', '=', image)
      .where('image', '<>', (on) => on.lit(0))
      .returning('id')
      .execute()
    changed.push(...sortIds(rows).map((id) => ({ kind, id })))
  }
  const seriesIds = await findSeriesIds(tx, image)
  for (const series of await findSeriesByIds(tx, seriesIds))
    await updateSeries(tx, { ...series, template: { ...series.template, image: replacement, ...times } })
  return [...changed, ...seriesIds.map((id) => ({ kind: 'series' as const, id }))]
}
