import { Command } from 'commander'
import { checkDatabase, createDamageFindings, type Finding, repairDatabase } from '../actions/check.ts'
import type { Services } from '../actions/services.ts'
import { print, withServices } from './services.ts'

interface CheckOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

async function check({ repair = false, json }: CheckOptions): Promise<void> {
  const { findings, repaired } = await withServices((services) => checkAll(services, repair)).catch((error) => ({
    findings: createDamageFindings(error),
    repaired: 0,
  }))
  report(findings, repaired, json)
  if (findings.length > 0) process.exitCode = 1
}

async function checkAll(services: Services, repair: boolean) {
  const before = await checkDatabase(services)
  // What is made anew would be made from what cannot be trusted, and written into it.
  const isDamaged = before.some(({ about }) => about === 'database')
  if (!repair || before.length === 0 || isDamaged) return { findings: before, repaired: 0 }
  await repairDatabase(services)
  const findings = await checkDatabase(services)
  return { findings, repaired: before.length - findings.length }
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
derived from the records, unless the database file itself is damaged; other problems must be fixed manually. An image
that is uploaded at the same time may be reported: check again before you delete a file.`

export function checkCommand(): Command {
  return new Command('check')
    .description('check database integrity')
    .option('--repair', 'rebuild wrong term counts and search texts')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(check)
}
