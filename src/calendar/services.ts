import type { ReadCacheStatistics } from '../base/cache-statistics.ts'
import type { ContainedReader } from '../base/concurrency/contained-reader.ts'
import type { TaskOptions } from '../base/concurrency/queue.ts'
import type { SafeFetch } from '../base/net/safe-fetch.ts'
import type { SiteFetch } from '../base/net/site-fetch.ts'
import type { DateTime } from '../base/time/date-time.ts'
import type { Origin } from '../kernel/change-record.ts'
import type { JobMonitor } from '../kernel/job-monitor.ts'
import type { Mailer } from '../kernel/mailer.ts'
import type { Site, TimeContext } from '../kernel/site.ts'
import type { StatementLog } from '../storage/statement-log.ts'
import type { Database } from '../storage/types.ts'
import type { FragmentCache } from './fragments/fragment-cache.ts'
import type { ImageDecoder } from './images/image-decoder.ts'
import type { MediaStore } from './images/media-store.ts'
import type { TemporaryFiles } from './images/temporary-files.ts'
import type { LiveSettings } from './live-settings.ts'
import type { EventWriteListener } from './posts/apply-post-input.ts'

/** Hashes account passwords (`calendar/users/password-hash.ts`). */
export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>
  /** Returns false without a `passwordHash`, after the same time. Throws `sign_ins_busy` when too many others wait. */
  readonly verify: (passwordHash: string | undefined, password: string, options: TaskOptions) => Promise<boolean>
}

/** Dependencies that live as long as the process. They have no settings of the site, which may change. */
export interface CoreServices {
  readonly database: Database
  readonly settings: LiveSettings
  /** The current time, UTC. */
  readonly now: () => DateTime
  /** Computes the range of the day once per day and zone. */
  readonly findTimeContext: (site: Site, now: DateTime) => TimeContext
  /** Returns `bytes` random bytes in hexadecimal. */
  readonly random: (bytes: number) => string
  /** Files of the media library. */
  readonly files: MediaStore
  /** Uploads of requests in progress. */
  readonly temporaryFiles: TemporaryFiles
  readonly imageDecoder: ImageDecoder
  /** Reads files and feeds of others in child processes (`features/imports/formats/read-content.ts`). */
  readonly reader: ContainedReader
  /** Fetches URLs that requests contain, with SSRF protection. */
  readonly fetch: SafeFetch
  /** Whether URLs must not be fetched, because all writers would wait for the other host. */
  readonly mustNotFetch?: true
  /** Fetches the URLs of sources, with SSRF protection. */
  readonly fetchSource: SafeFetch
  /** Sends requests to sites that administrators import, with SSRF protection. */
  readonly fetchSite: SiteFetch
  /** Reports errors of background work and of steps that do not fail their request. */
  readonly reportError: (error: unknown) => void
  readonly passwords: PasswordHasher
  readonly fragments: FragmentCache
  /** Runs and observes the background jobs of this process. */
  readonly jobs: JobMonitor
  /** Attributes statements of the database to requests. */
  readonly statementLog: StatementLog
  /** Statistics of the list, statement and fragment caches. */
  readonly cacheStatistics: ReadCacheStatistics
  /** Work of features in the transactions of writes. */
  readonly eventListeners: readonly EventWriteListener[]
  /** Undefined when no mail server is configured. */
  readonly mailer: Mailer | undefined
}

/** With what features add in their `services.ts`; created by `process-services.ts`. */
export interface ProcessServices extends CoreServices {
  /** Closes the database, the media store and outgoing connections. */
  readonly close: () => Promise<void>
}

/** Dependencies of the use cases during one request or one run of a job. */
export interface Services extends ProcessServices {
  /** The settings of the site, which do not change until the work ends. */
  readonly site: Site
}

/** Takes a snapshot of the settings. */
export const withCurrentSite = (services: ProcessServices): Services => ({
  ...services,
  site: services.settings.current(),
})

/** Runs `work` on the replica if possible. It is run again on the primary when that fails, so `work` must not write. */
export function readFromReplicaIfPossible<T>(services: Services, work: (services: Services) => Promise<T>): Promise<T> {
  return services.database.readFromReplicaIfPossible((database) => work({ ...services, database }))
}

/**
 * Resolves when this process knows the records and settings that any node has committed before the call, or when the
 * database is unavailable, which the following reads report.
 */
export async function catchUp({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.catchUp()
  await settings.refresh().catch(() => undefined)
}

/** The same services, whose writes have this origin in the history. */
export const withOrigin = (services: Services, origin: Origin): Services => ({
  ...services,
  database: services.database.withOrigin(origin),
})

export const createTimeContext = ({ now, site, findTimeContext }: Services): TimeContext => findTimeContext(site, now())
