/** Writes many records at once, for imports and sample data. Ids and slugs are assigned by the caller. */

import type { DateTime } from '../../base/time/date-time.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { LinkedKind, PostByKind, PostKind } from '../../kernel/post.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { findRelations } from '../fragments/render-rows.ts'
import { deleteSearchTexts, insertSearchTexts } from '../lists/search-index.ts'
import {
  adjustTermCounts,
  countEventsByTerm,
  createCountChanges,
  deleteEventTerms,
  findTerms,
  insertEventTerms,
} from '../terms/term-store.ts'
import { deleteLinks, insertLinks } from './links.ts'
import { insertPosts, updatePost } from './post-store.ts'
import { type EventRelationIds, recordPostFields, recordRelations } from './recorded-fields.ts'

type GetRelations = (id: number) => EventRelationIds | undefined

export interface BatchOptions {
  readonly at: DateTime
  /** The relations that the caller writes to the events, for their history. */
  readonly getRelations?: GetRelations
}

const findNoRelations: GetRelations = () => undefined

/** Inserts records with allocated ids, search texts, change log and history. */
export async function insertBatch<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
  { at, getRelations = findNoRelations }: BatchOptions,
): Promise<void> {
  const ordered = sortRecords(records)
  await insertPosts(tx, kind, ordered)
  await insertSearchTexts(tx, kind, ordered)
  const changes = ordered.map((record) => {
    const fields = diffFields(undefined, recordWithRelations(kind, record, getRelations))
    return { kind, id: record.id, op: 'create', at, fields } as const
  })
  await recordChanges(tx, changes)
}

const recordWithRelations = <K extends PostKind>(kind: K, record: PostByKind[K], getRelations: GetRelations) => ({
  ...recordPostFields(kind, record),
  ...recordRelations(getRelations(record.id) ?? {}),
})

/** Sorts by id: the full-text index of SQLite writes a segment whenever an id is lower than the one before. */
const sortRecords = <R extends { readonly id: number }>(records: readonly R[]): R[] =>
  records.toSorted((a, b) => a.id - b.id)

/** Replaces existing records; `stored` contains them by id. */
export async function replaceBatch<K extends PostKind>(
  tx: Writer,
  kind: K,
  {
    records,
    stored,
  }: { readonly records: readonly PostByKind[K][]; readonly stored: ReadonlyMap<number, PostByKind[K]> },
  { at, getRelations = findNoRelations }: BatchOptions,
): Promise<void> {
  const ordered = sortRecords(records)
  const ids = ordered.map(({ id }) => id)
  const getStoredRelations = kind === 'event' ? await findStoredRelations(tx, ids) : findNoRelations
  for (const record of ordered) await updatePost(tx, kind, record)
  await deleteSearchTexts(tx, ids)
  await insertSearchTexts(tx, kind, ordered)
  const changes = ordered.map((record) => {
    const current = stored.get(record.id)
    const before = current && recordWithRelations(kind, current, getStoredRelations)
    const fields = diffFields(before, recordWithRelations(kind, record, getRelations))
    return { kind, id: record.id, op: 'update', at, fields } as const
  })
  await recordChanges(tx, changes)
}

/** The relations of events, by event. */
export async function findStoredRelations(db: Reader, ids: readonly number[]): Promise<GetRelations> {
  const getRelations = await findRelations(db, ids)
  const terms = await findTerms(db, [...new Set(ids.flatMap((id) => getRelations(id).terms))])
  const categoryIds = new Set(terms.flatMap(({ id, taxonomy }) => (taxonomy === 'category' ? [id] : [])))
  return (id) => {
    const { venues, organizers, terms: termIds } = getRelations(id)
    return {
      venues,
      organizers,
      categories: termIds.filter((term) => categoryIds.has(term)),
      tags: termIds.filter((term) => !categoryIds.has(term)),
    }
  }
}

/** The events whose stored relations differ from these. Terms are in no order. */
export async function findChangedRelations(
  db: Reader,
  planned: readonly BatchRelations[],
): Promise<ReadonlySet<number>> {
  const getStored = await findStoredRelations(
    db,
    planned.map(({ event }) => event),
  )
  const describe = (relations: EventRelationIds | undefined) => JSON.stringify(recordRelations(relations ?? {}))
  const changed = planned.filter((relations) => describe(relations) !== describe(getStored(relations.event)))
  return new Set(changed.map(({ event }) => event))
}

/** Relations of an event, ordered and without duplicates. */
export interface BatchRelations extends EventRelationIds {
  readonly event: number
}

/** Runs `write`, which writes these events and their terms, and adjusts the counts of the terms. */
export async function adjustCountsAfter(
  tx: Writer,
  { events, at }: { readonly events: readonly number[]; readonly at: DateTime },
  write: () => Promise<void>,
): Promise<void> {
  if (events.length === 0) return write()
  const before = await countEventsByTerm(tx, events)
  await write()
  const after = await countEventsByTerm(tx, events)
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => ({ id, change: (after.get(id) ?? 0) - (before.get(id) ?? 0) }))
    .filter(({ change }) => change !== 0)
    .sort((a, b) => a.id - b.id)
  for (const { id, change } of changes) await adjustTermCounts(tx, [id], change)
  await recordChanges(
    tx,
    createCountChanges(
      changes.map(({ id }) => id),
      at,
    ),
  )
}

/** Replaces links and terms of events; see `adjustCountsAfter`. */
export async function replaceBatchRelations(tx: Writer, relations: readonly BatchRelations[]): Promise<void> {
  const events = relations.map(({ event }) => event)
  await deleteLinks(tx, events)
  await deleteEventTerms(tx, events)
  await insertLinks(
    tx,
    relations.flatMap(({ event, venues, organizers }) => [
      ...createLinkRows(event, 'venue', venues),
      ...createLinkRows(event, 'organizer', organizers),
    ]),
  )
  await insertEventTerms(
    tx,
    relations.flatMap(({ event, categories, tags }) =>
      [...categories, ...tags].map((term_id) => ({ event_id: event, term_id })),
    ),
  )
}

const createLinkRows = (event_id: number, kind: LinkedKind, targets: readonly number[]) =>
  targets.map((target_id, position) => ({ event_id, kind, position, target_id }))
