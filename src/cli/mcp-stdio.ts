/** Implements `calends mcp`: tools over stdin and stdout, for a service in this process or a remote one. */
import { pino } from 'pino'
import { listRoutes } from '../api/routes.ts'
import { createApp } from '../app.ts'
import { createTranslator } from '../base/i18n/translate.ts'
import { isRecord } from '../base/is-record.ts'
import { redactSecrets } from '../base/text/redact.ts'
import type { Config } from '../config.ts'
import { type ApiClient, createApiClient, type SendRequest } from '../features/mcp/api-client.ts'
import { buildInstructions } from '../features/mcp/instructions.ts'
import { createInternalClient } from '../features/mcp/internal-client.ts'
import { compileDirectory, createMcpServer } from '../features/mcp/server.ts'
import { serveOverStdio } from '../features/mcp/stdio-transport.ts'
import { createToolDirectory, selectReads } from '../features/mcp/tool-directory.ts'
import { createTools } from '../features/mcp/tools.ts'
import { FEATURES } from '../features.ts'
import { MOUNTS } from '../http/request/resolve-mount.ts'
import { createServices } from '../process-services.ts'
import { programVersion } from '../version.ts'

interface ToolServerOptions {
  /** URL of a running service; undefined for the configured database. */
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly isReadOnly: boolean
}

/** Serves until stdin ends. Throws if the service cannot be reached or rejects the credentials. */
export async function serveTools(config: Config, options: ToolServerOptions): Promise<void> {
  const { url } = options
  const connection = url === undefined ? await startLocalService(config) : connectToService(url)
  try {
    await serveConnection(connection, config, options)
  } finally {
    await connection.close()
  }
}

interface ApiConnection {
  readonly send: SendRequest
  /** Prefix of the API URLs. */
  readonly urlPrefix: string
  readonly close: () => Promise<void>
}

async function startLocalService(config: Config): Promise<ApiConnection> {
  const services = await createServices(config)
  // Stdout is reserved for the protocol.
  const options = { level: config.LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const logger = pino(options, pino.destination({ dest: process.stderr.fd }))
  const { server, close } = await createApp({ config, services, logger })
  return {
    urlPrefix: '',
    send: createInternalClient(server),
    close: async () => {
      await close()
      await services.close()
    },
  }
}

const TIMEOUT_MILLISECONDS = 60_000

/** Redirects are errors, because the credentials must not be sent to another URL. */
function connectToService(site: string): ApiConnection {
  return {
    urlPrefix: site,
    send: async ({ method, url, headers, body }) => {
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
      const init = { method, headers, signal, redirect: 'error', ...(body !== undefined && { body }) } as const
      const response = await fetch(url, init).catch((cause: unknown) => {
        throw new Error(`${site} cannot be reached`, { cause })
      })
      return { status: response.status, text: await response.text() }
    },
    close: async () => {},
  }
}

async function serveConnection(
  { send, urlPrefix }: ApiConnection,
  config: Config,
  { authorization, isReadOnly }: ToolServerOptions,
): Promise<void> {
  const { root, namespace } = MOUNTS.api
  const [language] = config.site.languages
  const translate = createTranslator(language)
  const headers = { 'accept-language': language, ...(authorization && { authorization }) }
  const siteInfo = await readSiteInfo(createApiClient(send, { baseUrl: `${urlPrefix}${root}`, headers }))
  const allTools = createTools(listRoutes(FEATURES), translate)
  const selection = authorization === undefined ? 'reads' : 'all'
  const tools = compileDirectory(
    createToolDirectory(isReadOnly ? selectReads(allTools) : allTools, selection, translate),
  )
  const createServer = () =>
    createMcpServer({
      name: siteInfo.name,
      version: programVersion(),
      instructions: buildInstructions({ ...siteInfo, now: formatUtcNow() }, translate),
      tools,
      callApi: createApiClient(send, { baseUrl: `${urlPrefix}${root}/${namespace}`, headers }),
    })
  await serveOverStdio(createServer, ({ message }) => process.stderr.write(`calends: ${redactSecrets(message)}\n`))
}

const formatUtcNow = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** The first request, so that wrong credentials are reported at start and not on the first tool call. */
async function readSiteInfo(call: ApiClient): Promise<{ readonly name: string; readonly zone: string }> {
  const { status, body } = await call({ method: 'GET', path: '', query: { _fields: 'name,timezone_string' } })
  if (status === 401) throw new Error('--login or CALENDS_APPLICATION_PASSWORD is wrong')
  if (status === 429) throw new Error('too many failed sign-ins; try again later')
  const { name, timezone_string: zone } = isRecord(body) ? body : {}
  if (status === 200 && typeof name === 'string' && typeof zone === 'string') return { name, zone }
  throw new Error(`the service at this URL is not Calends (HTTP ${status})`)
}
