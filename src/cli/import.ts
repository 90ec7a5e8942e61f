import { Command } from 'commander'
import { importRecordings, type Report } from '../import/run.ts'
import type { Counts } from '../import/tally.ts'
import { startProgress } from './progress.ts'
import { print, withServices } from './services.ts'

interface ImportOptions {
  readonly json?: boolean
}

async function runImport(paths: string[], { json }: ImportOptions): Promise<void> {
  const progress = startProgress('importing', { json })
  const report = await withServices((services) =>
    importRecordings(services, paths, { problem: progress.warn, progress: progress.at }),
  ).finally(progress.end)
  if (json) print(JSON.stringify(report))
  else for (const line of reportLines(report)) print(line)
  if (hasFailures(report)) process.exitCode = 1
}

function reportLines({ invalid, ...kinds }: Report): string[] {
  const lines = Object.entries(kinds).map(
    ([kind, { created, updated, failed }]) => `${kind}: ${created} created, ${updated} updated, ${failed} failed`,
  )
  return invalid > 0 ? [...lines, `invalid lines: ${invalid}`] : lines
}

function hasFailures({ invalid, ...kinds }: Report): boolean {
  const counts: readonly Counts[] = Object.values(kinds)
  return invalid > 0 || counts.some(({ failed }) => failed > 0)
}

const HELP = `
Each line is one record as in a list response of the events/v1 API: an event, venue, organizer, category or tag, in any
order and any file. Records keep their ids, slugs, statuses, dates and authors; existing records are updated. The venue,
organizers and terms of an event are imported with it. Problems are printed on stderr with file and line number; the exit
code is then 1, and all other records are imported.

Examples:
  calends import site/
  calends import events.jsonl.gz venues.jsonl.gz --json`

export function importCommand(): Command {
  return new Command('import')
    .description('import records from .jsonl or .jsonl.gz files')
    .argument('<paths...>', 'files, or folders that contain such files')
    .option('--json', 'print one line of JSON: created, updated and failed records per kind')
    .addHelpText('after', HELP)
    .action(runImport)
}
