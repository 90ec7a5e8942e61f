/** Processes one page of a list: writes its records, imports their images, and compares both sides. */
import type { Writer } from '../../../storage/types.ts'
import { compareRecords, listUnsupportedFields } from '../comparison/compare-records.ts'
import type { LocalRecord } from '../comparison/read-local-records.ts'
import { describeSiteRecord, prepareSiteRecords, type SiteRecord } from '../comparison/site-record.ts'
import type { RecordDifference } from '../comparison/site-report.ts'
import { continueSequences } from '../import-records.ts'
import type { ImportKind } from '../map-record.ts'
import { adoptRecords } from './adopt-records.ts'
import type { ImportRun } from './import-run.ts'
import { importRecordImages } from './record-images.ts'
import { type RecordOutcome, writeSiteRecords } from './write-site-records.ts'

export interface SitePage {
  readonly items: readonly unknown[]
  readonly unreadable: readonly string[]
}

/** Writes the records of a page. `saveProgress` runs in the same transaction. Returns the outcome of each record. */
export async function writePage(
  run: ImportRun,
  kind: ImportKind,
  page: SitePage,
  saveProgress?: (tx: Writer) => Promise<void>,
): Promise<{ readonly records: readonly SiteRecord[]; readonly outcomes: readonly RecordOutcome[] }> {
  run.signal?.throwIfAborted()
  const { records, failures } = await prepareSiteRecords(run.site, kind, page.items)
  for (const { id, reason } of failures) reportFailure(run, kind, id, reason)
  for (const where of page.unreadable)
    reportFailure(run, kind, undefined, `the site reports an internal error: ${where}`)
  const outcomes = await run.writes.run(() => writeInTransaction(run, kind, records, saveProgress))
  for (const outcome of outcomes) reportOutcome(run, outcome)
  for (const { id } of records) run.report.seen[kind].add(id)
  return { records, outcomes }
}

function reportFailure(
  { report, observer }: ImportRun,
  kind: ImportKind,
  id: number | undefined,
  reason: string,
): void {
  const text = id === undefined ? reason : `${kind} ${id}: ${reason}`
  report.addProblem(text, id === undefined ? text : `${kind} ${id}`)
  observer.problem?.(text)
  if (id === undefined) {
    report.countFailure(kind)
    return
  }
  report.countAction(kind, id, 'fail')
  report.seen[kind].add(id)
  report.setResult(kind, id, { kind, id, title: '', state: 'missing', reason, fields: [] })
}

function reportOutcome({ report, observer }: ImportRun, { kind, id, action, reason, record }: RecordOutcome): void {
  const isFirst = report.countAction(kind, id, action)
  // A dry run creates a record again on every page that contains it.
  if (isFirst && (action === 'create' || action === 'update'))
    observer.change?.({ action, kind, id, title: describeSiteRecord(record) })
  if (action !== 'fail' && action !== 'conflict') {
    report.removeProblem(`${kind} ${id}`)
    return
  }
  const text = action === 'fail' ? reason : `${kind} ${id}: ${reason}; it is not changed`
  report.addProblem(text, `${kind} ${id}`)
  observer.problem?.(text)
}

/** The transaction of a dry run is rolled back. */
async function writeInTransaction(
  { services, site, isDryRun }: ImportRun,
  kind: ImportKind,
  records: readonly SiteRecord[],
  saveProgress?: (tx: Writer) => Promise<void>,
): Promise<RecordOutcome[]> {
  const rollback = new Error('a dry run writes nothing')
  let outcomes: RecordOutcome[] = []
  try {
    await services.database.transaction(async (tx) => {
      outcomes = await writeSiteRecords({ tx, services, source: site.source }, kind, records)
      await saveProgress?.(tx)
      if (outcomes.some(({ action }) => action === 'create')) await continueSequences(tx, services)
      if (isDryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return outcomes
}

/** Writes the records of a page with their images, and compares them with those of this service. */
export async function synchronizePage(run: ImportRun, kind: ImportKind, page: SitePage): Promise<void> {
  const { records, outcomes } = await writePage(run, kind, page)
  if (run.isDryRun) return
  const byId = new Map(outcomes.filter((outcome) => outcome.kind === kind).map((outcome) => [outcome.id, outcome]))
  const written = records.filter(({ id }) => ['create', 'update', 'unchanged'].includes(byId.get(id)?.action ?? ''))
  await run.writes.run(() => importRecordImages(run, kind, written))
  await run.writes.run(() =>
    adoptRecords(run, kind, records, (locals) => {
      const equal = records.filter((record) =>
        compareRecord(run, kind, record, { local: locals.get(record.id), outcome: byId.get(record.id) }),
      )
      return new Set(equal.map(({ id }) => id))
    }),
  )
}

interface ComparedSides {
  readonly local: LocalRecord | undefined
  readonly outcome: RecordOutcome | undefined
}

/** Returns whether the record is equal on both sides. */
function compareRecord(
  { report, site }: ImportRun,
  kind: ImportKind,
  { id, record }: SiteRecord,
  { local, outcome }: ComparedSides,
): boolean {
  report.addUnsupported(listUnsupportedFields(kind, record))
  const fields = local ? compareRecords(kind, record, local, site.address.home) : []
  if (local && fields.length === 0) {
    report.setResult(kind, id, undefined)
    return true
  }
  const state = local ? 'different' : 'missing'
  const difference: RecordDifference = {
    kind,
    id,
    title: describeSiteRecord(record),
    state,
    fields,
    reason: outcome?.reason ?? '',
  }
  report.setResult(kind, id, difference)
  return false
}
