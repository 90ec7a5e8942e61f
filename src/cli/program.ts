import { Command } from 'commander'
import { checkCommand } from './check.ts'
import { geocodeCommand } from './geocode.ts'
import { importCommand } from './import.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'

/** Runs a command line. What fails is said on stderr in a line, and the exit code is 1. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  // What the service keeps is for its owner alone.
  process.umask(0o077)
  const program = new Command('calends')
    .description('A self-hosted event-calendar REST service')
    .addCommand(serveCommand())
    .addCommand(userCommand())
    .addCommand(seedCommand())
    .addCommand(importCommand())
    .addCommand(checkCommand())
    .addCommand(geocodeCommand())
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    process.stderr.write(`calends: ${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

/** With its cause, where it has one: that a server was away says little without the reason. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
