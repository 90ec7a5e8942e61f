/** Writes the events, venues and organizers of an export. */
import type { PostByKind, PostKind } from '../../../domain/model/post.ts'
import { findRelations } from '../../../fragments/render-rows.ts'
import { claimIds, findExternalIdOwners, findKinds, findPosts, findSlugOwners } from '../../../storage/stores/posts.ts'
import { findTerms } from '../../../storage/stores/terms.ts'
import {
  type BatchRelations,
  insertBatch,
  replaceBatch,
  replaceBatchRelations,
} from '../../../usecases/write/bulk-write.ts'
import {
  isSameRecord,
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
  const relations = kind === 'event' ? await planRelations(batch, writable) : new Map<number, PlannedRelations>()
  const isChanged = ({ record, current }: LocatedRecord<PostByKind[K]>) =>
    current === undefined || !isSameRecord(record, current) || relations.get(record.id)?.isChanged === true
  const changed = writable.filter(isChanged)
  const options = { at, getRelations: (id: number) => relations.get(id)?.relations }
  const created = changed.filter(({ current }) => current === undefined).map(({ record }) => record)
  const replaced = changed.filter(({ current }) => current !== undefined)
  await claimIds(
    tx,
    kind,
    created.map(({ id }) => id),
  )
  await insertBatch<K>(tx, kind, created, options)
  const stored = new Map(replaced.flatMap(({ current }) => (current ? [[current.id, current] as const] : [])))
  await replaceBatch<K>(tx, kind, { records: replaced.map(({ record }) => record), stored }, options)
  if (kind === 'event')
    await replaceBatchRelations(
      tx,
      changed.flatMap(({ record }) => relations.get(record.id)?.relations ?? []),
    )
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

interface PlannedRelations {
  readonly relations: BatchRelations
  readonly isChanged: boolean
}

/** Relations to records that exist, by event. */
async function planRelations(
  { tx }: StoredBatch,
  located: readonly LocatedRecord<{ readonly id: number }>[],
): Promise<ReadonlyMap<number, PlannedRelations>> {
  const wanted = located.map(({ line, record }) => ({ event: record.id, ...readStoredRelations(line.raw) }))
  const kinds = await findKinds(tx, [
    ...new Set(wanted.flatMap(({ venues, organizers }) => [...venues, ...organizers])),
  ])
  const terms = await findTerms(tx, [...new Set(wanted.flatMap((one) => one.terms))])
  const taxonomies = new Map(terms.map(({ id, taxonomy }) => [id, taxonomy]))
  const getStored = await findRelations(
    tx,
    wanted.map(({ event }) => event),
  )
  const sort = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)
  return new Map(
    wanted.map(({ event, ...ids }) => {
      const relations = {
        event,
        venues: ids.venues.filter((id) => kinds.get(id) === 'venue'),
        organizers: ids.organizers.filter((id) => kinds.get(id) === 'organizer'),
        categories: ids.terms.filter((id) => taxonomies.get(id) === 'category'),
        tags: ids.terms.filter((id) => taxonomies.get(id) === 'tag'),
      }
      const stored = getStored(event)
      const after = [relations.venues, relations.organizers, sort([...relations.categories, ...relations.tags])]
      const before = [stored.venues, stored.organizers, sort(stored.terms)]
      return [event, { relations, isChanged: JSON.stringify(before) !== JSON.stringify(after) }]
    }),
  )
}
