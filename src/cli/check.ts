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
  if (mended > 0) print(`mended: ${mended}`)
  print(findings.length === 0 ? 'the database is whole' : `found: ${findings.length}`)
}

const HELP = `
Looks at the file itself, numbers, links, categories, dates, slugs, counts of terms, search texts and the files of
pictures, and prints a line for each thing that is wrong; the exit code is then 1. --repair makes counts and search
texts anew, since they follow from the records, unless the file itself is damaged; all else is left to people. A picture that is being uploaded meanwhile
may be among what it prints: look again before you remove a file.`

export function checkCommand(): Command {
  return new Command('check')
    .description('look whether the database is whole')
    .option('--repair', 'make counts of terms and search texts anew where they are wrong')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(check)
}
