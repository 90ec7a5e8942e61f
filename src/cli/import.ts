import { Command } from 'commander'
import { importRecordings, type Report } from '../import/run.ts'
import type { Counts } from '../import/tally.ts'
import { startProgress } from './progress.ts'
import { print, withServices } from './services.ts'

interface ImportOptions {
  readonly json?: boolean
  readonly images: boolean
}

async function runImport(paths: string[], { json, images }: ImportOptions): Promise<void> {
  const progress = startProgress('importing', { json })
  const imageProgress = startProgress('images', { json })
  const watch = { problem: progress.warn, progress: progress.at, imageProgress: imageProgress.at }
  const report = await withServices((services) =>
    importRecordings(services, paths, watch, { fetchesImages: images }),
  ).finally(progress.end)
  if (json) print(JSON.stringify(report))
  else for (const line of reportLines(report)) print(line)
  if (hasFailures(report)) process.exitCode = 1
}

function reportLines({ invalid, images, ...kinds }: Report): string[] {
  const lines = Object.entries(kinds).map(
    ([kind, { created, updated, failed }]) => `${kind}: ${created} created, ${updated} updated, ${failed} failed`,
  )
  const { fetched, known, skipped, failed } = images
  const reason = skipped > 0 ? ' (--no-images)' : ''
  lines.push(`images: ${fetched} fetched, ${known} known already, ${skipped} skipped${reason}, ${failed} failed`)
  return invalid > 0 ? [...lines, `lines that are no record: ${invalid}`] : lines
}

function hasFailures({ invalid, images, ...kinds }: Report): boolean {
  const counts: readonly Counts[] = Object.values(kinds)
  return invalid > 0 || images.failed > 0 || counts.some(({ failed }) => failed > 0)
}

const HELP = `
Each line is one record as a list of the events/v1 interface answers it: an event, venue, organizer, category or tag,
in any order and any file. Records keep numbers, slugs, statuses, dates and authors; those that are there already are
updated. What an event carries along (venue, organizers, terms) comes with it. Problems go to stderr, a line each with
file and line number; then the exit code is 1, and all else is imported.

Files of type .json hold the response of a list, such as GET /events, and may be saved page by page. Images are fetched
from the addresses that records name, from public hosts and those of IMAGE_FETCH_ALLOW, and added to the library; an image
that cannot be fetched is told, and its record imported without it. A record without an image keeps the one it has.

Examples:
  calends import site/
  curl -s 'https://example.org/wp-json/tribe/events/v1/events?per_page=50' > events.json; calends import events.json
  calends import events.jsonl.gz venues.jsonl.gz --json`

export function importCommand(): Command {
  return new Command('import')
    .description('load recorded sites: .json, .jsonl or .ndjson, with or without .gz')
    .argument('<paths...>', 'files, or folders that hold several')
    .option('--json', 'print one line of JSON: created, updated and failed records per kind')
    .option('--no-images', 'fetch no images; records show those that are known already')
    .addHelpText('after', HELP)
    .action(runImport)
}
