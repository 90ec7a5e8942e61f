/** `/mcp`: Model Context Protocol over HTTP, without sessions. Tools call the API with the credentials of the client. */
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../base/i18n/language.ts'
import { createTranslator } from '../../base/i18n/translate.ts'
import { mayCreate } from '../../http/access-rules.ts'
import { type AppContext, MCP_KEY_HEADER } from '../../http/app-context.ts'
import { authenticateApplication } from '../../http/request/authenticate.ts'
import { readJsonBody } from '../../http/request/parse-input.ts'
import { MOUNTS, siteUrl } from '../../http/request/resolve-mount.ts'
import type { ServedRequest } from '../../http/request-context.ts'
import { commonHeaders, corsHeaders, languageHeaders } from '../../http/response/headers.ts'
import { createPlainResponse, type HttpResponse } from '../../http/response/http-response.ts'
import { presentProblem, toProblem } from '../../http/response/problem-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import { type Problem, problem } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { buildInstructions } from './instructions.ts'
import { createInternalClient } from './internal-client.ts'
import type { CompiledDirectory } from './server.ts'
import { createToolDirectory, type ToolDirectory, type ToolSelection } from './tool-directory.ts'
import { createTools } from './tools.ts'

/** For clients that may write and for all others. */
type CompiledTools = Readonly<Record<ToolSelection, CompiledDirectory>>

/** Tools of each language, compiled on first use. */
type ToolCache = Map<Language, CompiledTools>

export function createMcpRouteFinder(): RouteFinder {
  const toolCache: ToolCache = new Map()
  return ({ localizedPath: { path } }) =>
    path === '/mcp' || path === '/mcp/'
      ? { kind: 'system', name: 'mcp', setsOwnCors: true, handle: (request) => handleMcp(request, toolCache) }
      : undefined
}

interface TextResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Access is checked by the routes that the tools call. */
async function handleMcp(context: ServedRequest, toolCache: ToolCache): Promise<HttpResponse> {
  const { app, request, contentLanguage } = context
  const cors = { ...corsHeaders(app.corsOrigins, request.headers.origin), ...CORS_HEADERS }
  const commonMcpHeaders = { ...commonHeaders(true), ...cors, ...languageHeaders(contentLanguage) }
  const { status, headers, text } = await handleMcpRequest(context, toolCache).catch((error: unknown) => {
    const failure = toProblem(error, request.id)
    if (failure.status >= 500) request.log.error({ err: error }, 'failed')
    return createErrorResponse(failure, contentLanguage.language)
  })
  const textHeaders = { 'content-type': 'text/plain; charset=utf-8', ...commonMcpHeaders, ...headers }
  return createPlainResponse(status, textHeaders, Buffer.from(text))
}

const ALLOWED_METHODS = 'POST, OPTIONS'
const CORS_HEADERS = {
  'access-control-allow-methods': ALLOWED_METHODS,
  'access-control-allow-headers':
    'Accept, Accept-Language, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
} as const

async function handleMcpRequest(context: ServedRequest, toolCache: ToolCache): Promise<TextResponse> {
  const { app, request } = context
  assertAllowedOrigin(app, request)
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ALLOWED_METHODS }, text: '' }
  if (request.method !== 'POST') throw problem('rest_no_route', { status: 405 })
  const { authorization } = request.headers
  const authenticated = await authenticateApplication(app.signIns, authorization, { ip: request.ip, channel: 'mcp' })
  const selection = mayCreate(authenticated?.viewer ?? ANONYMOUS) ? 'all' : 'reads'
  return exchangeMessage(context, { message: await readJsonBody(request), selection, toolCache })
}

/**
 * Allows the origin of the site and listed origins. If all origins are allowed, others may call without credentials, as in
 * the API: pages of other sites must not use credentials that the browser has stored, also after DNS rebinding.
 */
function assertAllowedOrigin({ getHomeUrl, corsOrigins }: AppContext, { headers }: FastifyRequest): void {
  const { origin, authorization } = headers
  if (origin === undefined || origin === new URL(getHomeUrl()).origin || corsOrigins.includes(origin)) return
  if (!corsOrigins.includes('*') || authorization !== undefined) throw problem('rest_forbidden')
}

interface Exchange {
  readonly message: unknown
  readonly selection: ToolSelection
  readonly toolCache: ToolCache
}

/** The SDK is loaded on first use. */
async function exchangeMessage(
  context: ServedRequest,
  { message, selection, toolCache }: Exchange,
): Promise<TextResponse> {
  const { app, services, request, contentLanguage } = context
  const [{ compileDirectory, createMcpServer }, { handleMcpMessage, handleMcpBatch }] = await Promise.all([
    import('./server.ts'),
    import('./http-transport.ts'),
  ])
  const tools = getTools(app, { toolCache, language: contentLanguage.language }, compileDirectory)
  const { site, now } = services
  const createServer = () =>
    createMcpServer({
      name: site.name,
      version: app.version,
      instructions: buildInstructions(
        { name: site.name, zone: site.zone, now: now() },
        createTranslator(contentLanguage.language),
      ),
      tools: tools[selection],
      callApi: createClient(context),
    })
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const webRequest = new Request(`${app.getHomeUrl()}/mcp`, { method: 'POST', headers })
  const response = Array.isArray(message)
    ? await handleMcpBatch(createServer, webRequest, message)
    : await handleMcpMessage(createServer(), webRequest, message)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** Tools depend only on the language. */
function getTools(
  { router }: AppContext,
  { toolCache, language }: { readonly toolCache: ToolCache; readonly language: Language },
  compile: (directory: ToolDirectory) => CompiledDirectory,
): CompiledTools {
  const compiled = toolCache.get(language)
  if (compiled) return compiled
  const translate = createTranslator(language)
  const tools = createTools(router.routes, translate)
  const create = (selection: ToolSelection) => compile(createToolDirectory(tools, selection, translate))
  const created = { all: create('all'), reads: create('reads') }
  toolCache.set(language, created)
  return created
}

/** Sends credentials, language and IP address of the client along. */
function createClient({ app, request, localizedPath }: ServedRequest): ApiClient {
  const { root, namespace } = MOUNTS.api
  const { authorization, 'accept-language': acceptLanguage } = request.headers
  return createApiClient(createInternalClient(request.server, request.ip), {
    baseUrl: `${siteUrl({ site: '', language: localizedPath.language })}${root}/${namespace}`,
    headers: {
      [MCP_KEY_HEADER]: app.mcpKey,
      ...(authorization && { authorization }),
      ...(acceptLanguage && { 'accept-language': acceptLanguage }),
    },
  })
}

const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/** JSON-RPC error for requests that fail before a tool is called. */
function createErrorResponse(failure: Problem, language: Language): TextResponse {
  const { status, headers, body } = presentProblem(failure, language)
  const code = failure.code === 'rest_invalid_json' ? PARSE_ERROR : SERVER_ERROR
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(status === 401 && { 'www-authenticate': 'Basic realm="Calends", charset="UTF-8"' }),
      ...(status === 405 && { allow: ALLOWED_METHODS }),
    },
    text: JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: body['message'], data: { code: failure.code, status } },
    }),
  }
}
