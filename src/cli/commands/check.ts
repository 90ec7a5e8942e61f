import { Command } from 'commander'
import { checkDatabase, createDamageFindings, type Finding, repairDatabase } from '../../calendar/check-integrity.ts'
import type { Services } from '../../calendar/services.ts'
import { findOrphanedFiles, removeOrphanedFiles } from '../../features/media/orphaned-files.ts'
import { print, withServices } from '../with-services.ts'

interface CheckOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

async function runCheck({ repair = false, json = false }: CheckOptions): Promise<void> {
  const result = await withServices((services) => checkAll(services, repair)).catch((error) => ({
    findings: createDamageFindings(error),
    repaired: 0,
    ...NO_ORPHANS,
  }))
  printReport(result, json)
  if (result.findings.length > 0) process.exitCode = 1
}

async function checkAll(services: Services, repair: boolean): Promise<CheckReport> {
  const before = await checkDatabase(services)
  // The records of a damaged database cannot be used to repair derived data or to find orphaned files.
  if (before.some(({ about }) => about === 'database')) return { findings: before, repaired: 0, ...NO_ORPHANS }
  const needsRepair = repair && before.length > 0
  if (needsRepair) await repairDatabase(services)
  const findings = needsRepair ? await checkDatabase(services) : before
  return { findings, repaired: before.length - findings.length, ...(await checkOrphans(services, repair)) }
}

interface OrphanReport {
  /** Keys of remaining files that belong to no image. */
  readonly orphans: readonly string[]
  readonly removed: number
}

const NO_ORPHANS: OrphanReport = { orphans: [], removed: 0 }

async function checkOrphans(services: Services, repair: boolean): Promise<OrphanReport> {
  const orphaned = await findOrphanedFiles(services)
  const remaining = repair ? await removeOrphanedFiles(services, orphaned) : orphaned.files
  return { orphans: remaining.map(({ key }) => key), removed: orphaned.files.length - remaining.length }
}

interface CheckReport extends OrphanReport {
  readonly findings: readonly Finding[]
  readonly repaired: number
}

function printReport({ findings, repaired, orphans, removed }: CheckReport, json: boolean): void {
  if (json) {
    print(JSON.stringify({ findings, repaired, orphans, removed }))
    return
  }
  for (const { about, text } of findings) print(`${about}: ${text}`)
  for (const key of orphans) print(`note: file ${key} belongs to no image`)
  if (removed > 0) print(`files without an image removed: ${removed}`)
  if (repaired > 0) print(`repaired: ${repaired}`)
  print(findings.length === 0 ? 'no problems found' : `found: ${findings.length}`)
}

const HELP = `
Checks the database file, ids, links, categories, dates, slugs, term counts, search texts, stored fragments and image
files, and prints a line for each problem; the exit code is 1 when problems remain. --repair rebuilds term counts, search
texts and fragments, which are derived from the records, unless the database file itself is damaged, makes categories and
events top-level whose parent does not exist, and removes files that belong to no image and are older than an hour; other
problems must be fixed manually. Files that belong to no image are printed as notes and do not
change the exit code. They are not removed when there are more than 100 and more than files of images: MEDIA_URL then
seems to belong to another database.`

export function checkCommand(): Command {
  return new Command('check')
    .description('check database integrity')
    .option(
      '--repair',
      'rebuild wrong term counts, search texts and fragments, remove missing parents and orphaned files',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(runCheck)
}
