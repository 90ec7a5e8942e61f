/** Everything handed in by hand, in one place: settings become services, services become a server. */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createRecordPasswords } from './actions/record-passwords.ts'
import { createRecordTexts } from './actions/record-texts.ts'
import type { Services } from './actions/services.ts'
import { createSignIns } from './actions/sign-in.ts'
import type { Config } from './config.ts'
import { type Assets, createAssets } from './http/assets.ts'
import { type Close, createClose } from './http/closing.ts'
import { documentRoute, namespaceRoute } from './http/document-routes.ts'
import type { Gate } from './http/gate.ts'
import { createOembedRouting } from './http/oembed-routes.ts'
import { createRouting, RESOURCE_ROUTES, type Routing } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { createShelf } from './http/shelf.ts'
import { createStreamSlots } from './http/stream-slots.ts'
import { wordpressRouting } from './http/wordpress-routes.ts'
import { createImageDecoder } from './media/image-decoder.ts'
import { type MediaStore, openMediaStore } from './media/media-store.ts'
import { createWorkerDecoder } from './media/shared-image-decoder.ts'
import { createTemporaryFiles } from './media/temporary-files.ts'
import { createGeocoder, type Geocoder } from './net/geocoder.ts'
import type { GuardedFetcher } from './net/guarded-fetch.ts'
import { maxConnections } from './open-files.ts'
import { docsPage } from './site/docs-page.ts'
import type { Tiles } from './site/frame.ts'
import { createSite } from './site/site.ts'
import { readTheme, type Theme } from './site/theme.ts'
import { databaseError, settingError } from './startup-error.ts'
import { openDatabase } from './storage/database.ts'
import type { DateTime } from './text/dates.ts'
import { redactSecrets } from './text/redact.ts'
import { programVersion } from './version.ts'

/** Milliseconds since 1970; tests bring their own. */
export type Ticker = () => number

const utcText = (milliseconds: number): DateTime => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

/** Most who ask for the time ask within the same second. */
function clockOn(ticker: Ticker): () => DateTime {
  let second = Number.NaN
  let text = ''
  return () => {
    const milliseconds = ticker()
    const now = Math.floor(milliseconds / 1000)
    if (now !== second) {
      text = utcText(milliseconds)
      second = now
    }
    return text
  }
}

/** How a process begins with its database. */
export interface StartOptions {
  /**
   * Whether an empty database may be made into a calendar: `never` where another process has just used it,
   * `unless-uploads` where uploads without a database mean that the database was lost.
   */
  readonly creation: 'always' | 'unless-uploads' | 'never'
  /** Whether a SQLite file is checked when the last shutdown was not clean. */
  readonly checksAfterCrash: boolean
  /** Told before the process does something for long that keeps its event loop from turning. */
  readonly onLongWork?: () => void
}

const COMMAND: StartOptions = { creation: 'unless-uploads', checksAfterCrash: false }

/** `report` hears what failed beside a request; by default it is said on stderr. */
export async function createServices(
  config: Config,
  ticker: Ticker = Date.now,
  report: Services['report'] = sayOnStderr,
  { creation, ...start }: StartOptions = COMMAND,
): Promise<Services> {
  const files = openMediaStore(config.mediaUrl)
  const now = clockOn(ticker)
  const database = await openDatabase(config.databaseUrl, {
    timeout: config.DATABASE_TIMEOUT,
    connections: config.DATABASE_CONNECTIONS,
    ...(config.DATABASE_REPLICA_URL && { replica: config.DATABASE_REPLICA_URL }),
    report,
    anchorFile: `${config.DATA_DIR}/last-change.json`,
    now,
    ...start,
    beforeCreate: () => assertMayCreate(creation, files),
  }).catch(async (error) => {
    await files.close()
    throw databaseError(error, config)
  })
  // Workers share the decoder of the process that forked them.
  const images = cluster.worker ? createWorkerDecoder(cluster.worker) : createImageDecoder()
  const outbound = lazyFetch(config.IMAGE_FETCH_ALLOW)
  return {
    database,
    files,
    temporaryFiles: createTemporaryFiles(join(config.DATA_DIR, 'tmp')),
    images,
    fetch: outbound.fetch,
    geocoder: geocoderOf(config),
    site: config.site,
    now,
    random: (bytes) => randomBytes(bytes).toString('hex'),
    report,
    texts: createRecordTexts(database, cacheBytes(config) * TEXTS_SHARE),
    close: async () => {
      await outbound.close()
      await images.close()
      await files.close()
      await database.close()
    },
  }
}

async function assertMayCreate(creation: StartOptions['creation'], files: MediaStore): Promise<void> {
  if (creation === 'always') return
  if (creation === 'never') throw new Error('the database is missing or empty')
  const upload = await findUpload(files)
  if (upload === undefined) return
  throw new Error(
    `the database is missing or empty, but there are uploads, such as ${upload}. Restore the database, or begin with an empty one: calends serve --new`,
  )
}

/** A store that is out of reach says nothing about the database. */
async function findUpload(files: MediaStore): Promise<string | undefined> {
  try {
    for await (const { key } of files.list()) return key
  } catch {}
  return undefined
}

/** The rest is for whole answers: those that are asked for often are few, while any page may need any record. */
const TEXTS_SHARE = 0.75

