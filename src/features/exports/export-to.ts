/** Exports to a file or a folder. */
import { join } from 'node:path'
import { COLLECTION_NAMES, type Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import { EXPORT_FILE } from '../imports/formats/ndjson/stored-records.ts'
import { exportCsv } from './export-csv.ts'
import { exportIcs } from './export-ics.ts'
import { exportNdjson, writeTextFile } from './export-ndjson.ts'
import { exportWxr } from './export-wxr.ts'

export const EXPORT_FORMATS = ['ndjson', 'ics', 'csv', 'wxr'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const EXTENSIONS: Readonly<Record<ExportFormat, RegExp>> = {
  ndjson: /\.ndjson$/i,
  ics: /\.ics$/i,
  csv: /\.csv$/i,
  wxr: /\.(?:xml|wxr)$/i,
}

/** By extension; a folder gets all records. */
export const detectExportFormat = (target: string): ExportFormat =>
  EXPORT_FORMATS.find((format) => EXTENSIONS[format].test(target)) ?? 'ndjson'

/**
 * Records and tables are one consistent state of the database. A calendar is read in batches like a feed. Returns the
 * paths that were written.
 */
export async function exportTo(
  services: Services,
  target: string,
  format: ExportFormat,
  urls: Urls,
): Promise<readonly string[]> {
  const isFolder = !EXTENSIONS[format].test(target)
  const path = isFolder ? join(target, FILE_NAMES[format]) : target
  if (format === 'ics') return writeFiles([[path, await exportIcs(services, urls)]])
  return services.database.snapshot(async (read) => {
    if (format === 'ndjson') {
      await exportNdjson({ ...services, database: { ...services.database, read } }, path)
      return [path]
    }
    if (format === 'wxr') return writeFiles([[path, exportWxr(read, services.site, urls)]])
    const kinds = isFolder ? POST_KINDS : (['event'] as const)
    return writeFiles(
      kinds.map((kind) => [
        isFolder ? join(target, `${COLLECTION_NAMES[kind]}.csv`) : path,
        exportCsv(read, kind, { customFields: services.site.customFields, urls }),
      ]),
    )
  })
}

const FILE_NAMES: Readonly<Record<ExportFormat, string>> = {
  ndjson: EXPORT_FILE,
  ics: 'events.ics',
  csv: 'events.csv',
  wxr: 'wordpress.xml',
}

async function writeFiles(files: readonly (readonly [string, AsyncIterable<string>])[]): Promise<readonly string[]> {
  for (const [path, texts] of files) await writeTextFile(path, texts)
  return files.map(([path]) => path)
}
