/** What the door needs, and what is seen of a request at the first look. */
import type { FastifyRequest } from 'fastify'
import { type Language, negotiateLanguage } from '../../i18n/language.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { RecordPasswords } from '../../usecases/auth/post-passwords.ts'
import type { SignIns } from '../../usecases/auth/sign-in.ts'
import type { PageRenderer } from '../../usecases/page-renderer.ts'
import type { Services } from '../../usecases/services.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { parseForm } from '../request/parse-input.ts'
import {
  type BaseUrl,
  buildUrls,
  type LocalizedPath,
  MOUNTS,
  type Mount,
  parseLocalizedPath,
} from '../request/resolve-mount.ts'
import type { ContentLanguage } from '../response/headers.ts'
import type { StreamSlots } from '../response/stream-slots.ts'
import type { RenderDocsPage } from '../system/api-docs.ts'
import type { Assets } from '../system/static-assets.ts'
import type { Router } from './router.ts'

export interface AppContext {
  readonly services: Services
  readonly router: Router
  /** Routes of `wp/v2`. */
  readonly wordpressRouter: Router
  /** Routes of `oembed/1.0`. */
  readonly oembedRouter: Router
  readonly signIns: SignIns
  readonly recordPasswords: RecordPasswords
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Address of the site, without a slash at its end; known once the service listens. */
  readonly getHomeUrl: () => string
  readonly withWordpress: boolean
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Of RFC 9116; empty where none is set. */
  readonly securityContact: string
  readonly responseCache: ResponseCache
  /** How long shared caches may keep what anybody may read. */
  readonly cdnSeconds: number
  readonly streams: StreamSlots
  /** The public calendar. */
  readonly pageRenderer: PageRenderer
  /** Files of pages. */
  readonly assets: Assets
  readonly renderDocsPage: RenderDocsPage
}

export interface RequestContext {
  readonly app: AppContext
  readonly request: FastifyRequest
  readonly path: string
  readonly localizedPath: LocalizedPath
  readonly contentLanguage: ContentLanguage
  readonly query: Readonly<Record<string, unknown>>
  readonly method: string
}

export function createRequestContext(app: AppContext, request: FastifyRequest): RequestContext {
  const [path = '/', search = ''] = splitUrl(request.url)
  const query = parseForm(search)
  const { languages } = app.services.site
  const localizedPath = parseLocalizedPath(path, languages)
  const contentLanguage = chooseContentLanguage(localizedPath, request.headers['accept-language'], languages)
  return { app, request, path, localizedPath, contentLanguage, query, method: resolveMethod(request, query) }
}

/** The address says it, else the caller's header. */
const chooseContentLanguage = (
  { language }: LocalizedPath,
  acceptLanguage: string | undefined,
  languages: readonly Language[],
): ContentLanguage => ({
  language: language ?? negotiateLanguage(acceptLanguage, languages),
  isNegotiated: language === undefined,
})

const splitUrl = (url: string): [string, string] => {
  const index = url.indexOf('?')
  return index < 0 ? [url, ''] : [url.slice(0, index), url.slice(index + 1)]
}

/** Only POST can stand for another verb: a GET never writes (decisions, Override). */
function resolveMethod({ method, headers }: FastifyRequest, query: Readonly<Record<string, unknown>>): string {
  if (method !== 'POST') return method
  const override = query['_method'] ?? headers['x-http-method-override']
  return typeof override === 'string' && override !== '' ? override.toUpperCase() : method
}

export const isReadRequest = ({ method }: Pick<RequestContext, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** Of pages: as the mount that clients are to find shows them, in the language of the address. */
export function buildPageUrls({ app, localizedPath }: Pick<RequestContext, 'app' | 'localizedPath'>): Urls {
  return buildUrls(baseUrlFor(app, app.withWordpress ? MOUNTS.wordpress : MOUNTS.api, localizedPath.language))
}

/** What was called, for its addresses. */
export const baseUrlFor = (
  app: Pick<AppContext, 'getHomeUrl'>,
  mount: Mount,
  language: Language | undefined,
): BaseUrl => ({
  mount,
  language,
  site: app.getHomeUrl(),
})