const cacheBytes = ({ CACHE_MEGABYTES }: Config): number => CACHE_MEGABYTES * 2 ** 20

function sayOnStderr(error: unknown): void {
  process.stderr.write(`calends: ${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
}

/** Most processes never fetch anything, so what it takes is loaded by the first that does. */
function lazyFetch(allow: readonly string[]): GuardedFetcher {
  let made: Promise<GuardedFetcher> | undefined
  const fetcher = () => {
    made ??= import('./net/guarded-fetch.ts').then(({ createGuardedFetch }) => createGuardedFetch({ allow }))
    return made
  }
  return {
    fetch: async (url, wish) => (await fetcher()).fetch(url, wish),
    close: async () => (await made)?.close(),
  }
}

function geocoderOf({ GEOCODER_URL, PUBLIC_URL }: Config): Geocoder | undefined {
  const agent = PUBLIC_URL ? `Calends (+${PUBLIC_URL})` : 'Calends'
  return GEOCODER_URL ? createGeocoder({ url: GEOCODER_URL, agent }) : undefined
}

export interface AppOptions {
  readonly config: Config
  readonly services: Services
  readonly logger: Logger
  /** Number of this process where several share a port. */
  readonly worker?: number | undefined
  /** Resolves when no other process listens on the port any more. */
  readonly othersClosed?: () => Promise<void>
}

export interface App {
  readonly server: FastifyInstance
  /** Address of the site: PUBLIC_URL, else where the server listens. */
  readonly home: () => string
  readonly close: Close
}

export async function createApp({ config, services, logger, worker, othersClosed }: AppOptions): Promise<App> {
  await services.database.followOthers()
  let listening: string | undefined
  const home = () => {
    if (config.PUBLIC_URL) return config.PUBLIC_URL
    if (server.server.listening) listening ??= listeningAt(server, config)
    return listening ?? listeningAt(server, config)
  }
  const theme = themeOf(config)
  const assets = assetsOf(theme)
  const recordPasswords = createRecordPasswords(services, config.RATE_LIMIT_SIGN_IN)
  const signIns = createSignIns(services, config.RATE_LIMIT_SIGN_IN)
  const pages = createSite({ theme, tiles: tilesOf(config), asset: assets.address, passwords: recordPasswords })
  const gate: Gate = {
    services,
    assets,
    pages,
    routing: allRoutes(),
    wordpress: wordpressRouting(),
    oembed: createOembedRouting(pages),
    signIns,
    recordPasswords,
    version: programVersion(),
    worker,
    home,
    withWordpress: config.WORDPRESS_MOUNT,
    corsOrigins: config.CORS_ORIGINS,
    everyHeaders: transportSecurity(config),
    securityContact: config.SECURITY_CONTACT,
    shelf: createShelf({
      bytes: cacheBytes(config) * (1 - TEXTS_SHARE),
      now: services.now,
      generation: services.database.generation,
    }),
    cdnSeconds: config.CDN_SECONDS,
    streams: createStreamSlots({ most: config.MAX_STREAMS }),
    docsPage,
  }
  const { app: server, connections } = createServer(gate, {
    logger,
    trustProxy: config.TRUST_PROXY,
    maxConnections: maxConnections(),
  })
  const closeServer = createClose(server, connections, othersClosed)
  const close = async () => {
    await closeServer()
    await signIns.settle()
  }
  return { server, home, close }
}

function themeOf({ THEME_DIR }: Config): Theme {
  try {
    return readTheme(THEME_DIR)
  } catch (error) {
    throw settingError('THEME_DIR', THEME_DIR, error)
  }
}

/**
 * Browsers that reached the site by https use nothing else for a year (RFC 6797). Subdomains are not included: they may
 * belong to other services.
 */
const transportSecurity = ({ PUBLIC_URL }: Config): Readonly<Record<string, string>> =>
  PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}

/** Our own files and those of packages; those of a theme stand in for them or beside them. */
function assetsOf(theme: Theme): Assets {
  const files = new Map<string, () => Buffer>()
  for (const name of OWN_FILES) files.set(name, () => readFileSync(new URL(`../assets/${name}`, import.meta.url)))
  for (const path of PACKAGE_FILES) {
    files.set(path.slice(path.lastIndexOf('/') + 1), () => readFileSync(new URL(import.meta.resolve(path))))
  }
  for (const [name, bytes] of theme.files) files.set(name, () => bytes)
  return createAssets(files)
}

const OWN_FILES = ['site.css', 'site.js', 'icon.svg', 'docs.css', 'docs.js', 'embed.js', 'embedded.css', 'embedded.js']
const PACKAGE_FILES = [
  'leaflet/dist/leaflet.css',
  'leaflet/dist/leaflet.js',
  'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-dist/swagger-ui-bundle.js',
]

const tilesOf = ({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION }: Config): Tiles | undefined =>
  MAP_TILES_URL === '' ? undefined : { url: MAP_TILES_URL, attribution: MAP_TILES_ATTRIBUTION }

export function allRoutes(): Routing {
  const routes = () => routing.routes
  const routing: Routing = createRouting([namespaceRoute(routes), documentRoute(routes), ...RESOURCE_ROUTES])
  return routing
}

function listeningAt(server: FastifyInstance, { HOST, PORT }: Config): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : PORT
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}
