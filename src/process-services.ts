/** Creates what the server and commands share from the settings. Commands would start more slowly if it loaded the server. */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { redactSecrets } from './base/text/redact.ts'
import type { DateTime } from './base/time/date-time.ts'
import { createFragmentBacklog } from './calendar/fragments/fragment-backlog.ts'
import { createFragmentCache } from './calendar/fragments/fragment-cache.ts'
import { createImageDecoder } from './calendar/images/image-decoder.ts'
import type { MediaStore } from './calendar/images/media-store.ts'
import { createTemporaryFiles } from './calendar/images/temporary-files.ts'
import { createLiveSettings } from './calendar/live-settings.ts'
import type { CoreServices, ProcessServices } from './calendar/services.ts'
import { createPasswordHasher } from './calendar/users/password-hash.ts'
import type { Config } from './config.ts'
import { createDigestServices } from './features/digests/services.ts'
import { createGeocodingServices } from './features/geocoding/services.ts'
import { createContentReader } from './features/imports/formats/read-content.ts'
import { createWorkerDecoder } from './features/media/shared-image-decoder.ts'
import { openMediaStore } from './features/media/stores/open-store.ts'
import { createSubmissionServices } from './features/submissions/services.ts'
import { createWebhookServices } from './features/webhooks/services.ts'
import { addFeatureServices } from './http/feature-services.ts'
import { createJobMonitor } from './kernel/job-monitor.ts'
import { createMailer, type Mailer } from './kernel/mailer.ts'
import { createTimeContexts } from './kernel/site.ts'
import { createOutboundClients } from './lazy-clients.ts'
import { recordsStatements } from './monitoring.ts'
import { toDatabaseError } from './process/startup-error.ts'
import { createDatabaseCaches } from './storage/database-caches.ts'
import { openDatabase } from './storage/open-database.ts'
import { createStatementLog, NO_STATEMENT_LOG } from './storage/statement-log.ts'
import type { DatabaseCaches } from './storage/types.ts'

/** Returns milliseconds since 1970. Tests pass their own. */
export type Clock = () => number

const formatUtc = (milliseconds: number): DateTime =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

/** Formats the time once per second. */
function createNow(clock: Clock): () => DateTime {
  let second = Number.NaN
  let text = ''
  return () => {
    const milliseconds = clock()
    const now = Math.floor(milliseconds / 1000)
    if (now !== second) {
      text = formatUtc(milliseconds)
      second = now
    }
    return text
  }
}

/** Options for opening the database. */
export interface StartOptions {
  /**
   * True if an empty database may be initialized: `never` if another process has just used it, `unless-uploads` if existing
   * uploads mean that the database was lost.
   */
  readonly creation: 'always' | 'unless-uploads' | 'never'
  /** True if a SQLite file is checked when the last shutdown was not clean. */
  readonly checksAfterCrash: boolean
  /** Called before work that blocks the event loop for a long time. */
  readonly onLongWork?: () => void
}

const COMMAND_START_OPTIONS: StartOptions = { creation: 'unless-uploads', checksAfterCrash: false }

const getDatabaseSettings = (config: Config) => ({
  timeout: config.DATABASE_TIMEOUT,
  connections: config.DATABASE_CONNECTIONS,
  outageSeconds: config.DATABASE_OUTAGE_SECONDS,
  anchorFile: `${config.DATA_DIR}/last-change.json`,
  ...(config.DATABASE_LISTEN_URL && { listen: config.DATABASE_LISTEN_URL }),
  ...(config.DATABASE_REPLICA_URL && { replica: config.DATABASE_REPLICA_URL }),
})

const FEATURE_SERVICES = [
  createDigestServices,
  createGeocodingServices,
  createSubmissionServices,
  createWebhookServices,
]

