/** `/mcp`: Model Context Protocol over HTTP, without sessions. Tools call the API as the caller itself would. */
import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '../calendar/problem.ts'
import { type Caller, callerOver } from '../mcp/caller.ts'
import { instructionsOf } from '../mcp/instructions.ts'
import type { CheckedTool } from '../mcp/server.ts'
import { type Tool, toolsOf } from '../mcp/tools.ts'
import type { Language } from '../text/language.ts'
import { sayIn } from '../text/say.ts'
import { authenticate } from './auth.ts'
import { asProblem, presentProblem } from './failure.ts'
import type { Gate } from './gate.ts'
import { commonHeaders, corsHeaders, spokenHeaders, type Voice } from './headers.ts'
import { readJsonBody } from './input.ts'
import { sendInward } from './inward.ts'
import { homeOf, MOUNTS, type Spoken } from './mount.ts'
import type { Routing } from './routes.ts'
import type { TextAnswer } from './text-answer.ts'

interface McpRequest {
  readonly gate: Gate
  readonly request: FastifyRequest
  readonly spoken: Spoken
  readonly voice: Voice
}

export const isMcp = ({ path }: Spoken): boolean => path === '/mcp' || path === '/mcp/'

/** Who may do what is said by the routes that the tools call. */
export async function mcpAnswer(asked: McpRequest): Promise<TextAnswer> {
  const { gate, request, voice } = asked
  const cors = { ...corsHeaders(gate.corsOrigins, request.headers.origin), ...CORS }
  const headers = { ...commonHeaders(true), ...cors, ...spokenHeaders(voice) }
  const answer = await answered(asked).catch((error: unknown) => {
    const failure = asProblem(error, request.id)
    if (failure.status >= 500) request.log.error({ err: error }, 'failed')
    return refusal(failure, voice.language)
  })
  return { ...answer, headers: { ...headers, ...answer.headers } }
}

const METHODS = 'POST, OPTIONS'
const CORS = {
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers':
    'Accept, Accept-Language, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
} as const

async function answered(asked: McpRequest): Promise<TextAnswer> {
  const { gate, request } = asked
  refuseStrangers(gate, request)
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: METHODS }, text: '' }
  if (request.method !== 'POST') throw problem('rest_no_route', { status: 405 })
  const { authorization } = request.headers
  await authenticate(gate.signIns, { authorization, nonce: undefined, address: request.ip })
  return spokenWith(asked, await readJsonBody(request))
}

/**
 * A page may call from our own site or from a listed origin. Where all may call, they may so without credentials, as the
 * API has it: what a browser remembers for us must not be used by a page of others, nor by one that took our name.
 */
function refuseStrangers({ home, corsOrigins }: Gate, { headers }: FastifyRequest): void {
  const { origin, authorization } = headers
  if (origin === undefined || origin === new URL(home()).origin || corsOrigins.includes(origin)) return
  if (!corsOrigins.includes('*') || authorization !== undefined) throw problem('rest_forbidden')
}

/** The protocol's code is loaded by the first who speaks it. */
async function spokenWith(asked: McpRequest, message: unknown): Promise<TextAnswer> {
  const { gate, request, voice } = asked
  const [{ checkedTool, createMcpServer }, { exchange, exchangeBatch }] = await Promise.all([
    import('../mcp/server.ts'),
    import('../mcp/exchange.ts'),
  ])
  const { site, now } = gate.services
  const createServer = () =>
    createMcpServer({
      name: site.name,
      version: gate.version,
      instructions: instructionsOf({ name: site.name, zone: site.zone, now: now() }, sayIn(voice.language)),
      tools: toolsIn(gate, voice.language, checkedTool),
      call: callerOf(asked),
    })
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const wire = new Request(`${gate.home()}/mcp`, { method: 'POST', headers })
  const response = Array.isArray(message)
    ? await exchangeBatch(createServer, wire, message)
    : await exchange(createServer(), wire, message)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

const known = new WeakMap<Routing, Map<Language, readonly CheckedTool[]>>()

/** The same for every caller, so made but once for each language. */
function toolsIn({ routing }: Gate, language: Language, check: (tool: Tool) => CheckedTool) {
  const spoken = known.get(routing) ?? new Map<Language, readonly CheckedTool[]>()
  const tools = spoken.get(language) ?? toolsOf(routing.routes, sayIn(language)).map(check)
  known.set(routing, spoken.set(language, tools))
  return tools
}

/** Requests to ourselves, with the caller's own credentials, language and address. */
function callerOf({ request, spoken }: McpRequest): Caller {
  const { root, namespace } = MOUNTS.api
  const { authorization, 'accept-language': wish } = request.headers
  return callerOver(sendInward(request.server, request.ip), {
    root: `${homeOf({ site: '', language: spoken.language })}${root}/${namespace}`,
    headers: { ...(authorization && { authorization }), ...(wish && { 'accept-language': wish }) },
  })
}

const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/** A refusal before any tool is asked, as JSON-RPC says it. */
function refusal(failure: Problem, language: Language): TextAnswer {
  const { status, headers, body } = presentProblem(failure, language)
  const code = failure.code === 'rest_invalid_json' ? PARSE_ERROR : SERVER_ERROR
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(status === 401 && { 'www-authenticate': 'Basic realm="Calends", charset="UTF-8"' }),
      ...(status === 405 && { allow: METHODS }),
    },
    text: JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: body['message'], data: { code: failure.code, status } },
    }),
  }
}
