/** Imports records of another calendar, so that a repeated import writes only what has changed at the source. */

import { type Services, withOrigin } from '../../../calendar/services.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import { createSystemOrigin } from '../../../kernel/change-record.ts'
import { compareRecord, type PendingRecord } from './compare-record.ts'
import {
  type ExternalEntry,
  type ExternalImportOptions,
  type ExternalOutcome,
  type ExternalRecord,
  type ExternalResult,
  IMPORT_VIEWER,
  type UnreadableRecord,
} from './external-record.ts'
import { createRecordImages, type RecordImages } from './record-images.ts'
import { createStateId, describeRecord, findStates, getStateKind } from './record-state.ts'
import { writeBatch } from './write-batch.ts'
import { getHorizonDate } from './write-series.ts'

export type ExternalCounts = Readonly<Record<ExternalOutcome, number>>

export interface ExternalImport {
  readonly counts: ExternalCounts
  /** The records of the input, for `findMissingRecords`. */
  readonly seen: ReadonlySet<string>
}

/** Records per transaction, which also ends after a series, because that has up to a thousand events. */
const BATCH_SIZE = 100

/**
 * Creates and updates records. A record that was edited here since its last import is never overwritten: if it has
 * changed at the source, it is a conflict. Records that the input lacks stay. Throws what the input throws.
 */
export async function importExternalRecords(
  services: Services,
  entries: AsyncIterable<ExternalEntry>,
  options: ExternalImportOptions,
): Promise<ExternalImport> {
  const { origin = createSystemOrigin('import') } = options
  const run = createRun(withOrigin(services, origin), options)
  let batch: ExternalRecord[] = []
  for await (const entry of entries) {
    options.signal?.throwIfAborted()
    if ('failure' in entry) run.reportUnreadable(entry)
    else if (run.isFirst(entry)) batch.push(entry)
    else run.report({ ...describeRecord(entry), outcome: 'failed', reason: 'an earlier record has the same key' })
    const last = batch.at(-1)
    if (!last || (batch.length < BATCH_SIZE && getStateKind(last) !== 'series')) continue
    await importBatch(run, batch)
    batch = []
  }
  await importBatch(run, batch)
  return { counts: run.counts, seen: run.seen }
}

interface ImportRun {
  readonly services: Services
  readonly options: ExternalImportOptions
  readonly images: RecordImages
  readonly report: (result: ExternalResult) => void
  readonly reportUnreadable: (entry: UnreadableRecord) => void
  /** False if an earlier record of the input has the same kind and key. */
  readonly isFirst: (record: ExternalRecord) => boolean
  readonly counts: ExternalCounts
  readonly seen: ReadonlySet<string>
}

function createRun(services: Services, options: ExternalImportOptions): ImportRun {
  const counts = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }
  const seen = new Set<string>()
  const report = (result: ExternalResult): void => {
    counts[result.outcome] += 1
    options.onResult?.(result)
  }
  return {
    services,
    options,
    images: createRecordImages(services, options),
    counts,
    seen,
    report,
    reportUnreadable: ({ where, failure, key }) => {
      if (key !== undefined) for (const kind of ['event', 'series'] as const) seen.add(createStateId(kind, key))
      report({ outcome: 'failed', where, reason: failure, ...(key !== undefined && { key }) })
    },
    isFirst: (record) => {
      const ids = record.kind === 'event' ? (['event', 'series'] as const) : [record.kind]
      const isRepeated = ids.some((kind) => seen.has(createStateId(kind, record.key)))
      seen.add(createStateId(getStateKind(record), record.key))
      return !isRepeated
    },
  }
}

async function importBatch(run: ImportRun, batch: readonly ExternalRecord[]): Promise<void> {
  const { services, options } = run
  const { viewer = IMPORT_VIEWER } = options
  const { read } = services.database
  const states = await findStates(read, options.source, batch)
  const horizon = getHorizonDate(createWriteContext(services, viewer), services.site.seriesHorizon)
  const compared = []
  for (const record of batch) compared.push(await compareRecord(read, record, states, horizon))
  const pending: PendingRecord[] = []
  for (const one of compared) {
    if ('outcome' in one) continue
    const { record, warnings } = await run.images.resolve(one.record, viewer.id)
    pending.push({ ...one, record, warnings })
  }
  const results = new Map(
    (await writeBatch(services, options, pending)).map((result) => [`${result.kind} ${result.key}`, result]),
  )
  for (const one of compared) {
    const result = 'outcome' in one ? one : results.get(createStateId(getStateKind(one.record), one.record.key))
    if (result) run.report(result)
  }
}
