/** The stage `parse`: a request with its path, language, query and effective method. */
import type { FastifyRequest } from 'fastify'
import { type Language, negotiateLanguage } from '../base/i18n/language.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import { type Services, withCurrentSite } from '../calendar/services.ts'
import { type AppContext, BATCH_KEY_HEADER, type BatchScope, baseUrlFor } from './app-context.ts'
import { parseForm } from './request/parse-input.ts'
import { buildUrls, type LocalizedPath, MOUNTS, parseLocalizedPath } from './request/resolve-mount.ts'
import type { ContentLanguage } from './response/headers.ts'

export interface RequestContext {
  readonly app: AppContext
  readonly request: FastifyRequest
  /** Percent-encoded. */
  readonly path: string
  readonly localizedPath: LocalizedPath
  readonly contentLanguage: ContentLanguage
  readonly query: Readonly<Record<string, unknown>>
  /** Upper case, after a method override. */
  readonly method: string
  /** The batch that the request is part of. */
  readonly batch: BatchScope | undefined
}

/** A request whose response is computed. */
export interface ServedRequest extends RequestContext {
  readonly services: Services
}

/**
 * Takes the snapshot of the settings for the response. Call it after the cache lookup: the settings must not be older than
 * the generation under which the response is cached.
 */
export const startResponse = (context: RequestContext): ServedRequest => ({
  ...context,
  services: withCurrentSite(context.app.services),
})

export function createRequestContext(app: AppContext, request: FastifyRequest): RequestContext {
  const [path = '/', search = ''] = splitUrl(request.url)
  const query = parseForm(search)
  const { languages } = app.services.settings.current()
  const localizedPath = parseLocalizedPath(path, languages)
  const contentLanguage = chooseContentLanguage(localizedPath, request.headers['accept-language'], languages)
  const batch = findBatch(app, request)
  return { app, request, path, localizedPath, contentLanguage, query, method: resolveMethod(request, query), batch }
}

function findBatch({ batches }: AppContext, { headers }: FastifyRequest): BatchScope | undefined {
  const key = headers[BATCH_KEY_HEADER]
  return typeof key === 'string' ? batches.get(key) : undefined
}

/** The language of the URL takes precedence over `Accept-Language`. */
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

/** Only a POST can be overridden, so that a GET never writes (decisions: Override). */
function resolveMethod({ method, headers }: FastifyRequest, query: Readonly<Record<string, unknown>>): string {
  if (method !== 'POST') return method
  const override = query['_method'] ?? headers['x-http-method-override']
  return typeof override === 'string' && override !== '' ? override.toUpperCase() : method
}

export const isReadRequest = ({ method }: Pick<RequestContext, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** URLs for pages: links to the API use the WordPress mount where it is enabled, because clients discover that one. */
export function buildPageUrls({ app, localizedPath }: Pick<RequestContext, 'app' | 'localizedPath'>): Urls {
  return buildUrls(baseUrlFor(app, app.withWordpress ? MOUNTS.wordpress : MOUNTS.api, localizedPath.language))
}
