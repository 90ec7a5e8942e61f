/** Checks database integrity and repairs derived data. */

import type { DateTime } from '../base/time/date-time.ts'
import { POST_KINDS, type PostKind } from '../kernel/post.ts'
import { recordChanges } from '../storage/change-log/change-log.ts'
import { describeCause, isCorruption } from '../storage/corruption.ts'
import { findListingErrors, rebuildListedEvents } from '../storage/listed-events.ts'
import { splitIntoBatches } from '../storage/split-into-batches.ts'
import type { ChangeKind, Reader, Writer } from '../storage/types.ts'
import { findWrongFragments } from './fragments/check-fragments.ts'
import { deleteFragments } from './fragments/fragment-store.ts'
import { findMedia, indexMedia, iterateMediaKeys } from './images/image-store.ts'
import type { MediaStore } from './images/media-store.ts'
import {
  findBrokenLinks,
  findBrokenParents,
  findBrokenSeries,
  findMissingImages,
  findOrphanedSearchTexts,
  findOrphans,
  findStrayIds,
  findUnindexedIds,
  findWrongInstants,
  findWrongSlugs,
  wrongSearchTexts,
} from './integrity-checks.ts'
import { deleteSearchTexts, insertSearchTexts } from './lists/search-index.ts'
import { findPosts, setParentId } from './posts/post-store.ts'
import type { Services } from './services.ts'
import { findMiscounts, findTerms, recountTerms, updateTerm } from './terms/term-store.ts'

export interface Finding {
  readonly about:
    | ('database' | 'numbers' | 'links' | 'parents' | 'series' | 'dates' | 'slugs')
    | ('counts' | 'lists' | 'search' | 'fragments' | 'pictures')
  readonly text: string
}

type CheckedServices = Pick<Services, 'database' | 'files' | 'site'>

/** Runs all checks, ordered so that causes come before effects. Corruption ends one check, not the whole run. */
export async function checkDatabase({ database, files, site }: CheckedServices): Promise<Finding[]> {
  const { engine, read } = database
  const parts: readonly (readonly [Finding['about'], () => Promise<readonly string[]>])[] = [
    ['database', () => engine.checkIntegrity(read)],
    ['numbers', () => findStrayIds(read)],
    ['links', () => findBrokenLinks(read)],
    ['parents', () => findBrokenParents(read)],
    ['series', () => findBrokenSeries(read)],
    ['dates', () => findWrongInstants(read)],
    ['slugs', () => findWrongSlugs(read)],
    ['counts', () => findWrongCounts(read)],
    ['lists', () => findWrongLists(read)],
    ['search', () => findWrongSearchTexts(read)],
    ['fragments', () => describeWrongFragments(read, site)],
    ['pictures', async () => [...(await findMissingImages(read)), ...(await findMissingFiles(read, files))]],
  ]
  const findings: Finding[] = []
  for (const [about, find] of parts) {
    findings.push(...(await find().catch(describeDamage)).map((text) => ({ about, text })))
  }
  return findings
}

/** Findings for a database that cannot be opened. */
export const createDamageFindings = (error: unknown): readonly Finding[] =>
  describeDamage(error).map((text) => ({ about: 'database', text }))

/** Rethrows errors other than corruption. */
function describeDamage(error: unknown): readonly string[] {
  if (!isCorruption(error)) throw error
  return [`cannot be read: ${describeCause(error)}`]
}

async function findWrongCounts(db: Reader): Promise<string[]> {
  return (await findMiscounts(db)).map(
    ({ id, taxonomy, kept, counted }) => `${taxonomy} ${id} says ${kept} events and has ${counted}`,
  )
}

async function findWrongLists(db: Reader): Promise<string[]> {
  return (await findListingErrors(db)).map(
    ({ table, missing, unexpected }) => `${table} lacks ${missing} rows and has ${unexpected} wrong ones`,
  )
}

async function findWrongSearchTexts(db: Reader): Promise<string[]> {
  const found: string[] = []
  for (const kind of POST_KINDS) {
    for (const id of await findUnindexedIds(db, kind)) found.push(`${kind} ${id} has no search text`)
    for (const id of await wrongSearchTexts(db, kind))
      found.push(`${kind} ${id} has search texts that do not fit its password`)
  }
  for (const id of await findUnindexedIds(db, 'media')) found.push(`picture ${id} has no search text`)
  for (const id of await findOrphanedSearchTexts(db)) found.push(`search text ${id} has no record`)
  return found
}

