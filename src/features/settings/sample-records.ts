/** The records that the sample calendar has added, and what else uses them. */

import { POST_TABLES } from '../../calendar/posts/row-mapping.ts'
import { findSeriesByIds } from '../../calendar/series/series-store.ts'
import type { LinkedKind, PostKind } from '../../kernel/post.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { findRevisions } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export const SAMPLE_KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const
export type SampleKind = PostKind | Taxonomy | 'media'

export interface SampleRecord {
  readonly kind: SampleKind
  readonly id: number
  /** True if the record has changed since it was added, or was deleted. */
  readonly isChanged: boolean
}

const BATCH_SIZE = 250

/** Stores records with their current revisions. */
export async function insertSampleRecords(tx: Writer, kind: SampleKind, ids: readonly number[]): Promise<void> {
  for (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
    const revisions = await findRevisions(tx, kind, batch)
    const rows = batch.map((id) => ({ kind, record_id: id, revision: revisions.get(id) ?? 0 }))
    await tx.insertInto('sample_records').values(rows).execute()
  }
}

/** By kind in the order of `SAMPLE_KINDS`, then by descending id, so that child categories precede their parents. */
export async function listSampleRecords(db: Reader): Promise<SampleRecord[]> {
  const rows = await db.selectFrom('sample_records').selectAll().orderBy('record_id', 'desc').execute()
  const records: SampleRecord[] = []
  for (const kind of SAMPLE_KINDS) {
    const ofKind = rows.filter((row) => row.kind === kind)
    for (const batch of splitIntoBatches(ofKind, BATCH_SIZE)) {
      const ids = batch.map(({ record_id }) => record_id)
      const revisions = await findRevisions(db, kind, ids)
      for (const { record_id: id, revision } of batch)
        records.push({ kind, id, isChanged: (revisions.get(id) ?? 0) !== revision })
    }
  }
  return records
}

export async function findSampleEventIds(db: Reader): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('sample_records').select('record_id').where('kind', '=', 'event').execute()
  return new Set(rows.map(({ record_id }) => record_id))
}

export async function deleteSampleRecords(tx: Writer): Promise<void> {
  await tx.deleteFrom('sample_records').execute()
}

/** True if an event or a series has the venue or organizer. */
export async function isLinkedUsed(db: Reader, kind: LinkedKind, id: number): Promise<boolean> {
  const links = db.selectFrom('links').select('event_id').where('kind', '=', kind).where('target_id', '=', id)
  if (await links.limit(1).executeTakeFirst()) return true
  const candidates = await db.selectFrom('series').select('id').where('relations', 'like', `%${id}%`).execute()
  const series = await findSeriesByIds(
    db,
    candidates.map((row) => row.id),
  )
  return series.some(({ relations }) => relations[kind === 'venue' ? 'venues' : 'organizers'].includes(id))
}

/** True if an event or a child has the term. */
export async function isTermUsed(db: Reader, id: number): Promise<boolean> {
  const events = db.selectFrom('event_terms').select('event_id').where('term_id', '=', id)
  if (await events.limit(1).executeTakeFirst()) return true
  return (await db.selectFrom('terms').select('id').where('parent', '=', id).limit(1).executeTakeFirst()) !== undefined
}

/** True if a record has the image. */
export async function isImageUsed(db: Reader, id: number): Promise<boolean> {
  for (const kind of POST_KINDS) {
    const users = db
      .selectFrom(POST_TABLES[kind] as 'events')
      .select('id')
      .where('image', '=', id)
      .where('image', '<>', (on) => on.lit(0))
    if (await users.limit(1).executeTakeFirst()) return true
  }
  return false
}
