import { Command } from 'commander'
import { checkCommand } from './check.ts'
import { copyCommand } from './copy.ts'
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
    .addCommand(copyCommand())
    .addCommand(geocodeCommand())
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    process.stderr.write(`calends: ${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

/** What went wrong and why; where several addresses of a host were tried in vain, only a code says so. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const what = error.message || ('code' in error ? String(error.code) : error.name)
  return error.cause === undefined ? what : `${what}: ${lineOf(error.cause)}`
}
