/**
 * Background jobs: publish scheduled records, geocode venues, extend series, run sources and imports, render fragments,
 * deliver webhooks, check links, send mails about reviews and digests, purge shared caches, warm the cache, clean up.
 */

import { publishScheduledPosts } from './calendar/events/publish-scheduled.ts'
import { createFragmentJob } from './calendar/fragments/render-fragments.ts'
import { deleteOldIdempotencyKeys } from './calendar/idempotency.ts'
import { createRenderContext } from './calendar/posts/render-settings.ts'
import type { Urls } from './calendar/posts/urls.ts'
import { warmFragmentCache } from './calendar/posts/warm-cache.ts'
import { extendDueSeries } from './calendar/series/extend-series.ts'
import { type ProcessServices, type Services, withCurrentSite, withOrigin } from './calendar/services.ts'
import { type BackupSchedule, createBackupRunner } from './features/backup/run-backup.ts'
import type { DigestOptions } from './features/digests/digest-renderer.ts'
import { sendDueDigests } from './features/digests/send-digests.ts'
import { deleteOldDigests } from './features/digests/subscriptions.ts'
import { geocodeNextDue } from './features/geocoding/geocode-venue.ts'
import { deleteOldHistory } from './features/history/delete-old-history.ts'
import { deleteOldImports } from './features/imports/delete-old-imports.ts'
import { runNextImport } from './features/imports/runs/run-imports.ts'
import { deriveDueImages } from './features/media/derive-image-data.ts'
import { removeAbandonedFiles } from './features/media/orphaned-files.ts'
import { sendReviewMails } from './features/review/review-mails.ts'
import { checkDueLinks } from './features/settings/check-links.ts'
import { createPurgeRunner, type PurgeOptions } from './features/shared-caches/purge-runner.ts'
import { readSource } from './features/sources/read-source.ts'
import { runDueSources } from './features/sources/run-source.ts'
import { deleteOldSubmissions } from './features/submissions/delete-old-submissions.ts'
import { deleteOldDeliveries } from './features/webhooks/delete-old-deliveries.ts'
import { createWebhookRunner } from './features/webhooks/webhook-runner.ts'
import { createSystemOrigin } from './kernel/change-record.ts'
import type { ChangeBus } from './storage/types.ts'

export interface Scheduler {
  /** Stops the timer, aborts pending outgoing requests and waits for running jobs. */
  readonly stop: () => Promise<void>
}

interface Job {
  /** Label of the job in metrics. */
  readonly name: string
  /** Milliseconds from the end of a run to the next. */
  readonly interval: number
  readonly run: (services: Services, signal: AbortSignal) => Promise<unknown>
  /** Waits for work that `run` has started. */
  readonly settle?: () => Promise<void>
  /** True for a job that also runs when the database has changed. */
  readonly followsChanges?: true
}

export interface CachePurgeOptions extends PurgeOptions {
  /** URLs of the caches. Each has a job of its own, so that one that fails does not delay the others. */
  readonly urls: readonly string[]
}

export interface JobOptions {
  /** Without one, no backups are written. */
  readonly backups?: BackupSchedule | undefined
  /** URLs in the messages of webhooks; without them, webhooks are not delivered. */
  readonly getUrls?: () => Urls
  /** Without them, no digests are sent. */
  readonly digests?: DigestOptions | undefined
  /** Without them, no shared caches are purged. */
  readonly purges?: CachePurgeOptions | undefined
}

const TICK_MILLISECONDS = 1000
const MINUTE_MILLISECONDS = 60_000
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

/** Jobs are independent of each other; an idle run is one indexed query per table. */
const createJobs = ({ backups, getUrls, digests, purges }: JobOptions): readonly Job[] => [
  { name: 'publish', interval: TICK_MILLISECONDS, run: publishScheduledPosts },
  { name: 'geocode', interval: TICK_MILLISECONDS, run: geocodeNextVenue },
  { name: 'series', interval: TICK_MILLISECONDS, run: extendDueSeries },
  { name: 'fragments', interval: TICK_MILLISECONDS, run: createFragmentJob() },
  { name: 'sources', interval: TICK_MILLISECONDS, run: runSources },
  { name: 'imports', interval: TICK_MILLISECONDS, run: runNextImport },
  { name: 'import-files', interval: HOUR_MILLISECONDS, run: deleteOldImports },
  { name: 'images', interval: TICK_MILLISECONDS, run: deriveDueImages },
  { name: 'links', interval: MINUTE_MILLISECONDS, run: checkDueLinks },
  { name: 'clean-up', interval: DAY_MILLISECONDS, run: removeAbandonedFiles },
  { name: 'history', interval: DAY_MILLISECONDS, run: deleteOldHistory },
  { name: 'idempotency-keys', interval: HOUR_MILLISECONDS, run: deleteOldIdempotencyKeys },
  { name: 'submissions', interval: HOUR_MILLISECONDS, run: deleteOldSubmissions },
  { name: 'webhook-log', interval: DAY_MILLISECONDS, run: deleteOldDeliveries },
  ...(getUrls ? [{ name: 'webhooks', interval: TICK_MILLISECONDS, ...createWebhookRunner(getUrls) }] : []),
  ...(getUrls ? [createReviewJob(getUrls)] : []),
  ...(digests ? [createDigestJob(digests)] : []),
  ...(purges ? purges.urls.map((url, index) => createPurgeJob(purges, url, index)) : []),
  { name: 'digest-clean-up', interval: HOUR_MILLISECONDS, run: deleteOldDigests },
  ...(backups ? [createBackupJob(backups)] : []),
]

