/** Runs the tasks of imports, one at a time across all nodes. */
import { setInterval } from 'node:timers'
import { redactSecrets } from '../../../base/text/redact.ts'
import { addSeconds } from '../../../base/time/parse-date.ts'
import type { Services } from '../../../calendar/services.ts'
import { isContentError } from '../formats/content-error.ts'
import type { Import } from '../import.ts'
import { deleteImportFile } from '../import-files.ts'
import { replaceResults } from '../import-results.ts'
import {
  claimNextTask,
  claimTask,
  endTask,
  findImport,
  hasActiveImport,
  markImported,
  releaseExpired,
  saveProgress,
  type TaskOutcome,
  type TaskProgress,
} from '../import-store.ts'
import { requestTask } from '../manage-imports.ts'
import { executeTask } from './execute-task.ts'
import { inspectImport } from './inspect-import.ts'
import { createResultCollector, type ResultCollector } from './result-collector.ts'

/** A process that does not extend its claim for this time has ended. */
export const CLAIM_SECONDS = 120
const PROGRESS_MILLISECONDS = 1000
/** A task that ends so many processes fails, instead of being started again. */
const MAX_ATTEMPTS = 3

export const PROCESS_ENDED = 'The process ended during the import.'

/** Runs the oldest waiting task, unless another one runs. Returns its import. */
export async function runNextImport(services: Services, signal: AbortSignal): Promise<Import | undefined> {
  const { database, now, random } = services
  if (!(await hasActiveImport(database.read))) return undefined
  const holder = random(8)
  const claimed = await database.transaction(async (tx) => {
    await releaseExpired(tx, now(), PROCESS_ENDED)
    return claimNextTask(tx, { holder, until: addSeconds(now(), CLAIM_SECONDS) }, now())
  })
  if (claimed) await runClaimed(services, claimed, { holder, signal })
  return claimed
}

/**
 * Performs a task in this process, without waiting for others. Throws like `requestTask`. A failure is part of the
 * returned import.
 */
export async function runTaskNow(
  services: Services,
  request: Parameters<typeof requestTask>[1],
  signal: AbortSignal,
): Promise<Import> {
  const { database, now, random } = services
  const holder = random(8)
  const one = await requestTask(services, request)
  const claim = { id: one.id, holder, until: addSeconds(now(), CLAIM_SECONDS) }
  await database.transaction((tx) => claimTask(tx, claim, now()))
  await runClaimed(services, one, { holder, signal })
  return (await findImport(database.read, one.id)) ?? one
}

async function runClaimed(
  services: Services,
  one: Import,
  { holder, signal: shutdown }: { readonly holder: string; readonly signal: AbortSignal },
): Promise<void> {
  const watch = watchTask(services, one, holder)
  const collector = createResultCollector()
  const signal = AbortSignal.any([shutdown, watch.stop.signal, watch.lost.signal])
  try {
    const outcome = await performTask(services, one, { collector, signal, progress: watch.progress })
    await finishTask(services, one, { holder, collector, progress: watch.read(), outcome })
  } catch (error) {
    if (watch.lost.signal.aborted) return
    const outcome = createFailure(services, error, {
      collector,
      isStopped: watch.stop.signal.aborted,
      isInterrupted: shutdown.aborted,
    })
    await finishTask(services, one, { holder, collector, progress: watch.read(), outcome })
    if (shutdown.aborted) throw error
  } finally {
    watch.end()
  }
}

interface PerformContext {
  readonly collector: ResultCollector
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

async function performTask(services: Services, one: Import, context: PerformContext): Promise<TaskOutcome> {
  const { collector, signal } = context
  if (one.attempts > MAX_ATTEMPTS) throw new Error(`The process ended during the import, ${MAX_ATTEMPTS} times.`)
  if (one.task === 'inspect') {
    const onNote = (details: string) =>
      collector.add({ outcome: 'warning', kind: '', recordId: 0, title: '', location: one.url, details })
    const inspection = await inspectImport(services, one, { signal, onNote })
    return { status: 'succeeded', counts: collector.counts(), error: '', ...inspection }
  }
  if (one.task === 'run') await services.database.transaction((tx) => markImported(tx, one.id, services.now()))
  await executeTask(services, one, context)
  return {
    ...{ status: 'succeeded', counts: collector.counts(), error: '' },
    isComplete: one.task === 'run',
    isUndone: one.task === 'undo',
  }
}

interface FailureContext {
  readonly collector: ResultCollector
  readonly isStopped: boolean
  readonly isInterrupted: boolean
}

/** A shutdown is no failure: another process starts the task again. */
function createFailure(
  { reportError }: Services,
  error: unknown,
  { collector, isStopped, isInterrupted }: FailureContext,
): TaskOutcome {
  const counts = collector.counts()
  if (isInterrupted) return { status: 'queued', counts, error: '' }
  if (isStopped) return { status: 'stopped', counts, error: '' }
  if (isContentError(error)) return { status: 'failed', counts, error: redactSecrets(error.message) }
  reportError(error)
  return { status: 'failed', counts, error: 'An internal error occurred, which was logged.' }
}

interface FinishContext {
  readonly holder: string
  readonly collector: ResultCollector
  readonly progress: TaskProgress
  readonly outcome: TaskOutcome
}

/** Stores nothing if another process has taken over. */
async function finishTask(
  { database, now }: Services,
  { id, task }: Import,
  { holder, collector, progress, outcome }: FinishContext,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await endTask(tx, { id, holder }, { ...outcome, ...progress }, now()))) return
    const results = collector.results()
    const hasResults = task !== 'inspect' || results.length > 0
    if (hasResults && outcome.status !== 'queued') await replaceResults(tx, id, results)
    if (outcome.isComplete) await deleteImportFile(tx, id)
  })
}

interface TaskWatch {
  /** Aborted on request of an administrator. */
  readonly stop: AbortController
  /** Aborted when another process has taken over, or the import was deleted. */
  readonly lost: AbortController
  readonly progress: (done: number, total: number) => void
  readonly read: () => TaskProgress
  readonly end: () => void
}

/** Stores the progress and extends the claim regularly. */
export function watchTask({ database, now }: Services, { id }: Pick<Import, 'id'>, holder: string): TaskWatch {
  const [stop, lost] = [new AbortController(), new AbortController()]
  let progress: TaskProgress = { done: 0, total: 0 }
  let isSaving = false
  const save = async () => {
    if (isSaving) return
    isSaving = true
    const claim = { id, holder, until: addSeconds(now(), CLAIM_SECONDS) }
    // An unavailable database may be available again before the claim expires.
    const state = await database.transaction((tx) => saveProgress(tx, claim, progress)).catch(() => 'running')
    isSaving = false
    if (state === 'lost') lost.abort()
    if (state === 'stopping') stop.abort()
  }
  const timer = setInterval(() => void save(), PROGRESS_MILLISECONDS).unref()
  return {
    stop,
    lost,
    progress: (done, total) => {
      progress = { done, total }
    },
    read: () => progress,
    end: () => clearInterval(timer),
  }
}
