/** Runs sources, each in one process at a time across all nodes, and logs the runs. */
import { setInterval } from 'node:timers'
import { isLimitError, isLimitMessage } from '../../base/concurrency/contained-reader.ts'
import { redactSecrets } from '../../base/text/redact.ts'
import { addDays, addSeconds } from '../../base/time/parse-date.ts'
import { type Services, withOrigin } from '../../calendar/services.ts'
import { createSystemOrigin } from '../../kernel/change-record.ts'
import type { Writer } from '../../storage/types.ts'
import type { ExternalResult } from '../imports/external/external-record.ts'
import { importExternalRecords } from '../imports/external/import-external.ts'
import { isContentError } from '../imports/formats/content-error.ts'
import { updateSource } from './manage-sources.ts'
import { countPresentEvents, removeMissingEvents } from './missing-events.ts'
import { prepareEntries } from './prepare-entries.ts'
import { createRunReport, type RunReport } from './run-report.ts'
import {
  addRunCounts,
  deleteRunsBefore,
  endRun,
  findOpenRun,
  findRun,
  insertRun,
  listRuns,
  type RunResult,
  requeueRun,
  startRun,
} from './run-store.ts'
import { computeNextRun, computeRetry } from './schedule.ts'
import { createSourceKey, NO_COUNTS, type RunCounts, type Source, type SourceRun } from './source.ts'
import { type ReadSource, readSourceFailure, type SourceContent } from './source-content.ts'
import {
  claimSource,
  extendSourceClaim,
  findDueSources,
  findSource,
  releaseSource,
  type SourceState,
} from './source-store.ts'

/** A process that does not extend its claim for this time has ended. */
const CLAIM_SECONDS = 120
const EXTEND_MILLISECONDS = 30_000
/** A run that ends so many processes fails, instead of being started again. */
const MAX_ATTEMPTS = 3
/** Days for which the log contains runs. */
const LOG_DAYS = 30

export interface RunOptions {
  readonly signal: AbortSignal
  readonly read: ReadSource
}

/** Runs all sources that are due, one after the other, and returns the number of runs. */
export async function runDueSources(services: Services, options: RunOptions): Promise<number> {
  let runs = 0
  for (const id of await findDueSources(services.database.read, services.now())) {
    options.signal.throwIfAborted()
    if (await runSource(services, id, options)) runs++
  }
  return runs
}

/** Undefined when the source is not due, or another process runs it. Rejects with an `AbortError` when it is aborted. */
export async function runSource(services: Services, id: number, options: RunOptions): Promise<SourceRun | undefined> {
  const claimed = await claimRun(services, id)
  if (!claimed) return undefined
  const lost = new AbortController()
  const timer = setInterval(() => void extendClaim(services, claimed, lost), EXTEND_MILLISECONDS).unref()
  const signal = AbortSignal.any([options.signal, lost.signal])
  try {
    const ended = await executeRun(services, claimed, { ...options, signal })
    await services.database.transaction((tx) => finishRun(tx, services, claimed, ended))
    const change = ended.isTooCostly ? { isEnabled: false } : ended.change
    if (change) await updateSource(withOrigin(services, createSystemOrigin('import')), id, change)
  } catch (error) {
    if (options.signal.aborted) await services.database.transaction((tx) => interruptRun(tx, claimed))
    if (!lost.signal.aborted) throw error
  } finally {
    clearInterval(timer)
  }
  return findRun(services.database.read, claimed.run)
}

interface ClaimedRun {
  readonly source: Source
  /** As it was before it started. */
  readonly run: SourceRun
  readonly holder: string
}

const createClaim = ({ now }: Services, id: number, holder: string) => ({
  id,
  holder,
  until: addSeconds(now(), CLAIM_SECONDS),
})

/** Continues a requested or interrupted run, or starts a new one if it is due. */
function claimRun(services: Services, id: number): Promise<ClaimedRun | undefined> {
  const { database, now, random } = services
  const holder = random(8)
  return database.transaction(async (tx) => {
    if (!(await claimSource(tx, createClaim(services, id, holder), now()))) return undefined
    const source = await findSource(tx, id)
    const open = source && (await findOpenRun(tx, id))
    if (!source || (!open && (!source.isEnabled || source.nextRun > now()))) {
      // Another process has run it meanwhile.
      await releaseSource(tx, { id, holder }, undefined)
      return undefined
    }
    const run = open ?? (await insertRun(tx, { source: id, isPreview: false, isConfirmed: false }, now()))
    await startRun(tx, run, now())
    return { source, run, holder }
  })
}

/** Aborts the run if another process has taken over, or if the source was deleted. */
async function extendClaim(services: Services, { source, holder }: ClaimedRun, lost: AbortController): Promise<void> {
  const claim = createClaim(services, source.id, holder)
  // An unavailable database may be available again before the claim expires.
  const isExtended = await services.database.transaction((tx) => extendSourceClaim(tx, claim)).catch(() => true)
  if (!isExtended) lost.abort()
}

interface EndedRun {
  readonly result: RunResult
  /** Undefined after a preview. */
  readonly state: SourceState | undefined
  /** Whether the source is disabled, because it exceeded the limits of reading twice in a row. */
  readonly isTooCostly?: boolean
  /** Type and URL from which the next runs read. */
  readonly change?: Pick<Source, 'type' | 'url'>
}

