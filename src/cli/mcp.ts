import { Command, InvalidArgumentError } from 'commander'
import { loadConfig } from './load-config.ts'

export interface McpOptions {
  readonly url?: string
  readonly login?: string
  readonly readOnly?: boolean
}

const PASSWORD_VARIABLE = 'CALENDS_APPLICATION_PASSWORD'

async function runMcp({ url, login, readOnly = false }: McpOptions): Promise<void> {
  const config = loadConfig()
  const authorization = createAuthorization(login, process.env[PASSWORD_VARIABLE])
  // Loaded on demand: no other command uses the MCP library.
  const { serveTools } = await import('./mcp-stdio.ts')
  await serveTools(config, { url, authorization, isReadOnly: readOnly })
}

function createAuthorization(login: string | undefined, password: string | undefined): string | undefined {
  if (login === undefined && !password) return undefined
  if (login === undefined) throw new Error(`${PASSWORD_VARIABLE} requires --login`)
  if (!password) throw new Error(`--login requires an application password in ${PASSWORD_VARIABLE}`)
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
}

/** Returns the URL without a trailing slash. Rejects credentials, which would be visible in process lists. */
function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    throw new InvalidArgumentError('Expected the URL of a site, such as https://calendar.example.')
  return url.href.replace(/\/+$/, '')
}

const HELP = `
An assistant starts this command and communicates with it over stdin and stdout. Its tools read and change events, venues
and organizers with the permissions of the user of --login, whose application password is read from the environment
variable ${PASSWORD_VARIABLE}. Without a login they read public records; with --read-only they change nothing. Without --url they use the configured
database, whether the service is running or not. docs/guides/ai-assistants.md shows how to set up assistants.

Examples:
  calends mcp
  ${PASSWORD_VARIABLE}=... calends mcp --url https://calendar.example --login ann`

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve Model Context Protocol over stdin and stdout, for assistants')
    .option('--url <url>', 'URL of a running service to use instead of the configured database', parseServiceUrl)
    .option('--login <login>', 'user to sign in as')
    .option('--read-only', 'omit the tools that write')
    .addHelpText('after', HELP)
    .action(runMcp)
}
