/** Imports recorded sites: records of list answers, in any order and any file. */
import type { Services } from '../actions/services.ts'
import type { Taxonomy } from '../calendar/term.ts'
import type { Writer } from '../storage/database.ts'
import { recount } from '../storage/terms.ts'
import { createImageReferences, type ImageCounts, importImages } from './images.ts'
import { kindOf, type RecordKind } from './map.ts'
import { isRaw, type Raw } from './reader.ts'
import { readRecords, recordingsIn, type SourceEntry } from './source.ts'
import { type Counts, createTally, type Entry, type Tally } from './tally.ts'
import { type Run, writeEvents, writePosts, writeTerms } from './write.ts'

export interface Watch {
  /** A line for a person: where it is and what is wrong. */
  readonly problem: (text: string) => void
  readonly progress: (done: number, total: number) => void
  readonly imageProgress?: (done: number, total: number) => void
}

export interface ImportOptions {
  /** Whether images are fetched from the addresses that records name. */
  readonly fetchesImages?: boolean
}

export interface Report {
  readonly categories: Counts
  readonly tags: Counts
  readonly venues: Counts
  readonly organizers: Counts
  readonly events: Counts
  readonly images: ImageCounts
  /** Lines, and records of responses, that are no record. */
  readonly invalid: number
}

/** Records in a transaction: many enough to be fast, few enough for one statement. */
const BATCH = 250

/** What events need comes before them. */
const ORDER = ['category', 'tag', 'venue', 'organizer'] as const

/**
 * Records keep their numbers; those that are there are updated. A record that cannot be kept is told and counted, and
 * the others go on. Throws an `Error` when a file cannot be read.
 */
export async function importRecordings(
  services: Services,
  paths: readonly string[],
  watch: Watch,
  { fetchesImages = true }: ImportOptions = {},
): Promise<Report> {
  const references = createImageReferences()
  const files = recordingsIn(paths)
  const tally = createTally(watch.problem)
  const { entries, events } = await survey(files, tally)
  const total = events + ORDER.reduce((sum, kind) => sum + entries[kind].length, 0)
  let done = 0
  const write = async (batch: readonly Entry[], work: (run: Run) => Promise<unknown>) => {
    await services.database.transaction((tx) => work({ tx, services, tally, onWritten: references.add }))
    done += batch.length
    watch.progress(done, total)
  }
  for (const kind of ORDER) {
    for (const batch of batches(entries[kind])) await write(batch, (run) => writeKind(run, kind, batch))
  }
  for await (const batch of eventBatches(files, tally)) await write(batch, (run) => writeEvents(run, batch))
  await services.database.transaction((tx) => finish(tx, services))
  const images = await importImages(services, references.all(), { watch, fetchesImages })
  return reportOf(tally, images)
}

function writeKind(run: Run, kind: (typeof ORDER)[number], batch: readonly Entry[]): Promise<unknown> {
  return isTaxonomy(kind) ? writeTerms(run, kind, batch) : writePosts(run, kind, batch)
}

const isTaxonomy = (kind: RecordKind): kind is Taxonomy => kind === 'category' || kind === 'tag'

/** Counts are worked out from our own events, and numbering goes on after the highest imported one. */
async function finish(tx: Writer, { database: { engine }, now }: Services): Promise<void> {
  await recount(tx, now())
  await engine.resetSequence(tx, 'object_ids')
  await engine.resetSequence(tx, 'terms')
}

interface Survey {
  readonly entries: Readonly<Record<(typeof ORDER)[number], Entry[]>>
  /** How many lines are events; they are many, so they are read again later instead of kept. */
  readonly events: number
}

async function survey(files: readonly string[], tally: Tally): Promise<Survey> {
  const entries: Survey['entries'] = { category: [], tag: [], venue: [], organizer: [] }
  let events = 0
  for await (const entry of readRecords(files)) {
    const read = readEntry(entry)
    if ('flaw' in read) tally.fail(undefined, entry.where, read.flaw)
    else if (read.kind === 'event') events += 1
    else if (tally.isFirst(read.kind, read.raw['id'])) entries[read.kind].push({ raw: read.raw, where: entry.where })
  }
  return { entries, events }
}

type ReadEntry = { readonly kind: RecordKind; readonly raw: Raw } | { readonly flaw: string }

function readEntry(entry: SourceEntry): ReadEntry {
  if ('flaw' in entry) return entry
  const { value } = entry
  const kind = isRaw(value) ? kindOf(value) : undefined
  return kind && isRaw(value) ? { kind, raw: value } : { flaw: 'it is no event, venue, organizer, category or tag' }
}

async function* eventBatches(files: readonly string[], tally: Tally): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of readRecords(files)) {
    const read = readEntry(entry)
    if ('flaw' in read || read.kind !== 'event' || !tally.isFirst('event', read.raw['id'])) continue
    batch.push({ raw: read.raw, where: entry.where })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function* batches(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += BATCH) yield entries.slice(at, at + BATCH)
}

function reportOf(tally: Tally, images: ImageCounts): Report {
  const { category, tag, venue, organizer, event } = tally.counts()
  return {
    categories: category,
    tags: tag,
    venues: venue,
    organizers: organizer,
    events: event,
    images,
    invalid: tally.invalid(),
  }
}
