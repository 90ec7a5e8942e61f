import { Command } from 'commander'
import { checkDatabase, type Finding, repairDatabase } from '../actions/check.ts'
import { print, withServices } from './services.ts'

interface CheckOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

function check({ repair, json }: CheckOptions): Promise<void> {
  return withServices(async (services) => {
    const before = await checkDatabase(services)
    if (repair && before.length > 0) await repairDatabase(services)
    const findings = repair && before.length > 0 ? await checkDatabase(services) : before
    report(findings, before.length - findings.length, json)
    if (findings.length > 0) process.exitCode = 1
  })
}

function report(findings: readonly Finding[], mended: number, json: boolean | undefined): void {
  if (json) {
    print(JSON.stringify({ findings, mended }))
    return
  }
  for (const { about, text } of findings) print(`${about}: ${text}`)
  if (mended > 0) print(`repaired: ${mended}`)
  print(findings.length === 0 ? 'no problems found' : `found: ${findings.length}`)
}

const HELP = `
Checks the database file, ids, links, categories, dates, slugs, term counts, search texts and image files, and prints a
line for each problem; the exit code is 1 when problems remain. --repair rebuilds term counts and search texts, which are
derived from the records; other problems must be fixed manually. An image that is uploaded at the same time may be
reported: check again before you delete a file.`

export function checkCommand(): Command {
  return new Command('check')
    .description('check database integrity')
    .option('--repair', 'rebuild wrong term counts and search texts')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(check)
}
