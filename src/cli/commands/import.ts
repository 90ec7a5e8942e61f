import { Command } from 'commander'
import { createSystemOrigin } from '../../domain/history/history.ts'
import { type ImportReport, importRecords } from '../../import/import-records.ts'
import type { RecordCounts } from '../../import/report.ts'
import { withOrigin } from '../../usecases/services.ts'
import { startProgress } from '../support/progress-bar.ts'
import { findSiteUrl } from '../support/site-access.ts'
import { print, withServices } from '../support/with-services.ts'
import { addSiteOptions, runSiteImport, type SiteImportCommandOptions } from './import-site.ts'

interface ImportCommandOptions extends SiteImportCommandOptions {
  readonly json?: boolean
  readonly images: boolean
}

async function runImport(paths: string[], options: ImportCommandOptions): Promise<void> {
  const site = findSiteUrl(paths)
  if (site) return runSiteImport(site, options)
  const { json, images } = options
  const progress = startProgress('importing', { json })
  const imageProgress = startProgress('images', { json })
  const observer = { problem: progress.warn, progress: progress.update, imageProgress: imageProgress.update }
  const report = await withServices((services) =>
    importRecords(withOrigin(services, createSystemOrigin('import')), paths, observer, { fetchesImages: images }),
  ).finally(progress.end)
  if (json) print(JSON.stringify(report))
  else for (const line of formatReport(report)) print(line)
  if (hasFailures(report)) process.exitCode = 1
}

function formatReport({ invalid, images, ...kinds }: ImportReport): string[] {
  const lines = Object.entries(kinds).map(
    ([kind, { created, updated, failed }]) => `${kind}: ${created} created, ${updated} updated, ${failed} failed`,
  )
  const { fetched, known, skipped, failed } = images
  const reason = skipped > 0 ? ' (--no-images)' : ''
  lines.push(`images: ${fetched} fetched, ${known} already known, ${skipped} skipped${reason}, ${failed} failed`)
  return invalid > 0 ? [...lines, `invalid lines: ${invalid}`] : lines
}

function hasFailures({ invalid, images, ...kinds }: ImportReport): boolean {
  const counts: readonly RecordCounts[] = Object.values(kinds)
  return invalid > 0 || images.failed > 0 || counts.some(({ failed }) => failed > 0)
}

const HELP = `
Each line is one record as in a list response of the events/v1 API: an event, venue, organizer, category or tag, in any
order and any file. Records keep their ids, slugs, statuses, dates and authors; existing records are updated. The venue,
organizers and terms of an event are imported with it. Problems are printed on stderr with file and line number; the exit
code is then 1, and all other records are imported.

A .json file contains a list response, such as that of GET /events; save each page as a file. Images are fetched from the
URLs in the records, from public hosts and those of IMAGE_FETCH_ALLOW, and added to the media library. An image that
cannot be fetched is reported, and its record is imported without it. A record without an image keeps its present one.

With the URL of a site, all records of its API are imported: see docs/guides/moving.md. Records that are edited here
afterwards are never overwritten. An interrupted import continues where it stopped, and another run imports what has
changed. The options --user to --follow only apply to sites.

Examples:
  calends import site/
  calends import https://example.org --user admin --app-password 'abcd EFGH 1234' --report report.json
  curl -s 'https://example.org/wp-json/tribe/events/v1/events?per_page=50' > events.json; calends import events.json
  calends import events.jsonl.gz venues.jsonl.gz --json`

export function importCommand(): Command {
  const command = new Command('import')
    .description('import records from a site, or from .json, .jsonl or .ndjson files, also compressed with gzip')
    .argument('<paths...>', 'URL of a site, or files, or folders that contain such files')
    .option('--json', 'print one line of JSON: created, updated and failed records per kind')
    .option('--no-images', 'fetch no images; records show those that are known already')
    .addHelpText('after', HELP)
    .action(runImport)
  return addSiteOptions(command)
}
