/** Composition root: creates the services from the settings, and the server from the services. */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createCoreJobs } from './api/jobs.ts'
import { createApiRouter } from './api/routes.ts'
import { loadAdminPage } from './asset-files.ts'
import { redactSecrets } from './base/text/redact.ts'
import type { DateTime } from './base/time/date-time.ts'
import { createFragmentBacklog } from './calendar/fragments/fragment-backlog.ts'
import { createFragmentCache } from './calendar/fragments/fragment-cache.ts'
import { createImageDecoder } from './calendar/images/image-decoder.ts'
import type { MediaStore } from './calendar/images/media-store.ts'
import { createTemporaryFiles } from './calendar/images/temporary-files.ts'
import { createLiveSettings } from './calendar/live-settings.ts'
import { createRecordPasswords } from './calendar/posts/post-passwords.ts'
import type { CoreServices, ProcessServices } from './calendar/services.ts'
import { createPasswordHasher } from './calendar/users/password-hash.ts'
import { createSignIns } from './calendar/users/sign-in.ts'
import type { Config } from './config.ts'
import type { AdminPage } from './features/admin/admin-app.ts'
import { findDigestSchedule } from './features/digests/feature.ts'
import { createContentReader } from './features/imports/formats/read-content.ts'
import { createWorkerDecoder } from './features/media/shared-image-decoder.ts'
import { openMediaStore } from './features/media/stores/open-store.ts'
import { createSharedCaching } from './features/shared-caches/purge-options.ts'
import { createDigestRenderer } from './features/site/digest-renderer.ts'
import { createPageRenderer, type SiteOptions } from './features/site/page-renderer.ts'
import { FEATURES } from './features.ts'
import type { AppContext } from './http/app-context.ts'
import { createResponseCache, type ResponseCache } from './http/cache/response-cache.ts'
import { createFeatureServices, type ServedFeatures, serveFeatures } from './http/feature.ts'
import type { FeatureHost } from './http/feature-host.ts'
import { createRouteFinder } from './http/find-route.ts'
import type { Job } from './http/jobs.ts'
import { createRequestLimits, type RequestLimits } from './http/limits/request-limits.ts'
import { buildUrls, MOUNTS } from './http/request/resolve-mount.ts'
import type { RequestObserver } from './http/request-observer.ts'
import { createStreamSlots } from './http/response/stream-slots.ts'
import { type CloseServer, createGracefulShutdown } from './http/server/graceful-shutdown.ts'
import { createServer } from './http/server/server.ts'
import { MAX_BODY_BYTES, MAX_UPLOADS } from './http/settings/limit-settings.ts'
import { createJobMonitor } from './kernel/job-monitor.ts'
import { createMailer, type Mailer } from './kernel/mailer.ts'
import { createTimeContexts } from './kernel/site.ts'
import { createOutboundClients } from './lazy-clients.ts'
import {
  createMonitoring,
  type Monitoring,
  type MonitoringOptions,
  type Peers,
  recordsStatements,
} from './monitoring.ts'
import { CORE_FINDERS } from './pages/core-finders.ts'
import type { MapTiles } from './pages/page-context.ts'
import { maxConnections } from './process/open-files.ts'
import { toDatabaseError } from './process/startup-error.ts'
import { createDatabaseCaches } from './storage/database-caches.ts'
import { openDatabase } from './storage/open-database.ts'
import { createStatementLog, NO_STATEMENT_LOG } from './storage/statement-log.ts'
import type { DatabaseCaches } from './storage/types.ts'
import { openTheme, type ThemeSource } from './theme-source.ts'
import { programVersion } from './version.ts'

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
  const core: CoreServices = {
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
  const { closeFeatures, ...services } = createFeatureServices(FEATURES, config, core)
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
const FRAGMENT_CACHE_SHARE = 0.75

const getCacheBytes = ({ CACHE_MEGABYTES }: Config): number => CACHE_MEGABYTES * 2 ** 20

function reportOnStderr(error: unknown): void {
  process.stderr.write(`calends: ${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
}

function createConfiguredMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Config): Mailer | undefined {
  const host = PUBLIC_URL === '' ? 'localhost' : new URL(PUBLIC_URL).hostname
  return SMTP_URL === '' ? undefined : createMailer({ url: SMTP_URL, from: MAIL_FROM || `calends@${host}` })
}

export interface AppOptions {
  readonly config: Config
  readonly services: ProcessServices
  readonly logger: Logger
  /** Number of this worker; undefined in a single process. */
  readonly worker?: number | undefined
  readonly peers?: Peers | undefined
  /** Resolves when no other worker listens on the port any more. */
  readonly waitForOthers?: () => Promise<void>
}

export interface App {
  readonly server: FastifyInstance
  /** What the features have provided for each other. */
  readonly host: FeatureHost
  /** Background jobs, which one of the processes runs. */
  readonly jobs: readonly Job[]
  readonly starters: ServedFeatures['starters']
  readonly close: CloseServer
  readonly formatMetrics: Monitoring['formatMetrics']
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, logger, worker, waitForOthers } = options
  await services.database.startPolling()
  const getHomeUrl = createHomeUrl(config, () => server)
  const { getTheme, assets } = await openConfiguredTheme(options)
  const recordPasswords = createRecordPasswords(services, config.RATE_LIMIT_SIGN_IN)
  const signIns = createSignIns(services, config.RATE_LIMIT_SIGN_IN)
  const siteOptions: SiteOptions = {
    ...createSiteOptions(config, services),
    ...{ getTheme, getAssetUrl: assets.getUrl, passwords: recordPasswords },
  }
  const pages = createPageRenderer(siteOptions)
  const responseCache = openResponseCache(config, services)
  const { formatMetrics, metricsEndpoint, ...control } = await createRequestControl(options, responseCache, {
    countConnections: () => connections.count(),
    countLive: (kind) => features.countLive(kind),
  })
  const features = serveFeatures(FEATURES, {
    ...{ config, services, getHomeUrl, metricsEndpoint, pageRenderer: pages, signIns },
    ...{ observer: control.observer, runChecks: control.runChecks, readJobs: control.readJobs },
    version: programVersion(),
    getApiUrls: () => buildUrls({ mount: MOUNTS.api, language: undefined, site: getHomeUrl() }),
    adminPage: createAdminPage(config),
    digestRenderer: createDigestRenderer(siteOptions),
  })
  const app: AppContext = {
    services,
    assets,
    pageRenderer: pages,
    mcpKey: randomBytes(16).toString('hex'),
    batches: new Map(),
    router: createApiRouter(FEATURES),
    wordpressNamespaces: features.namespaces,
    ...{ signIns, recordPasswords, host: features.host },
    version: features.host.version,
    worker,
    getHomeUrl,
    ...readResponseSettings(config),
    responseCache,
    ...control,
  }
  const { app: server, connections } = createServer(app, {
    logger,
    findRoute: createRouteFinder([...CORE_FINDERS, ...features.finders]),
    trustProxy: config.TRUST_PROXY,
    maxConnections: maxConnections(),
  })
  const closeServer = createGracefulShutdown(server, connections, { waitForOthers, endLive: features.endLive })
  const close = async () => {
    await closeServer()
    control.limits.close()
    await control.stop()
    await Promise.all([signIns.settle(), features.settle()])
  }
  const jobs = [...createCoreJobs(), ...features.jobs]
  return { server, close, formatMetrics, jobs, host: features.host, starters: features.starters }
}

const readResponseSettings = (config: Config) => ({
  withWordpress: config.WORDPRESS_MOUNT,
  corsOrigins: config.CORS_ORIGINS,
  responseHeaders: transportSecurity(config),
  securityContact: config.SECURITY_CONTACT,
  sharedCaching: createSharedCaching(config),
  showsServerTiming: config.SERVER_TIMING,
})

/** Each worker reads the theme, and one of them reports its mistakes. */
const openConfiguredTheme = ({ config, services, logger, worker = 1 }: AppOptions): Promise<ThemeSource> =>
  openTheme(config, { warn: (text) => worker === 1 && logger.warn(text), reportError: services.reportError })

const createSiteOptions = (config: Config, services: ProcessServices) => ({
  tiles: getTiles(config),
  isLive: config.LIVE_PAGES,
  extraSources: config.CSP_EXTRA_SOURCES,
  videoHosts: config.VIDEO_HOSTS,
  acceptsSubmissions: config.SUBMISSIONS,
  digestSchedule: findDigestSchedule(config, services),
})

/** PUBLIC_URL, or else the address on which the server listens. */
function createHomeUrl(config: Config, getServer: () => FastifyInstance): () => string {
  let listenUrl: string | undefined
  return () => {
    if (config.PUBLIC_URL) return config.PUBLIC_URL
    const server = getServer()
    if (server.server.listening) listenUrl ??= getListenUrl(server, config)
    return listenUrl ?? getListenUrl(server, config)
  }
}

const openResponseCache = (config: Config, { now, settings, fragments }: ProcessServices): ResponseCache =>
  createResponseCache({
    // A changed theme changes responses without a change of data.
    bytes: config.THEME_RELOAD ? 0 : getCacheBytes(config) * (1 - FRAGMENT_CACHE_SHARE),
    now,
    generation: settings.generation,
    fragments,
  })

/** Creates the observer of requests and their limits. */
async function createRequestControl(
  options: AppOptions,
  responseCache: ResponseCache,
  counts: Pick<MonitoringOptions, 'countConnections' | 'countLive'>,
) {
  const { config, services } = options
  const streams = createStreamSlots({
    maxStreams: config.MAX_STREAMS,
    onReject: () => monitoring.observer.counters.countRejection('streams'),
  })
  const monitoring = await createMonitoring({
    ...options,
    caches: () => ({ responses: responseCache.statistics(), ...services.cacheStatistics() }),
    countStreams: streams.count,
    ...counts,
  })
  return { ...monitoring, streams, limits: createLimits(options, monitoring.observer) }
}

function createLimits({ config, peers }: AppOptions, { counters }: RequestObserver): RequestLimits {
  const { MAX_MEMORY_MEGABYTES, WORKERS } = config
  return createRequestLimits({
    addressRate: config.RATE_LIMIT_REQUESTS,
    keyRate: config.RATE_LIMIT_KEY,
    trustProxy: config.TRUST_PROXY,
    broadcast: peers?.broadcast,
    maxUploads: MAX_UPLOADS,
    maxBodyBytes: MAX_BODY_BYTES,
    maxMemoryBytes: MAX_MEMORY_MEGABYTES === 0 ? getMemoryShare(WORKERS) : MAX_MEMORY_MEGABYTES * 2 ** 20,
    onReject: counters.countRejection,
  })
}

/** Share of one process in the memory of the machine or container, of which the system needs a part. */
const getMemoryShare = (workers: number): number =>
  (0.8 * Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())) / workers

/**
 * HSTS for one year (RFC 6797). It excludes subdomains, which may belong to other services.
 */
const transportSecurity = ({ PUBLIC_URL }: Config): Readonly<Record<string, string>> =>
  PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}

function createAdminPage(config: Config): AdminPage | undefined {
  const template = loadAdminPage()
  return template === undefined ? undefined : { template, tiles: getTiles(config) }
}

const getTiles = ({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION }: Config): MapTiles | undefined =>
  MAP_TILES_URL === '' ? undefined : { url: MAP_TILES_URL, attribution: MAP_TILES_ATTRIBUTION }

function getListenUrl(server: FastifyInstance, { HOST, PORT }: Config): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : PORT
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}
