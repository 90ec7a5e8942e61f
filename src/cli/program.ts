import { Command } from 'commander'
import { redactSecrets } from '../base/text/redact.ts'
import { presentProblem } from '../http/response/problem-response.ts'
import { Problem } from '../kernel/problem.ts'
import { describeVersion } from '../version.ts'
import { serveCommand } from './serve.ts'

/** Runs a command. Errors are printed to stderr in one line, with exit code 1. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  // Files created by the service are readable only by their owner.
  process.umask(0o077)
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreClosedPipe)
  const program = new Command('calends')
    .description('A self-hosted event-calendar REST service')
    .option('-V, --version', 'output the version number')
    .addCommand(serveCommand())
  for (const command of await loadCommands(argv[2])) program.addCommand(command)
  program.on('option:version', () => {
    process.stdout.write(`${describeVersion()}\n`)
    process.exit()
  })
  redactErrors(program)
  try {
    await program.parseAsync(argv.length > 2 ? [...argv] : [...argv, '--help'])
  } catch (error) {
    process.stderr.write(redactSecrets(`calends: ${formatError(error)}\n`))
    process.exitCode = 1
  }
}

/** A program such as `head` stops reading early. The command still completes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Errors about arguments contain their values, which may be URLs with passwords. */
function redactErrors(command: Command): void {
  command.configureOutput({ writeErr: (text) => process.stderr.write(redactSecrets(text)) })
  for (const child of command.commands) redactErrors(child)
}

/** Modules of commands by name. */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  user: async () => (await import('./user.ts')).userCommand(),
  seed: async () => (await import('./seed.ts')).seedCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  'switch-check': async () => (await import('./switch-check.ts')).switchCheckCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  copy: async () => (await import('./commands/copy.ts')).copyCommand(),
  geocode: async () => (await import('./geocode.ts')).geocodeCommand(),
  series: async () => (await import('./series.ts')).seriesCommand(),
  source: async () => (await import('./source.ts')).sourceCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  digest: async () => (await import('./digest.ts')).digestCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  theme: async () => (await import('./theme.ts')).themeCommand(),
}

/** Only the named command is loaded, because loading all takes most of the time of a short one. */
async function loadCommands(name: string | undefined): Promise<readonly Command[]> {
  if (name === 'serve' || name === '--version' || name === '-V') return []
  const named = name !== undefined && Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined
  return named ? [await named()] : Promise.all(Object.values(LOADERS).map((load) => load()))
}

/** The message, followed by those of its causes. Connection errors to several IP addresses have only a code. */
function formatError(error: unknown): string {
  if (error instanceof Problem) return formatProblem(error)
  if (!(error instanceof Error)) return String(error)
  const message = error.message || ('code' in error ? String(error.code) : error.name)
  if (error.cause === undefined) return message
  return `${message}${message.endsWith('.') ? '' : ':'} ${formatError(error.cause)}`
}

function formatProblem(failure: Problem): string {
  const { message, data } = presentProblem(failure, 'en').body
  const params = Object.entries(Object(Object(data).params)).map(([name, text]) => `${name}: ${text}`)
  return params.length > 0 ? params.join(' ') : String(message)
}
