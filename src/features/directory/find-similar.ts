/** Finds similar venues and organizers among those that the viewer may read. */

import type { LinkedKind } from '../../kernel/post.ts'
import type { Viewer } from '../../kernel/user.ts'
import { mayRead, needsPassword } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import { countPublishedEvents, type LinkedName, listLinkedNames } from './linked-names.ts'
import { findSimilarRecords, groupDuplicates, type Match } from './similar-records.ts'

export interface CountedName extends LinkedName {
  /** Number of published events. */
  readonly events: number
}

export interface SimilarName {
  readonly record: CountedName
  readonly match: Match
}

export interface SimilarityQuery {
  readonly name: string
  readonly address: string
  readonly city: string
  /** Id of the record that is edited; 0 for a new one. */
  readonly exclude: number
}

const MAX_SIMILAR = 10

/** At most 10, the most similar first. */
export async function listSimilar(
  db: Reader,
  viewer: Viewer,
  kind: LinkedKind,
  { exclude, ...wanted }: SimilarityQuery,
): Promise<readonly SimilarName[]> {
  const records = (await listReadableNames(db, viewer, kind)).filter(({ id }) => id !== exclude)
  const similar = findSimilarRecords(wanted, records).slice(0, MAX_SIMILAR)
  const addCount = await createCounter(
    db,
    kind,
    similar.map(({ record }) => record),
  )
  return similar.map(({ record, match }) => ({ record: addCount(record), match }))
}

export interface NameGroup {
  readonly records: readonly CountedName[]
  readonly matches: readonly Match[]
}

export interface DuplicateList {
  readonly groups: readonly NameGroup[]
  /** Number of all groups. */
  readonly total: number
}

const MAX_GROUPS = 100

/** At most 100 groups of similar records. */
export async function listDuplicates(db: Reader, viewer: Viewer, kind: LinkedKind): Promise<DuplicateList> {
  const all = groupDuplicates(await listReadableNames(db, viewer, kind))
  const groups = all.slice(0, MAX_GROUPS)
  const addCount = await createCounter(
    db,
    kind,
    groups.flatMap(({ records }) => records),
  )
  return {
    groups: groups.map(({ records, matches }) => ({ records: records.map(addCount), matches })),
    total: all.length,
  }
}

/** A password hides the address. */
async function listReadableNames(db: Reader, viewer: Viewer, kind: LinkedKind): Promise<readonly LinkedName[]> {
  const names = await listLinkedNames(db, kind)
  return names
    .filter((post) => mayRead(viewer, post))
    .map((post) => (needsPassword(viewer, post) ? { ...post, address: '', city: '' } : post))
}

async function createCounter(db: Reader, kind: LinkedKind, records: readonly LinkedName[]) {
  const counts = await countPublishedEvents(
    db,
    kind,
    records.map(({ id }) => id),
  )
  return (record: LinkedName): CountedName => ({ ...record, events: counts.get(record.id) ?? 0 })
}
