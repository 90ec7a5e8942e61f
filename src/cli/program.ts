import { Command } from 'commander'
import { Problem } from '../domain/problem.ts'
import { presentProblem } from '../http/response/problem-response.ts'
import { redactSecrets } from '../text/redact.ts'
import { describeVersion } from '../version.ts'
import { serveCommand } from './commands/serve.ts'

/** Runs a command. Errors are printed to stderr in one line, with exit code 1. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  // Files created by the service are readable only by their owner.
  process.umask(0o077)
  const program = new Command('calends')
    .description('A self-hosted event-calendar REST service')
    .option('-V, --version', 'output the version number')
    .addCommand(serveCommand())
  // Loading only `serve` makes the service start faster.
  if (argv[2] !== 'serve') for (const command of await loadOtherCommands()) program.addCommand(command)
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

/** Errors about arguments contain their values, which may be URLs with passwords. */
function redactErrors(command: Command): void {
  command.configureOutput({ writeErr: (text) => process.stderr.write(redactSecrets(text)) })
  for (const child of command.commands) redactErrors(child)
}

const loadOtherCommands = (): Promise<Command[]> =>
  Promise.all([
    import('./commands/user.ts').then(({ userCommand }) => userCommand()),
    import('./commands/seed.ts').then(({ seedCommand }) => seedCommand()),
    import('./commands/import.ts').then(({ importCommand }) => importCommand()),
    import('./commands/export.ts').then(({ exportCommand }) => exportCommand()),
    import('./sites/switch-check.ts').then(({ switchCheckCommand }) => switchCheckCommand()),
    import('./commands/check.ts').then(({ checkCommand }) => checkCommand()),
    import('./commands/copy.ts').then(({ copyCommand }) => copyCommand()),
    import('./commands/geocode.ts').then(({ geocodeCommand }) => geocodeCommand()),
    import('./commands/series.ts').then(({ seriesCommand }) => seriesCommand()),
    import('./commands/source.ts').then(({ sourceCommand }) => sourceCommand()),
    import('./commands/webhook.ts').then(({ webhookCommand }) => webhookCommand()),
    import('./commands/digests/digest.ts').then(({ digestCommand }) => digestCommand()),
    import('./commands/mcp.ts').then(({ mcpCommand }) => mcpCommand()),
    import('./commands/backup.ts').then(({ backupCommand }) => backupCommand()),
    import('./commands/restore.ts').then(({ restoreCommand }) => restoreCommand()),
    import('./commands/themes/theme.ts').then(({ themeCommand }) => themeCommand()),
  ])

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
