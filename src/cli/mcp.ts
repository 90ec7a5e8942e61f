import { Command, InvalidArgumentError } from 'commander'
import { loadConfig } from './settings.ts'

export interface McpOptions {
  readonly url?: string
  readonly login?: string
}

const PASSWORD = 'CALENDS_APPLICATION_PASSWORD'

async function mcp({ url, login }: McpOptions): Promise<void> {
  const config = loadConfig()
  const authorization = authorizationOf(login, process.env[PASSWORD])
  // Loaded late: no other verb needs the protocol.
  const { serveTools } = await import('./mcp-connection.ts')
  await serveTools(config, { url, authorization })
}

function authorizationOf(login: string | undefined, password: string | undefined): string | undefined {
  if (login === undefined && !password) return undefined
  if (login === undefined) throw new Error(`${PASSWORD} is set, and --login is not`)
  if (!password) throw new Error(`--login needs an application password in ${PASSWORD}`)
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
}

/** Without a slash at its end. Credentials in an address would show in lists of processes. */
function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    throw new InvalidArgumentError('It is the address of a site, such as https://calendar.example.')
  return url.href.replace(/\/+$/, '')
}

const HELP = `
An assistant starts this command and speaks with it over stdin and stdout. Its tools read and change events, venues and
organizers as the user of --login may, whose application password is in the environment variable ${PASSWORD};
without one they read what anybody may. Without --url they work on the database of the settings, beside a running service
or without one. docs/mcp.md shows how assistants are told of it.

Examples:
  calends mcp
  ${PASSWORD}=... calends mcp --url https://calendar.example --login ann`

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve Model Context Protocol over stdin and stdout, for assistants')
    .option('--url <url>', 'address of a running service to work on instead of the database of the settings', parseUrl)
    .option('--login <login>', 'user to sign in as')
    .addHelpText('after', HELP)
    .action(mcp)
}
