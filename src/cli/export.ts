import { Command, Option } from 'commander'
import { detectExportFormat, EXPORT_FORMATS, type ExportFormat, exportTo } from '../features/exports/export-to.ts'
import { buildUrls, MOUNTS } from '../http/request/resolve-mount.ts'
import { print, withServices } from './with-services.ts'

async function runExport(target: string, { format, json }: { format?: ExportFormat; json?: boolean }): Promise<void> {
  const paths = await withServices((services, { PUBLIC_URL }) => {
    const urls = buildUrls({ mount: MOUNTS.api, language: undefined, site: PUBLIC_URL || DEFAULT_SITE })
    return exportTo(services, target, format ?? detectExportFormat(target), urls)
  })
  if (json) print(JSON.stringify({ files: paths }))
  else for (const path of paths) print(path)
}

/** Only ids of events in calendars and URLs contain it. */
const DEFAULT_SITE = 'http://localhost'

const HELP = `
Formats, by the extension of the target, or with --format:
  ndjson  all records with all fields and images, in a folder: calends.ndjson with one record per line, and media/.
          calends import restores it with the same ids. Accounts and history are only part of backups.
  ics     events as a calendar; each series is one recurring event
  wxr     all records as a WordPress export (.xml), with the URLs of images; the digests of passwords replace passwords
  csv     events in the columns of The Events Calendar; in a folder also venues.csv and organizers.csv

Records and tables are one consistent state of the database, also while the service runs; all formats are written as a
stream. Exports contain unpublished and protected records, so keep them private. Calendars and tables omit the trash.

Examples:
  calends export calendar/
  calends export events.ics
  calends export tables/ --format csv
  calends export site.xml`

export function exportCommand(): Command {
  return new Command('export')
    .description('export all events to files that other systems or this one can read')
    .argument('<target>', 'file or folder; existing files are replaced')
    .addOption(new Option('--format <format>', 'format of the export').choices(EXPORT_FORMATS))
    .option('--json', 'print one line of JSON with the paths of the files')
    .addHelpText('after', HELP)
    .action(runExport)
}
