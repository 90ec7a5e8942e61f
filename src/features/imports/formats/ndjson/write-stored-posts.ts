/** Writes the events, venues and organizers of an export. */

import {
  adjustCountsAfter,
  type BatchRelations,
  findChangedRelations,
  insertBatch,
  replaceBatch,
  replaceBatchRelations,
} from '../../../../calendar/posts/bulk-write.ts'
import {
  claimIds,
  findExternalIdOwners,
  findKinds,
  findPosts,
  findSlugOwners,
} from '../../../../calendar/posts/post-store.ts'
import { findTerms } from '../../../../calendar/terms/term-store.ts'
import type { PostByKind, PostKind } from '../../../../kernel/post.ts'
import { isSameRecord } from '../record-reader.ts'
import {
  type LocatedRecord,
  locateRecords,
  omitForeignIds,
  omitTakenNames,
  reportWritten,
  type StoredBatch,
  type StoredLine,
} from './stored-batch.ts'
import { readStoredPost, readStoredRelations } from './stored-records.ts'

export async function writeStoredPosts<K extends PostKind>(
  batch: StoredBatch,
  kind: K,
  lines: readonly StoredLine[],
): Promise<void> {
  const { tx, at } = batch
  const read = (raw: StoredLine['raw']): PostByKind[K] => {
    if (kind === 'event') readStoredRelations(raw)
    return readStoredPost<K>(kind, raw)
  }
  const located = await locateRecords<PostByKind[K]>(batch, lines, read, (ids) => findPosts(tx, kind, ids))
  const writable = await omitTaken(batch, kind, await omitForeignIds(batch, located))
  const relations = kind === 'event' ? await planRelations(batch, writable) : new Map<number, BatchRelations>()
  const changedRelations = await findChangedRelations(tx, [...relations.values()])
  const isChanged = ({ record, current }: LocatedRecord<PostByKind[K]>) =>
    current === undefined || !isSameRecord(record, current) || changedRelations.has(record.id)
  const changed = writable.filter(isChanged)
  const options = { at, getRelations: (id: number) => relations.get(id) }
  const created = changed.filter(({ current }) => current === undefined).map(({ record }) => record)
  const replaced = changed.filter(({ current }) => current !== undefined)
  await claimIds(
    tx,
    kind,
    created.map(({ id }) => id),
  )
  const stored = new Map(replaced.flatMap(({ current }) => (current ? [[current.id, current] as const] : [])))
  const events = kind === 'event' ? changed.map(({ record }) => record.id) : []
  await adjustCountsAfter(tx, { events, at }, async () => {
    await insertBatch<K>(tx, kind, created, options)
    await replaceBatch<K>(tx, kind, { records: replaced.map(({ record }) => record), stored }, options)
    await replaceBatchRelations(
      tx,
      events.flatMap((id) => relations.get(id) ?? []),
    )
  })
  for (const one of writable) reportWritten(batch, one, isChanged(one))
}

/** Omits records whose slug or external id belongs to another one. Drafts and pending records reserve no slug. */
async function omitTaken<K extends PostKind>(
  batch: StoredBatch,
  kind: K,
  located: readonly LocatedRecord<PostByKind[K]>[],
): Promise<LocatedRecord<PostByKind[K]>[]> {
  const getSlug = ({ slug, status }: PostByKind[K]) => (status === 'draft' || status === 'pending' ? '' : slug)
  const getExternalId = ({ external_id }: PostByKind[K]) => external_id
  const slugOwners = await findSlugOwners(
    batch.tx,
    kind,
    located.flatMap(({ record }) => getSlug(record) || []),
  )
  const idOwners = await findExternalIdOwners(
    batch.tx,
    kind,
    located.flatMap(({ record }) => getExternalId(record) || []),
  )
  const free = omitTakenNames(batch, located, {
    label: 'slug',
    getName: getSlug,
    owners: new Map(slugOwners.map(({ slug, id }) => [slug, id])),
  })
  return omitTakenNames(batch, free, {
    label: 'external id',
    getName: getExternalId,
    owners: new Map(idOwners.map(({ external_id, id }) => [external_id, id])),
  })
}

/** Relations to records that exist, by event. */
async function planRelations(
  { tx }: StoredBatch,
  located: readonly LocatedRecord<{ readonly id: number }>[],
): Promise<ReadonlyMap<number, BatchRelations>> {
  const wanted = located.map(({ line, record }) => ({ event: record.id, ...readStoredRelations(line.raw) }))
  const kinds = await findKinds(tx, [
    ...new Set(wanted.flatMap(({ venues, organizers }) => [...venues, ...organizers])),
  ])
  const terms = await findTerms(tx, [...new Set(wanted.flatMap((one) => one.terms))])
  const taxonomies = new Map(terms.map(({ id, taxonomy }) => [id, taxonomy]))
  return new Map(
    wanted.map(({ event, ...ids }) => [
      event,
      {
        event,
        venues: ids.venues.filter((id) => kinds.get(id) === 'venue'),
        organizers: ids.organizers.filter((id) => kinds.get(id) === 'organizer'),
        categories: ids.terms.filter((id) => taxonomies.get(id) === 'category'),
        tags: ids.terms.filter((id) => taxonomies.get(id) === 'tag'),
      },
    ]),
  )
}
