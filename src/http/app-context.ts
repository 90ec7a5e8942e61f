/** Dependencies of the HTTP layer for handling requests. `app.ts` creates it once per process. */
import type { Language } from '../base/i18n/language.ts'
import type { RecordPasswords } from '../calendar/posts/post-passwords.ts'
import type { CheckReports } from '../calendar/readiness-checks.ts'
import type { ProcessServices, Services } from '../calendar/services.ts'
import type { SignIns } from '../calendar/users/sign-in.ts'
import type { JobMonitor } from '../kernel/job-monitor.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import type { FeatureHost } from './feature-host.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import type { BaseUrl, Mount } from './request/resolve-mount.ts'
import type { RequestObserver } from './request-observer.ts'
import type { HttpResponse } from './response/http-response.ts'
import type { SharedCaching } from './response/shared-caching.ts'
import type { StreamSlots } from './response/stream-slots.ts'
import type { Router } from './router.ts'

/** Routes that are served under one namespace of a mount. */
export interface MountedNamespace {
  /** For example `wp/v2`. */
  readonly name: string
  readonly router: Router
}

/** Static files of pages and of the documentation. */
export interface Assets {
  /** URL of a file, relative to the root of the host. */
  readonly getUrl: (name: string) => string
  /** Undefined for a path that is not that of a file. */
  readonly find: (path: string) => HttpResponse | undefined
}

export interface AppContext {
  readonly services: ProcessServices
  /** Routes of the calendar's own namespace, which is the first one of each mount. */
  readonly router: Router
  /** Further namespaces of `/wp-json`. */
  readonly wordpressNamespaces: readonly MountedNamespace[]
  readonly signIns: SignIns
  /** Members that features share. */
  readonly host: FeatureHost
  readonly recordPasswords: RecordPasswords
  readonly version: string
  /** Number of this worker; undefined in a single process. */
  readonly worker: number | undefined
  /** URL of the site without a trailing slash. Its port is known once the server listens. */
  readonly getHomeUrl: () => string
  readonly withWordpress: boolean
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** `Contact` of security.txt (RFC 9116); empty for the URL of the site. */
  readonly securityContact: string
  readonly responseCache: ResponseCache
  readonly sharedCaching: SharedCaching
  readonly streams: StreamSlots
  readonly observer: RequestObserver
  readonly limits: RequestLimits
  /** Runs the checks of `/readyz`. */
  readonly runChecks: () => Promise<CheckReports>
  /** The jobs of all workers. */
  readonly readJobs: JobMonitor['read']
  /** True if every client gets `Server-Timing`. */
  readonly showsServerTiming: boolean
  /** Identifies requests that the MCP server sends to the API of its own process. */
  readonly mcpKey: string
  /** Batches in progress, by the key that their requests send. */
  readonly batches: Map<string, BatchScope>
  readonly assets: Assets
}

export const MCP_KEY_HEADER = 'x-calends-mcp-key'

export interface BatchScope {
  /** Services of the transaction that the requests of an atomic batch share. */
  readonly services: Services | undefined
  /** Whether each request is a dry run. False in an atomic batch, whose transaction is rolled back as a whole. */
  readonly isDryRun: boolean
  /** Called for a request whose response contains a credential. */
  readonly markCredentials: () => void
}

export const BATCH_KEY_HEADER = 'x-calends-batch-key'

/** Namespaces of a mount; the first is the calendar's own. */
export const listNamespaces = (
  { router, wordpressNamespaces }: AppContext,
  mount: Mount,
): readonly MountedNamespace[] => [
  { name: mount.namespace, router },
  ...(mount.name === 'wordpress' ? wordpressNamespaces : []),
]

/** The base of URLs in responses. */
export const baseUrlFor = (
  app: Pick<AppContext, 'getHomeUrl'>,
  mount: Mount,
  language: Language | undefined,
): BaseUrl => ({
  mount,
  language,
  site: app.getHomeUrl(),
})
