/** The official client of Model Context Protocol, with helpers for tests. */
import type { TestContext } from 'node:test'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isRecord } from '../../../src/base/is-record.ts'
import { PROGRAM_PATH } from '../command-line.ts'
import type { Json, TestService, TestUser } from '../service.ts'

/** Versions of the protocol start with `initialize`, or with the first request. */
export const PROTOCOL_VERSIONS = ['legacy', { pin: '2026-07-28' }] as const
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number]

export interface ToolResponse {
  readonly isError: boolean
  readonly text: string
  /** The result of the tool, as data. */
  readonly json: Json
  /** Whether the result has structured content in addition to its text. */
  readonly hasStructure: boolean
}

export interface McpTestClient {
  readonly client: Client
  readonly callTool: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<ToolResponse>
}

interface HttpConnectionOptions {
  readonly as?: TestUser
  readonly era?: ProtocolVersion
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Over HTTP. */
export function connectOverHttp(
  service: TestService,
  { as = 'anon', era = 'legacy', path = '/mcp', headers }: HttpConnectionOptions = {},
) {
  const sent = { ...headers, ...(as !== 'anon' && { authorization: service.authorization(as) }) }
  const url = new URL(`${service.origin}${path}`)
  return connectClient(new StreamableHTTPClientTransport(url, { requestInit: { headers: sent } }), era)
}

interface StdioConnectionOptions {
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly era?: ProtocolVersion
}

/** Over stdin and stdout of `calends mcp`, which ends with the test. */
export async function connectOverStdio(
  test: TestContext,
  { args = [], env, cwd, era = 'legacy' }: StdioConnectionOptions,
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM_PATH, 'mcp', ...args],
    env: { ...inherited(), LOG_LEVEL: 'warn', SITE_TIMEZONE: 'America/New_York', ...env },
    cwd,
    stderr: 'ignore',
  })
  const connected = await connectClient(transport, era)
  test.after(() => connected.client.close())
  return connected
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function parseRecord(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function connectClient(
  transport: Parameters<Client['connect']>[0],
  era: ProtocolVersion,
): Promise<McpTestClient> {
  const options: ClientOptions = { versionNegotiation: { mode: era } }
  const client = new Client({ name: 'tests', version: '1' }, options)
  await client.connect(transport)
  return {
    client,
    callTool: async (name, args = {}) => {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: { ...args } })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      const json = isRecord(structuredContent) ? structuredContent : parseRecord(text)
      return { isError, text, json, hasStructure: structuredContent !== undefined }
    },
  }
}
