/** An authenticated request to a namespace of the API, as its endpoints see it. */
import type { IncomingHttpHeaders } from 'node:http'
import { createTranslator } from '../base/i18n/translate.ts'
import { resolveDefaultDateRange } from '../calendar/lists/date-bounds.ts'
import type { PasswordAttempt } from '../calendar/posts/post-passwords.ts'
import { createTimeContext } from '../calendar/services.ts'
import type { Channel, Origin } from '../kernel/change-record.ts'
import { isTrueWord } from '../kernel/field.ts'
import { problem } from '../kernel/problem.ts'
import type { Viewer } from '../kernel/user.ts'
import { baseUrlFor, listNamespaces, MCP_KEY_HEADER } from './app-context.ts'
import type { AuthenticatedRequest, BatchRunner, Endpoint, LiveRequest } from './endpoint.ts'
import { findClientNetwork } from './limits/client-address.ts'
import type { IndexContext } from './namespace-index.ts'
import { createInputReader, type FilePolicy, type RequestInput } from './read-input.ts'
import { type Authenticated, authenticate } from './request/authenticate.ts'
import { createRequestClient } from './request/client.ts'
import { isMultipart } from './request/multipart.ts'
import type { RequestFiles } from './request/parse-upload.ts'
import { prefersStrictHandling } from './request/prefer-header.ts'
import { BODY_LIMIT } from './request/read-body.ts'
import { type ApiTarget, buildUrls, siteUrl } from './request/resolve-mount.ts'
import { isReadRequest, type RequestContext, type ServedRequest } from './request-context.ts'
import { parseIfMatch } from './response/conditional.ts'
import type { EndpointResponse } from './response/reply.ts'
import { buildSiteIndex } from './site-index.ts'

export interface ApiRequest extends AuthenticatedRequest {
  readonly method: string
  /** Mount and path without the language, percent-encoded. */
  readonly path: string
  /** Whether the body is a form whose size only a file explains. */
  readonly hasLargeForm: boolean
  /** Whether the request uses the mount for clients of the reference. */
  readonly isCompatible: boolean
  /** From `Prefer: handling=strict`; the query parameter `strict` has the same effect. */
  readonly isStrict: boolean
  /** From `Idempotency-Key`. */
  readonly idempotencyKey: string | undefined
  /** True for a write that the batch or the query makes a dry run, whatever the body says. */
  readonly isDryRun: boolean
  /** True in a batch that is one transaction. */
  readonly isInTransaction: boolean
  /** Called after routing, because an unknown route takes precedence over an invalid body. */
  readonly readInput: (policy: FilePolicy, fileLimit?: number) => Promise<RequestInput>
}

interface ApiRequestOptions extends Authenticated {
  readonly files: RequestFiles
  readonly batch: BatchRunner | undefined
}

export function createApiRequest(
  context: ServedRequest,
  target: ApiTarget,
  namespace: string,
  { viewer, password, session, files, batch }: ApiRequestOptions,
): ApiRequest {
  const { app, request } = context
  const { headers } = request
  const { mount, language } = target
  return {
    method: context.method,
    path: `${mount.name}${target.path}`,
    viewer,
    applicationPassword: password,
    session,
    client: createRequestClient(request, app.getHomeUrl()),
    signIns: app.signIns,
    host: app.host,
    urls: buildUrls(baseUrlFor(app, mount, language), namespace),
    indexContext: createIndexContext(context, target, namespace),
    language: context.contentLanguage.language,
    createPasswordAttempt: createPasswordAttempts(context),
    expectedRevisions: parseIfMatch(headers['if-match']),
    hasLargeForm: isMultipart(headers['content-type']) && Number(headers['content-length']) > BODY_LIMIT,
    isCompatible: mount.name === 'wordpress',
    isStrict: prefersStrictHandling(headers),
    idempotencyKey: readIdempotencyKey(headers),
    isDryRun: !isReadRequest(context) && (context.batch?.isDryRun === true || isTrueWord(context.query['dry_run'])),
    isInTransaction: context.batch?.services !== undefined,
    batch,
    live: createLiveRequest(context, viewer),
    readInput: createInputReader(context, files),
  }
}