/** Receives an error and the name of the job; the next run follows as usual. */
type FailureListener = (error: unknown, job: string) => void

export const startJobs = (services: ProcessServices, onFailure: FailureListener, options: JobOptions = {}): Scheduler =>
  startScheduler(createJobs(options), services, onFailure)

const createReviewJob = (getUrls: () => Urls): Job => ({
  name: 'review-mails',
  interval: TICK_MILLISECONDS,
  run: (services) => sendReviewMails(services, getUrls),
})

const createDigestJob = (digests: DigestOptions): Job => ({
  name: 'digests',
  interval: TICK_MILLISECONDS,
  run: (services, signal) => sendDueDigests(services, digests, signal),
})

const createBackupJob = (schedule: BackupSchedule): Job => ({
  name: 'backup',
  interval: TICK_MILLISECONDS,
  run: createBackupRunner(schedule),
})

const createPurgeJob = (options: PurgeOptions, url: string, index: number): Job => ({
  name: index === 0 ? 'purges' : `purges-${index + 1}`,
  interval: TICK_MILLISECONDS,
  run: createPurgeRunner(url, options),
  followsChanges: true,
})

/** Runs in every process, because each has its own fragment cache. */
export const startCacheWarmUp = (services: ProcessServices, onFailure: FailureListener): Scheduler =>
  startScheduler([{ name: 'warm-up', interval: TICK_MILLISECONDS, run: createWarmUp() }], services, onFailure)

function startScheduler(jobs: readonly Job[], services: ProcessServices, onFailure: FailureListener): Scheduler {
  const controller = new AbortController()
  const { signal } = controller
  const stops = jobs.map(({ name, interval, run, followsChanges }) => {
    services.jobs.register(name, interval)
    const bus = followsChanges ? services.database.bus : undefined
    return startInterval({ interval, bus }, async () => {
      try {
        await services.jobs.run(name, interval, async () => {
          await run(withOrigin(withCurrentSite(services), createSystemOrigin('job')), signal)
        })
      } catch (error) {
        if (!isAborted(error, signal)) onFailure(error, name)
      }
    })
  })
  return {
    stop: async () => {
      controller.abort()
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(jobs.map(({ settle }) => settle?.()))
    },
  }
}

/** Warms the cache once per render context, after its first use. */
function createWarmUp(): Job['run'] {
  let nextIndex = 0
  return async (services, signal) => {
    const setting = services.fragments.getRenderContexts()[nextIndex]
    if (!setting) return
    nextIndex++
    await warmFragmentCache(services, createRenderContext(setting.urls, services.site), signal)
  }
}

const isAborted = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && error.name === 'AbortError'

interface IntervalOptions {
  readonly interval: number
  /** Starts the work, too, when the database has changed. */
  readonly bus: ChangeBus | undefined
}

/** The first run is after a second. `work` must not reject. Returns the function that stops the timer. */
function startInterval({ interval, bus }: IntervalOptions, work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let isIdle = true
  let nextRun = 0
  let isStopped = false
  let hasChanged = false
  const start = () => {
    isIdle = false
    hasChanged = false
    // Timers may fire a little early.
    nextRun = performance.now() + interval - TICK_MILLISECONDS / 2
    running = work().finally(() => {
      isIdle = true
      if (hasChanged && !isStopped) start()
    })
  }
  const timer = setInterval(() => {
    if (isIdle && performance.now() >= nextRun) start()
  }, TICK_MILLISECONDS)
  const unsubscribe = bus?.subscribe(() => {
    hasChanged = true
    if (isIdle) start()
  })
  return async () => {
    isStopped = true
    clearInterval(timer)
    unsubscribe?.()
    await running
  }
}

const runSources = (services: Services, signal: AbortSignal): Promise<number> =>
  runDueSources(services, { signal, read: readSource })

async function geocodeNextVenue(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeNextDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}
