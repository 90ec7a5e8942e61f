import { Command } from 'commander'
import { checkDatabase, type Finding, repairDatabase } from '../actions/check.ts'
import { findOrphanedFiles, removeOrphanedFiles } from '../actions/orphaned-files.ts'
import type { Services } from '../actions/services.ts'
import { print, withServices } from './services.ts'

interface CheckOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

function check({ repair = false, json = false }: CheckOptions): Promise<void> {
  return withServices(async (services) => {
    const before = await checkDatabase(services)
    if (repair && before.length > 0) await repairDatabase(services)
    const findings = repair && before.length > 0 ? await checkDatabase(services) : before
    // What belongs to an image cannot be told by a damaged database.
    const isDamaged = findings.some(({ about }) => about === 'database')
    const orphans = isDamaged ? NO_ORPHANS : await checkOrphans(services, repair)
    report({ findings, mended: before.length - findings.length, ...orphans }, json)
    if (findings.length > 0) process.exitCode = 1
  })
}

interface Orphans {
  /** Keys of files that belong to no image and are left. */
  readonly orphans: readonly string[]
  readonly removed: number
}

const NO_ORPHANS: Orphans = { orphans: [], removed: 0 }

async function checkOrphans(services: Services, repair: boolean): Promise<Orphans> {
  const found = await findOrphanedFiles(services)
  const left = repair ? await removeOrphanedFiles(services, found) : found.files
  return { orphans: left.map(({ key }) => key), removed: found.files.length - left.length }
}

interface Result extends Orphans {
  readonly findings: readonly Finding[]
  readonly mended: number
}

function report({ findings, mended, orphans, removed }: Result, json: boolean): void {
  if (json) {
    print(JSON.stringify({ findings, mended, orphans, removed }))
    return
  }
  for (const { about, text } of findings) print(`${about}: ${text}`)
  for (const key of orphans) print(`note: file ${key} belongs to no image`)
  if (removed > 0) print(`files without an image removed: ${removed}`)
  if (mended > 0) print(`mended: ${mended}`)
  print(findings.length === 0 ? 'the database is whole' : `found: ${findings.length}`)
}

const HELP = `
Looks at the file itself, numbers, links, categories, dates, slugs, counts of terms, search texts and the files of
pictures, and prints a line for each thing that is wrong; the exit code is then 1. --repair makes counts and search
texts anew, since they follow from the records, and removes files that belong to no image and are older than an hour; all
else is left to people. Such files are printed as notes and do not change the exit code. They are not removed when there
are more than 100 and more than files of images: then MEDIA_URL seems to belong to another database.`

export function checkCommand(): Command {
  return new Command('check')
    .description('look whether the database is whole')
    .option('--repair', 'make counts of terms and search texts anew where they are wrong, remove orphaned files')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(check)
}