/** Images with missing files. For files without an image see `orphaned-files.ts`. */
async function findMissingFiles(db: Reader, files: MediaStore): Promise<string[]> {
  const storedKeys = new Set<string>()
  for await (const { key } of files.list()) storedKeys.add(key)
  const found: string[] = []
  for await (const { id, keys } of iterateMediaKeys(db)) {
    for (const key of keys) if (!storedKeys.has(key)) found.push(`picture ${id} has no file ${key}`)
  }
  return found
}

async function describeWrongFragments(db: Reader, site: Services['site']): Promise<string[]> {
  const found: string[] = []
  for await (const { kind, ids } of findWrongFragments(db, site)) {
    found.push(...ids.map((id) => `${kind} ${id} has a stored fragment that differs from the record`))
  }
  return found
}

/**
 * Recomputes term counts, lists and search texts, which are derived from the records, deletes wrong fragments, and removes
 * parents that do not exist.
 */
export function repairDatabase({ database, now, site }: Services): Promise<void> {
  return database.transaction(async (tx) => {
    await repairParents(tx, now())
    await recountTerms(tx, now())
    await repairLists(tx, now())
    await deleteSearchTexts(tx, await findOrphanedSearchTexts(tx))
    for (const kind of POST_KINDS) await reindex(tx, kind, now())
    await reindexMedia(tx, now())
    for await (const { kind, ids } of findWrongFragments(tx, site)) {
      await deleteFragments(tx, ids)
      await recordUpdates(tx, kind, ids, now())
    }
  })
}

/** Categories and events without their parent become top-level. */
async function repairParents(tx: Writer, at: DateTime): Promise<void> {
  const orphans = await findOrphans(tx)
  const categories = await findTerms(
    tx,
    orphans.category.map(({ id }) => id),
  )
  for (const category of categories) await updateTerm(tx, { ...category, parent: 0 }, at)
  for (const { id } of orphans.event) await setParentId(tx, id, 0)
  await recordChanges(tx, [
    ...orphans.category.map(
      ({ id, parent }) => ({ kind: 'category', id, op: 'update', at, fields: { parent: [parent, 0] } }) as const,
    ),
    ...orphans.event.map(
      ({ id, parent }) => ({ kind: 'event', id, op: 'update', at, fields: { post_parent: [parent, 0] } }) as const,
    ),
  ])
}

/** Any change of an event invalidates the lists that were cached. */
async function repairLists(tx: Writer, at: DateTime): Promise<void> {
  if ((await findListingErrors(tx)).length === 0) return
  await rebuildListedEvents(tx)
  const events = await tx.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).execute()
  await recordUpdates(
    tx,
    'event',
    events.map(({ id }) => id),
    at,
  )
}

const BATCH_SIZE = 500

async function reindex<K extends PostKind>(tx: Writer, kind: K, at: DateTime): Promise<void> {
  const wrong = new Set([...(await findUnindexedIds(tx, kind)), ...(await wrongSearchTexts(tx, kind))])
  for (const ids of splitIntoBatches(
    [...wrong].sort((a, b) => a - b),
    BATCH_SIZE,
  )) {
    await deleteSearchTexts(tx, ids)
    await insertSearchTexts(tx, kind, await findPosts(tx, kind, ids))
    await recordUpdates(tx, kind, ids, at)
  }
}

async function reindexMedia(tx: Writer, at: DateTime): Promise<void> {
  for (const ids of splitIntoBatches(await findUnindexedIds(tx, 'media'), BATCH_SIZE)) {
    for (const media of await findMedia(tx, ids)) await indexMedia(tx, media, true)
    await recordUpdates(tx, 'media', ids, at)
  }
}

async function recordUpdates(tx: Writer, kind: ChangeKind, ids: readonly number[], at: DateTime): Promise<void> {
  await recordChanges(
    tx,
    ids.map((id) => ({ kind, id, op: 'update', at })),
  )
}