/** `reportError` receives errors of background tasks; by default they are written to stderr. */
export async function createServices(
  config: Config,
  clock: Clock = Date.now,
  reportError: ProcessServices['reportError'] = reportOnStderr,
  { creation, ...startOptions }: StartOptions = COMMAND_START_OPTIONS,
): Promise<ProcessServices> {
  const files = openMediaStore(config.mediaUrl)
  const now = createNow(clock)
  const caches = createDatabaseCaches()
  const statementLog = recordsStatements(config) ? createStatementLog() : NO_STATEMENT_LOG
  const database = await openDatabase(config.databaseUrl, {
    ...getDatabaseSettings(config),
    report: reportError,
    now,
    caches,
    onStatement: statementLog.record,
    ...startOptions,
    beforeCreate: () => assertMayCreate(creation, files),
  }).catch(async (error) => {
    await files.close()
    throw toDatabaseError(error, config)
  })
  // Workers share the decoder of the process that forked them.
  const imageDecoder = cluster.worker ? createWorkerDecoder(cluster.worker) : createImageDecoder()
  const reader = createContentReader()
  const outbound = createOutboundClients(config)
  const backlog = createFragmentBacklog(database, reportError)
  const settings = await createLiveSettings(database, config.siteSources, reportError)
  const cachedDatabase = { ...database, generation: settings.generation }
  const fragments = createFragmentCache(cachedDatabase, getCacheBytes(config) * FRAGMENT_CACHE_SHARE, backlog)
  const core: Omit<CoreServices, 'eventListeners'> = {
    database,
    files,
    temporaryFiles: createTemporaryFiles(join(config.DATA_DIR, 'tmp')),
    ...{ imageDecoder, reader },
    ...outbound.clients,
    mailer: createConfiguredMailer(config),
    ...{ settings, now },
    findTimeContext: createTimeContexts(),
    random: (bytes) => randomBytes(bytes).toString('hex'),
    reportError,
    passwords: createPasswordHasher(),
    fragments,
    jobs: createJobMonitor(),
    statementLog,
    cacheStatistics: () => ({ fragments: fragments.statistics(), ...readDatabaseStatistics(caches) }),
  }
  const { closeFeatures, ...services } = addFeatureServices(core, config, FEATURE_SERVICES)
  const close = async () => {
    await settings.close()
    await backlog.close()
    await Promise.all([outbound.close(), closeFeatures()])
    await Promise.all([imageDecoder.close(), reader.close()])
    await files.close()
    await database.close()
  }
  return { ...services, close }
}

const readDatabaseStatistics = ({ listStatistics, statements }: DatabaseCaches) => ({
  lists: listStatistics(),
  statements: statements.statistics(),
})

async function assertMayCreate(creation: StartOptions['creation'], files: MediaStore): Promise<void> {
  if (creation === 'always') return
  if (creation === 'never') throw new Error('the database is missing or empty')
  const upload = await findStoredFile(files)
  if (upload === undefined) return
  throw new Error(
    `the database is missing or empty, but there are uploads, such as ${upload}. Restore the database, or start with an empty one: calends serve --new`,
  )
}

/** Undefined also for an unavailable store, because it says nothing about the database. */
async function findStoredFile(files: MediaStore): Promise<string | undefined> {
  try {
    for await (const { key } of files.list()) return key
  } catch {}
  return undefined
}

/** The rest is for the response cache: few responses are requested often, while any page may need any record. */
export const FRAGMENT_CACHE_SHARE = 0.75

export const getCacheBytes = ({ CACHE_MEGABYTES }: Config): number => CACHE_MEGABYTES * 2 ** 20

function reportOnStderr(error: unknown): void {
  process.stderr.write(`calends: ${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
}

function createConfiguredMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Config): Mailer | undefined {
  const host = PUBLIC_URL === '' ? 'localhost' : new URL(PUBLIC_URL).hostname
  return SMTP_URL === '' ? undefined : createMailer({ url: SMTP_URL, from: MAIL_FROM || `calends@${host}` })
}