export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

/** The stage `authenticate`. Pages of any origin can read JSONP, so it never contains a nonce. */
export async function authenticateRequest(
  context: RequestContext,
  endpoint: Endpoint<unknown> | undefined,
): Promise<Authenticated> {
  const { app, request, query } = context
  const acceptsCookieAlone = endpoint?.acceptsCookieAlone === true && query['_jsonp'] === undefined
  const authenticated = await verifyCredentials(context, acceptsCookieAlone)
  const { password, session } = authenticated
  const key = password?.uuid ?? (session && `session ${session.session.id}`)
  const rejection = key && app.limits.takeForKey(key, request.raw)
  if (rejection) throw rejection
  return authenticated
}

function verifyCredentials(context: RequestContext, acceptsCookieAlone: boolean): Promise<Authenticated> {
  const { app, request, query } = context
  const { authorization, 'x-wp-nonce': header } = request.headers
  return authenticate(app.signIns, {
    authorization,
    nonce: header ?? query['_wpnonce'],
    client: createRequestClient(request, app.getHomeUrl()),
    channel: findChannel(context),
    acceptsCookieAlone,
  })
}

function createLiveRequest(context: RequestContext, viewer: Viewer): LiveRequest {
  const { request } = context
  const { 'last-event-id': lastEventId } = request.headers
  return {
    network: findClientNetwork(request.ip),
    expectsStream: request.headers.accept === 'text/event-stream',
    lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    observeDisconnect: () => {
      const { socket } = request.raw
      const disconnected = new AbortController()
      const abort = () => disconnected.abort()
      socket.once('close', abort)
      return { signal: disconnected.signal, dispose: () => socket.off('close', abort) }
    },
    assertSameViewer: async () => {
      const { viewer: current } = await verifyCredentials(context, false)
      if (current.id !== viewer.id || current.role !== viewer.role) throw problem('cursor-expired')
    },
  }
}

/** Where the writes of a request come from. */
export const createOrigin = (context: RequestContext, { viewer, password, session }: Authenticated): Origin => ({
  channel: session ? 'admin' : findChannel(context),
  userId: viewer.id,
  application: password?.name ?? '',
  ip: context.request.ip,
})

/** Tools of the MCP server send the key of this process. */
const findChannel = ({ app, request }: RequestContext): Channel =>
  request.headers[MCP_KEY_HEADER] === app.mcpKey ? 'mcp' : 'api'

/**
 * A password counts as one attempt per request, however often it is used. Inside a shared transaction it has no effect,
 * because a rollback must not undo the count of wrong passwords.
 */
function createPasswordAttempts({
  app,
  request,
  batch,
}: RequestContext): AuthenticatedRequest['createPasswordAttempt'] {
  if (batch?.services) return () => undefined
  const attempts = new Map<string, PasswordAttempt>()
  return (argument) => {
    const header = request.headers['x-event-password']
    const password = argument ?? (typeof header === 'string' && header !== '' ? header : undefined)
    if (password === undefined) return undefined
    const attempt = attempts.get(password) ?? app.recordPasswords.createAttempt(password, request.ip)
    attempts.set(password, attempt)
    return attempt
  }
}

function createIndexContext(
  { app, services, contentLanguage }: ServedRequest,
  { mount, language }: ApiTarget,
  namespace: string,
): IndexContext {
  const { home, base } = buildUrls(baseUrlFor(app, mount, language), namespace)
  const queryDefaults = () => ({
    per_page: services.site.perPage,
    ...resolveDefaultDateRange(createTimeContext(services)),
  })
  return {
    namespace,
    base,
    root: `${home}${mount.root}/`,
    language: contentLanguage.language,
    translate: createTranslator(contentLanguage.language),
    queryDefaults,
  }
}

/** The index at the root of a mount. */
export function describeMount(context: ServedRequest, target: ApiTarget): EndpointResponse {
  const { app, services } = context
  const descriptions = listNamespaces(app, target.mount).map(({ name, router: { routes } }) => ({
    index: createIndexContext(context, target, name),
    routes,
  }))
  return buildSiteIndex(services, siteUrl(baseUrlFor(app, target.mount, target.language)), descriptions)
}
