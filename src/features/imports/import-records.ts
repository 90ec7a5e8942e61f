/** Imports the records of another site from list responses, in any order and any number of files. */

import type { Services } from '../../calendar/services.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Writer } from '../../storage/types.ts'
import { sortParentsFirst } from './category-tree.ts'
import { createEventParents } from './event-parents.ts'
import type { FileEntry, FileWarning } from './formats/read-files.ts'
import { isRawRecord, type RawRecord } from './formats/record-reader.ts'
import { createImageCollector, type ImageCounts, importImages } from './import-images.ts'
import { detectRecordKind, type ImportKind, readEmbedded } from './map-record.ts'
import {
  createImportTally,
  type ImportTally,
  type RecordCounts,
  type RecordEntry,
  type ReportProblem,
} from './report.ts'
import { type ImportContext, readCategoryNode, writeEvents, writePosts, writeTerms } from './write-records.ts'

export interface ImportObserver {
  readonly problem: ReportProblem
  readonly progress: (done: number, total: number) => void
  readonly imageProgress?: (done: number, total: number) => void
  /** Called for every event, venue and organizer that did not fail. */
  readonly written?: ImportContext['onWritten']
}

export interface ImportOptions {
  /** Whether images are fetched from their URLs. Default: true. */
  readonly fetchesImages?: boolean
}

/** Yields the records of an import from the beginning, at each call the same ones. */
export type ReadEntries = () => AsyncIterable<FileEntry>

export interface ImportReport {
  readonly categories: RecordCounts
  readonly tags: RecordCounts
  readonly venues: RecordCounts
  readonly organizers: RecordCounts
  readonly events: RecordCounts
  readonly images: ImageCounts
  /** Lines and list items that are not records. */
  readonly invalid: number
}

/** Records per statement. Their columns must fit into the parameters of one statement. */
const BATCH_SIZE = 250
/** Records per transaction: a commit writes most pages of the indexes, but other writers wait for its end. */
const TRANSACTION_SIZE = 1000

/** Records that events refer to, in dependency order. */
const IMPORT_ORDER = ['category', 'tag', 'venue', 'organizer'] as const

/**
 * Records keep their IDs; existing ones are updated. Invalid records are reported, counted and skipped. The records are
 * read twice, so that events do not have to be held in memory. Throws an `Error` if they cannot be read.
 */
export async function importRecords(
  services: Services,
  readEntries: ReadEntries,
  observer: ImportObserver,
  { fetchesImages = true }: ImportOptions = {},
): Promise<ImportReport> {
  const imageCollector = createImageCollector()
  const tally = createImportTally(observer.problem)
  const { entries, events } = await surveyEntries(readEntries, tally)
  const total = events + IMPORT_ORDER.reduce((sum, kind) => sum + entries[kind].length, 0)
  let done = 0
  const write = async (records: readonly RecordEntry[], writeBatch: WriteBatch) => {
    await services.database.transaction(async (tx) => {
      const onWritten: ImportContext['onWritten'] = (kind, entry, outcome) => {
        imageCollector.add(kind, entry)
        observer.written?.(kind, entry, outcome)
      }
      const context = { tx, services, tally, onWritten }
      for (const batch of splitIntoBatches(records, BATCH_SIZE)) await writeBatch(context, batch)
      await continueSequences(tx, services)
    })
    done += records.length
    observer.progress(done, total)
  }
  for (const kind of IMPORT_ORDER) {
    for (const records of splitIntoBatches(entries[kind], TRANSACTION_SIZE)) {
      await write(records, (context, batch) => writeKind(context, kind, batch))
    }
  }
  const parents = createEventParents()
  for await (const records of readEvents(readEntries, tally)) {
    await write(records, async (context, batch) => writeEvents(context, await parents.hold(context.tx, batch)))
  }
  await services.database.transaction((tx) => parents.release(tx, services.now()))
  const problem = (text: string, where: string) => observer.problem(text, where, 'failed')
  const images = await importImages(services, imageCollector.all(), {
    observer: { ...observer, problem },
    fetchesImages,
  })
  return buildReport(tally, images)
}

type WriteBatch = (context: ImportContext, batch: readonly RecordEntry[]) => Promise<unknown>

function writeKind(
  context: ImportContext,
  kind: (typeof IMPORT_ORDER)[number],
  batch: readonly RecordEntry[],
): Promise<unknown> {
  return isTaxonomy(kind) ? writeTerms(context, kind, batch) : writePosts(context, kind, batch)
}

const isTaxonomy = (kind: ImportKind): kind is Taxonomy => kind === 'category' || kind === 'tag'

/** A new local record must not get an imported ID, even if the import is never completed. */
export async function continueSequences(tx: Writer, { database: { engine } }: Services): Promise<void> {
  await engine.resetSequence(tx, 'object_ids')
  await engine.resetSequence(tx, 'terms')
}

interface RecordSurvey {
  /** Categories include those that only events contain, and follow their parents. */
  readonly entries: Readonly<Record<(typeof IMPORT_ORDER)[number], RecordEntry[]>>
  /** Number of events. They are read again later instead of being held in memory. */
  readonly events: number
}

async function surveyEntries(readEntries: ReadEntries, tally: ImportTally): Promise<RecordSurvey> {
  const entries: RecordSurvey['entries'] = { category: [], tag: [], venue: [], organizer: [] }
  const embedded = new Map<unknown, RecordEntry>()
  let events = 0
  for await (const entry of readEntries()) {
    const { where } = entry
    if ('warning' in entry) {
      tally.warn(where, entry.warning)
      continue
    }
    const read = parseEntry(entry)
    if ('failure' in read) tally.fail(undefined, where, read.failure)
    else if (read.kind === 'event') {
      events += 1
      for (const raw of readEmbedded(read.raw).category)
        if (!embedded.has(raw['id'])) embedded.set(raw['id'], { raw, where, isEmbedded: true })
    } else if (tally.isFirst(read.kind, read.raw['id'])) entries[read.kind].push({ raw: read.raw, where })
  }
  const others = [...embedded.values()].filter(({ raw }) => tally.isFirst('category', raw['id']))
  const category = sortParentsFirst([...entries.category, ...others], readCategoryNode)
  return { entries: { ...entries, category }, events }
}

type ParsedEntry = { readonly kind: ImportKind; readonly raw: RawRecord } | { readonly failure: string }

function parseEntry(entry: Exclude<FileEntry, FileWarning>): ParsedEntry {
  if ('failure' in entry) return entry
  const { value } = entry
  const kind = isRawRecord(value) ? detectRecordKind(value) : undefined
  return kind && isRawRecord(value)
    ? { kind, raw: value }
    : { failure: 'it is not an event, venue, organizer, category or tag' }
}

/** Yields the events of one transaction at a time. */
async function* readEvents(readEntries: ReadEntries, tally: ImportTally): AsyncGenerator<RecordEntry[]> {
  let records: RecordEntry[] = []
  for await (const entry of readEntries()) {
    if ('warning' in entry) continue
    const read = parseEntry(entry)
    if ('failure' in read || read.kind !== 'event' || !tally.isFirst('event', read.raw['id'])) continue
    records.push({ raw: read.raw, where: entry.where })
    if (records.length < TRANSACTION_SIZE) continue
    yield records
    records = []
  }
  if (records.length > 0) yield records
}

function buildReport(tally: ImportTally, images: ImageCounts): ImportReport {
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
