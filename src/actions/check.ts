/** Whether the database is whole, and mending what can be worked out anew. */
import { POST_KINDS, type PostKind } from '../calendar/post.ts'
import type { MediaStore } from '../media/media-store.ts'
import { type ChangeKind, recordChanges } from '../storage/changes.ts'
import { describeCause, isDamage } from '../storage/damage.ts'
import type { Reader, Writer } from '../storage/database.ts'
import {
  brokenLinks,
  brokenParents,
  lostImages,
  orphanedTexts,
  strayIds,
  unindexed,
  wrongInstants,
  wrongSearchTexts,
  wrongSlugs,
} from '../storage/integrity.ts'
import { findMedia, indexMedia, mediaKeys } from '../storage/media.ts'
import { findPosts } from '../storage/posts.ts'
import { dropTexts, insertTexts } from '../storage/search.ts'
import { miscounts, recount } from '../storage/terms.ts'
import type { DateTime } from '../text/dates.ts'
import type { Services } from './services.ts'

export interface Finding {
  readonly about: 'database' | 'numbers' | 'links' | 'parents' | 'dates' | 'slugs' | 'counts' | 'search' | 'pictures'
  /** A line for a person. */
  readonly text: string
}

type Checked = Pick<Services, 'database' | 'files'>

/** Everything that is wrong, in the order of what it may be the cause of. Damage ends a part of the check, not the whole. */
export async function checkDatabase({ database: { engine, read }, files }: Checked): Promise<Finding[]> {
  const parts: readonly (readonly [Finding['about'], () => Promise<readonly string[]>])[] = [
    ['database', () => engine.integrity(read)],
    ['numbers', () => strayIds(read)],
    ['links', () => brokenLinks(read)],
    ['parents', () => brokenParents(read)],
    ['dates', () => wrongInstants(read)],
    ['slugs', () => wrongSlugs(read)],
    ['counts', () => wrongCounts(read)],
    ['search', () => wrongTexts(read)],
    ['pictures', async () => [...(await lostImages(read)), ...(await missingFiles(read, files))]],
  ]
  const findings: Finding[] = []
  for (const [about, find] of parts) {
    findings.push(...(await find().catch(describeDamage)).map((text) => ({ about, text })))
  }
  return findings
}

/** Of a database that cannot even be opened there is one thing to say. */
export const createDamageFindings = (error: unknown): readonly Finding[] =>
  describeDamage(error).map((text) => ({ about: 'database', text }))

/** Rethrows what is no damage. */
function describeDamage(error: unknown): readonly string[] {
  if (!isDamage(error)) throw error
  return [`cannot be read: ${describeCause(error)}`]
}

async function wrongCounts(db: Reader): Promise<string[]> {
  return (await miscounts(db)).map(
    ({ id, taxonomy, kept, counted }) => `${taxonomy} ${id} says ${kept} events and has ${counted}`,
  )
}

async function wrongTexts(db: Reader): Promise<string[]> {
  const found: string[] = []
  for (const kind of POST_KINDS) {
    for (const id of await unindexed(db, kind)) found.push(`${kind} ${id} has no search text`)
    for (const id of await wrongSearchTexts(db, kind))
      found.push(`${kind} ${id} has search texts that do not fit its password`)
  }
  for (const id of await unindexed(db, 'media')) found.push(`picture ${id} has no search text`)
  for (const id of await orphanedTexts(db)) found.push(`search text ${id} has no record`)
  return found
}

/** Images without their files. Files without an image do no harm: see `findOrphanedFiles`. */
async function missingFiles(db: Reader, files: MediaStore): Promise<string[]> {
  const kept = new Set<string>()
  for await (const { key } of files.list()) kept.add(key)
  const found: string[] = []
  for await (const { id, keys } of mediaKeys(db)) {
    for (const key of keys) if (!kept.has(key)) found.push(`picture ${id} has no file ${key}`)
  }
  return found
}

/** Counts of terms and search texts follow from the records: they are made anew where they are wrong. */
export function repairDatabase({ database, now }: Services): Promise<void> {
  return database.transaction(async (tx) => {
    await recount(tx, now())
    await dropTexts(tx, await orphanedTexts(tx))
    for (const kind of POST_KINDS) await reindex(tx, kind, now())
    await reindexMedia(tx, now())
  })
}

const BATCH = 500

async function reindex<K extends PostKind>(tx: Writer, kind: K, at: DateTime): Promise<void> {
  const wrong = new Set([...(await unindexed(tx, kind)), ...(await wrongSearchTexts(tx, kind))])
  for (const ids of batchesOf([...wrong].sort((a, b) => a - b))) {
    await dropTexts(tx, ids)
    await insertTexts(tx, kind, await findPosts(tx, kind, ids))
    await recordUpdates(tx, kind, ids, at)
  }
}

async function reindexMedia(tx: Writer, at: DateTime): Promise<void> {
  for (const ids of batchesOf(await unindexed(tx, 'media'))) {
    for (const media of await findMedia(tx, ids)) await indexMedia(tx, media, true)
    await recordUpdates(tx, 'media', ids, at)
  }
}

const recordUpdates = (tx: Writer, kind: ChangeKind, ids: readonly number[], at: DateTime): Promise<void> =>
  recordChanges(
    tx,
    ids.map((id) => ({ kind, id, op: 'update', at })),
  )

function* batchesOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH)
}