/** A failure is a result. Rejects only when it is aborted. */
async function executeRun(services: Services, claimed: ClaimedRun, options: RunOptions): Promise<EndedRun> {
  const { source, run } = claimed
  const report = createRunReport({ listsAll: run.isPreview })
  const nextRun = () => computeNextRun(source, services.now())
  try {
    if (run.attempts >= MAX_ATTEMPTS) throw new Error(`The process ended during the run, ${run.attempts} times.`)
    const content = await options.read(services, source, options.signal)
    if (!content) {
      const result = { status: 'not-modified', counts: NO_COUNTS, details: [], error: '' } as const
      return { result, state: run.isPreview ? undefined : { nextRun: nextRun(), failures: 0, validators: undefined } }
    }
    await importContent(services, claimed, content, { report, signal: options.signal })
    const counts = addEarlierCounts(run, report.getCounts())
    // What failed is tried again, even if the source does not change.
    const validators = counts.failed === 0 ? content : { etag: '', lastModified: '' }
    const result = { status: 'succeeded', counts, details: report.getDetails(), error: '' } as const
    if (run.isPreview) return { result, state: undefined }
    return { result, state: { nextRun: nextRun(), failures: 0, validators }, ...pickChange(source, content) }
  } catch (error) {
    options.signal.throwIfAborted()
    const failed = createFailedRun(services, claimed, report, error)
    return isLimitError(error) && (await hasExceededBefore(services, claimed)) ? disableAfter(failed) : failed
  }
}

function pickChange({ type, url }: Source, { found }: SourceContent): Pick<EndedRun, 'change'> {
  const isSame = !found || (found.type === type && found.url === url)
  return isSame ? {} : { change: { type: found.type, url: found.url } }
}

async function importContent(
  services: Services,
  { source, run }: ClaimedRun,
  content: SourceContent,
  { report, signal }: { readonly report: RunReport; readonly signal: AbortSignal },
): Promise<void> {
  const { isPreview, isConfirmed } = run
  if (content.found) report.addNote(content.found.note)
  const countBefore = await countPresentEvents(services, source)
  const { seen } = await importExternalRecords(services, prepareEntries(content.entries), {
    source: createSourceKey(source),
    status: source.status,
    categories: source.category === 0 ? [] : [String(source.category)],
    mode: isPreview ? 'plan' : 'write',
    viewer: { id: source.author, role: 'administrator' },
    onResult: report.addResult,
    ...(!isPreview && { onBatch: (tx: Writer, results) => addRunCounts(tx, run.id, countWritten(results)) }),
    signal,
  })
  const { hasPast } = content
  await removeMissingEvents(services, source, { seen, countBefore, hasPast, isConfirmed, isPreview, report, signal })
}

const countWritten = (results: readonly ExternalResult[]) => ({
  created: results.filter(({ outcome }) => outcome === 'created').length,
  updated: results.filter(({ outcome }) => outcome === 'updated').length,
})

/** A process that ended during the run has written records, which this one has found unchanged. */
const addEarlierCounts = ({ created, updated }: RunCounts, counts: RunCounts): RunCounts => ({
  ...counts,
  created: counts.created + created,
  updated: counts.updated + updated,
  unchanged: Math.max(counts.unchanged - created - updated, 0),
})

function createFailedRun(services: Services, { source, run }: ClaimedRun, report: RunReport, error: unknown): EndedRun {
  const { now, random, reportError } = services
  const failure = readSourceFailure(error)
  if (!failure && !isLimitError(error)) reportError(error)
  const message = isContentError(error) ? redactSecrets(error.message) : INTERNAL_ERROR
  const failures = source.failures + 1
  const attempt = {
    failures,
    retrySeconds: failure?.retrySeconds ?? 0,
    random: Number.parseInt(random(4), 16) / 2 ** 32,
  }
  return {
    result: {
      status: 'failed',
      counts: addEarlierCounts(run, report.getCounts()),
      details: report.getDetails(),
      error: message,
    },
    state: run.isPreview ? undefined : { nextRun: computeRetry(attempt, now()), failures, validators: undefined },
  }
}

const INTERNAL_ERROR = 'An internal error occurred, which was logged.'

/** Whether the last run, apart from previews, has exceeded the limits. */
async function hasExceededBefore({ database }: Services, { source, run }: ClaimedRun): Promise<boolean> {
  if (run.isPreview) return false
  const { runs } = await listRuns(database.read, source.id, { page: 1, perPage: LAST_RUNS })
  const last = runs.find(({ id, isPreview, ended }) => id !== run.id && !isPreview && ended !== undefined)
  return last !== undefined && isLimitMessage(last.error)
}

/** Enough to find one that is no preview. */
const LAST_RUNS = 50

const disableAfter = (failed: EndedRun): EndedRun => ({
  ...failed,
  result: { ...failed.result, error: `${failed.result.error} The source was disabled, because this happened twice.` },
  isTooCostly: true,
})

/** Records nothing if another process has taken over. */
async function finishRun(
  tx: Writer,
  { now }: Services,
  { source, run, holder }: ClaimedRun,
  { result, state }: EndedRun,
): Promise<void> {
  if (!(await releaseSource(tx, { id: source.id, holder }, state))) return
  await endRun(tx, run.id, result, now())
  await deleteRunsBefore(tx, source.id, addDays(now(), -LOG_DAYS))
}

/** A shutdown is no failure: another process continues the run. */
async function interruptRun(tx: Writer, { source, run, holder }: ClaimedRun): Promise<void> {
  if (await releaseSource(tx, { id: source.id, holder }, undefined)) await requeueRun(tx, run)
}
