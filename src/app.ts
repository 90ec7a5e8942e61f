/** Composition root: creates the server from the settings and the services. */
import { randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createCoreJobs } from './api/jobs.ts'
import { createApiRouter } from './api/routes.ts'
import { loadAdminPage } from './asset-files.ts'
import { createRecordPasswords } from './calendar/posts/post-passwords.ts'
import type { ProcessServices } from './calendar/services.ts'
import { createSignIns } from './calendar/users/sign-in.ts'
import type { Config } from './config.ts'
import { FEATURES } from './features.ts'
import type { AppContext } from './http/app-context.ts'
import { createResponseCache, type ResponseCache } from './http/cache/response-cache.ts'
import { type Feature, type ServedFeatures, serveFeatures } from './http/feature.ts'
import type { FeatureHost } from './http/feature-host.ts'
import { createRouteFinder } from './http/find-route.ts'
import type { Job } from './http/jobs.ts'
import { createRequestLimits, type RequestLimits } from './http/limits/request-limits.ts'
import { buildUrls, MOUNTS } from './http/request/resolve-mount.ts'
import type { RequestObserver } from './http/request-observer.ts'
import { createSharedCaching } from './http/response/shared-caching.ts'
import { createStreamSlots } from './http/response/stream-slots.ts'
import { type CloseServer, createGracefulShutdown } from './http/server/graceful-shutdown.ts'
import { createServer } from './http/server/server.ts'
import { MAX_BODY_BYTES, MAX_UPLOADS } from './http/settings/limit-settings.ts'
import { createMonitoring, type Monitoring, type MonitoringOptions, type Peers } from './monitoring.ts'
import { CORE_FINDERS } from './pages/core-finders.ts'
import type { MapTiles } from './pages/page-context.ts'
import { maxConnections } from './process/open-files.ts'
import { FRAGMENT_CACHE_SHARE, getCacheBytes } from './process-services.ts'
import { openTheme, type ThemeSource } from './theme-source.ts'
import { programVersion } from './version.ts'

export interface AppOptions {
  readonly config: Config
  readonly services: ProcessServices
  readonly logger: Logger
  /** Number of this worker; undefined in a single process. */
  readonly worker?: number | undefined
  readonly peers?: Peers | undefined
  /** Resolves when no other worker listens on the port any more. */
  readonly waitForOthers?: () => Promise<void>
  /** Default: all. */
  readonly features?: readonly Feature[]
}

export interface App {
  readonly server: FastifyInstance
  /** Members that features share. */
  readonly host: FeatureHost
  /** Background jobs, which one of the processes runs. */
  readonly jobs: readonly Job[]
  readonly starters: ServedFeatures['starters']
  readonly close: CloseServer
  readonly formatMetrics: Monitoring['formatMetrics']
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, logger, worker, waitForOthers, features: list = FEATURES } = options
  await services.database.startPolling()
  const getHomeUrl = createHomeUrl(config, () => server)
  const { getTheme, assets } = await openConfiguredTheme(options)
  const recordPasswords = createRecordPasswords(services, config.RATE_LIMIT_SIGN_IN)
  const signIns = createSignIns(services, config.RATE_LIMIT_SIGN_IN)
  const responseCache = openResponseCache(config, services)
  const { formatMetrics, metricsEndpoint, ...control } = await createRequestControl(options, responseCache, {
    countConnections: () => connections.count(),
    countLive: (kind) => features.countLive(kind),
  })
  const features = serveFeatures(list, {
    ...{ config, services, getHomeUrl, metricsEndpoint, signIns },
    ...{ observer: control.observer, runChecks: control.runChecks, readJobs: control.readJobs },
    version: programVersion(),
    getApiUrls: () => buildUrls({ mount: MOUNTS.api, language: undefined, site: getHomeUrl() }),
    adminTemplate: loadAdminPage(),
    pages: { getTheme, getAssetUrl: assets.getUrl, passwords: recordPasswords, tiles: getTiles(config) },
  })
  const app: AppContext = {
    services,
    assets,
    mcpKey: randomBytes(16).toString('hex'),
    batches: new Map(),
    router: createApiRouter(list),
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

const getTiles = ({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION }: Config): MapTiles | undefined =>
  MAP_TILES_URL === '' ? undefined : { url: MAP_TILES_URL, attribution: MAP_TILES_ATTRIBUTION }

function getListenUrl(server: FastifyInstance, { HOST, PORT }: Config): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : PORT
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}
