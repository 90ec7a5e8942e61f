/** What `calends mcp` does: tools over stdin and stdout, on a service in this process or in another one. */
import { pino } from 'pino'
import { isRecord } from '../calendar/field.ts'
import type { Config } from '../config.ts'
import { createApp, createServices } from '../context.ts'
import { sendInward } from '../http/inward.ts'
import { MOUNTS } from '../http/mount.ts'
import { RESOURCE_ROUTES } from '../http/routes.ts'
import { type Caller, callerOver, type Send } from '../mcp/caller.ts'
import { instructionsOf } from '../mcp/instructions.ts'
import { checkedTool, createMcpServer } from '../mcp/server.ts'
import { serveOverStdio } from '../mcp/stdio.ts'
import { toolsOf } from '../mcp/tools.ts'
import { redactSecrets } from '../text/redact.ts'
import { sayIn } from '../text/say.ts'
import { programVersion } from '../version.ts'

interface Wish {
  /** Of a running service; undefined for the database of the settings. */
  readonly url: string | undefined
  readonly authorization: string | undefined
}

/** Serves until stdin ends. Throws when the service is not there, or knows nobody with these credentials. */
export async function serveTools(config: Config, { url, authorization }: Wish): Promise<void> {
  const connection = url === undefined ? await openHere(config) : connectTo(url)
  try {
    await serve(connection, config, authorization)
  } finally {
    await connection.close()
  }
}

interface Connection {
  readonly send: Send
  /** What stands before the addresses of its API. */
  readonly site: string
  readonly close: () => Promise<void>
}

async function openHere(config: Config): Promise<Connection> {
  const services = await createServices(config)
  // Stdout is for the protocol alone.
  const options = { level: config.LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const logger = pino(options, pino.destination({ dest: process.stderr.fd }))
  const { server, close } = await createApp({ config, services, logger })
  return {
    site: '',
    send: sendInward(server),
    close: async () => {
      await close()
      await services.close()
    },
  }
}

const PATIENCE_MILLISECONDS = 60_000

/** Credentials are for this address alone: nothing is sent on to where it may point. */
function connectTo(site: string): Connection {
  return {
    site,
    send: async ({ method, address, headers, body }) => {
      const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
      const wish = { method, headers, signal, redirect: 'error', ...(body !== undefined && { body }) } as const
      const answer = await fetch(address, wish).catch((cause: unknown) => {
        throw new Error(`${site} cannot be reached`, { cause })
      })
      return { status: answer.status, text: await answer.text() }
    },
    close: async () => {},
  }
}

async function serve({ send, site }: Connection, config: Config, authorization: string | undefined): Promise<void> {
  const { root, namespace } = MOUNTS.api
  const [language] = config.site.languages
  const say = sayIn(language)
  const headers = { 'accept-language': language, ...(authorization && { authorization }) }
  const about = await aboutSite(callerOver(send, { root: `${site}${root}`, headers }))
  const tools = toolsOf(RESOURCE_ROUTES, say).map(checkedTool)
  const create = () =>
    createMcpServer({
      name: about.name,
      version: programVersion(),
      instructions: instructionsOf({ ...about, now: utcNow() }, say),
      tools,
      call: callerOver(send, { root: `${site}${root}/${namespace}`, headers }),
    })
  await serveOverStdio(create, ({ message }) => process.stderr.write(`calends: ${redactSecrets(message)}\n`))
}

const utcNow = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** Asked first, so that wrong credentials are said when the assistant starts and not at its first question. */
async function aboutSite(call: Caller): Promise<{ readonly name: string; readonly zone: string }> {
  const { status, body } = await call({ method: 'GET', path: '', query: { _fields: 'name,timezone_string' } })
  if (status === 401) throw new Error('--login or CALENDS_APPLICATION_PASSWORD is wrong')
  if (status === 429) throw new Error('too many failed sign-ins; try again later')
  const { name, timezone_string: zone } = isRecord(body) ? body : {}
  if (status === 200 && typeof name === 'string' && typeof zone === 'string') return { name, zone }
  throw new Error(`the service at this URL is not Calends (HTTP ${status})`)
}
