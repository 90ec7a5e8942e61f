/** Writes many records at once, for imports and sample data. Ids and slugs are assigned by the caller. */

import type { DateTime } from '../../datetime/date-time.ts'
import type { LinkedKind, PostByKind, PostKind } from '../../domain/model/post.ts'
import { recordChanges } from '../../storage/changes/change-log.ts'
import type { Change, ChangeOperation, Writer } from '../../storage/core/types.ts'
import { deleteLinks, insertLinks } from '../../storage/stores/links.ts'
import { insertPosts, updatePost } from '../../storage/stores/posts.ts'
import { deleteSearchTexts, insertSearchTexts } from '../../storage/stores/search-index.ts'
import { deleteEventTerms, insertEventTerms } from '../../storage/stores/terms.ts'

/** Inserts records with allocated ids, search texts and change log. */
export async function insertBatch<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
  at: DateTime,
): Promise<void> {
  const ordered = sortRecords(records)
  await insertPosts(tx, kind, ordered)
  await insertSearchTexts(tx, kind, ordered)
  await recordChanges(tx, createChanges(kind, ordered, 'create', at))
}

/** Sorts by id: the full-text index of SQLite writes a segment whenever an id is lower than the one before. */
const sortRecords = <R extends { readonly id: number }>(records: readonly R[]): R[] =>
  records.toSorted((a, b) => a.id - b.id)

/** Replaces existing records. */
export async function replaceBatch<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
  at: DateTime,
): Promise<void> {
  const ordered = sortRecords(records)
  for (const record of ordered) await updatePost(tx, kind, record)
  await deleteSearchTexts(
    tx,
    ordered.map(({ id }) => id),
  )
  await insertSearchTexts(tx, kind, ordered)
  await recordChanges(tx, createChanges(kind, ordered, 'update', at))
}

const createChanges = (
  kind: PostKind,
  records: readonly { readonly id: number }[],
  op: ChangeOperation,
  at: DateTime,
): Change[] => records.map(({ id }) => ({ kind, id, op, at }))

/** Ids of the records related to an event, ordered and without duplicates. */
export interface BatchRelations {
  readonly event: number
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly terms: readonly number[]
}

/** Replaces links and terms of events; the caller recounts terms. */
export async function replaceBatchRelations(tx: Writer, relations: readonly BatchRelations[]): Promise<void> {
  const events = relations.map(({ event }) => event)
  await deleteLinks(tx, events)
  await deleteEventTerms(tx, events)
  await insertLinks(
    tx,
    relations.flatMap((relation) => [...createLinkRows(relation, 'venue'), ...createLinkRows(relation, 'organizer')]),
  )
  await insertEventTerms(
    tx,
    relations.flatMap(({ event, terms }) => terms.map((term_id) => ({ event_id: event, term_id }))),
  )
}

const createLinkRows = (relations: BatchRelations, kind: LinkedKind) =>
  relations[kind].map((target_id, position) => ({ event_id: relations.event, kind, position, target_id }))
