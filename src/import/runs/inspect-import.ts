/** Finds out what a file or URL contains, before it is imported. */
import { Readable } from 'node:stream'
import type { Import, ImportFormatName, TableLayout } from '../../domain/imports/import.ts'
import { saveImportFile } from '../../storage/stores/imports/import-files.ts'
import type { Services } from '../../usecases/services.ts'
import { validateCsvMapping } from '../formats/csv/csv-mapping.ts'
import { BEGINNING_BYTES, detectByContent, detectFormat } from '../formats/detect-format.ts'
import { readTableLayout } from '../formats/read-content.ts'
import { openSite } from '../site/open-site.ts'
import { createFetchFailure, requestFromSource } from '../sources/fetch-from-source.ts'
import { withLocalFile } from './local-file.ts'

export interface Inspection {
  readonly format: ImportFormatName
  /** Undefined for anything but a table. */
  readonly layout: TableLayout | undefined
}

/** Throws an `Error` for content that cannot be imported. */
export async function inspectImport(services: Services, one: Import, signal: AbortSignal): Promise<Inspection> {
  const bytes = one.bytes > 0 || one.url === '' ? one.bytes : await downloadFile(services, one, signal)
  if (bytes === undefined) {
    await openSite(createSiteRequest(services, one, signal))
    return { format: 'site', layout: undefined }
  }
  return withLocalFile(
    services.database.read,
    { ...one, bytes, name: getImportFileName(one) },
    async ({ path, shorten }) => {
      try {
        const { settings } = one
        const format = settings.format === '' || settings.format === 'site' ? await detectFormat(path) : settings.format
        if (format !== 'csv') return { format, layout: undefined }
        const mapping = validateCsvMapping(settings.mapping, 'mapping')
        return {
          format,
          layout: await readTableLayout({ ...services, signal }, { path, name: getImportFileName(one) }, mapping),
        }
      } catch (error) {
        throw error instanceof Error ? new Error(shorten(error.message)) : error
      }
    },
  )
}

/** The name of the uploaded file, or of the file at the URL. */
export const getImportFileName = ({ name, url }: Pick<Import, 'name' | 'url'>): string =>
  name !== '' ? name : (new URL(url).pathname.split('/').at(-1) ?? '')

export const createSiteRequest = ({ fetchSite, reader }: Services, one: Import, signal: AbortSignal) => ({
  url: new URL(one.url),
  ...{ fetch: fetchSite, reader },
  credentials: one.username === '' ? undefined : { user: one.username, password: one.password },
  signal,
})

/** Stores the file at the URL and returns its size; undefined for the page of a site. */
async function downloadFile(services: Services, one: Import, signal: AbortSignal): Promise<number | undefined> {
  if (one.settings.format === 'site') return undefined
  const response = await requestFromSource(services, one.url, one, { accept: '*/*', signal })
  // The home page of a site may be closed although its API is not.
  if ('failure' in response && response.failure === 'status') return undefined
  if ('failure' in response) throw createFetchFailure(one.url, response)
  const { bytes } = response
  if (bytes.length === 0) throw new Error(`${one.url}: the response is empty`)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip && detectByContent(bytes.subarray(0, BEGINNING_BYTES).toString()) === undefined) return undefined
  return services.database.transaction((tx) => saveImportFile(tx, one.id, Readable.from([bytes])))
}
