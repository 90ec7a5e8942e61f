/** Exports to a file or a folder. */
import { join } from 'node:path'
import { POST_KINDS } from '../domain/model/post.ts'
import { EXPORT_FILE } from '../import/formats/ndjson/stored-records.ts'
import { COLLECTION_NAMES, type Urls } from '../presenters/urls.ts'
import type { Services } from '../usecases/services.ts'
import { exportCsv } from './export-csv.ts'
import { exportIcs } from './export-ics.ts'
import { exportNdjson, writeTextFile } from './export-ndjson.ts'

export const EXPORT_FORMATS = ['ndjson', 'ics', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** By extension; a folder gets all records. */
export const detectExportFormat = (target: string): ExportFormat =>
  EXPORT_FORMATS.find((format) => target.toLowerCase().endsWith(`.${format}`)) ?? 'ndjson'

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
  const isFolder = !target.toLowerCase().endsWith(`.${format}`)
  const path = isFolder ? join(target, FILE_NAMES[format]) : target
  if (format === 'ics') return writeFiles([[path, await exportIcs(services, urls)]])
  return services.database.snapshot(async (read) => {
    if (format === 'ndjson') {
      await exportNdjson({ ...services, database: { ...services.database, read } }, path)
      return [path]
    }
    const kinds = isFolder ? POST_KINDS : (['event'] as const)
    return writeFiles(
      kinds.map((kind) => [
        isFolder ? join(target, `${COLLECTION_NAMES[kind]}.csv`) : path,
        exportCsv(read, kind, urls),
      ]),
    )
  })
}

const FILE_NAMES = { ndjson: EXPORT_FILE, ics: 'events.ics', csv: 'events.csv' } as const satisfies Record<
  ExportFormat,
  string
>

async function writeFiles(files: readonly (readonly [string, AsyncIterable<string>])[]): Promise<readonly string[]> {
  for (const [path, texts] of files) await writeTextFile(path, texts)
  return files.map(([path]) => path)
}
