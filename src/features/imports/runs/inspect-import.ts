/** Finds out what a file or URL contains, before it is imported. */
import { Readable } from 'node:stream'
import type { Services } from '../../../calendar/services.ts'
import { createFetchFailure, requestFromSource } from '../../sources/fetch-from-source.ts'
import { createPageFetch, findPageApi } from '../../sources/find-page-source.ts'
import { isContentError } from '../formats/content-error.ts'
import { validateCsvMapping } from '../formats/csv/csv-mapping.ts'
import { detectContent } from '../formats/detect-format.ts'
import { ACCEPT_CONTENT } from '../formats/fetch-input.ts'
import { findPageEvents } from '../formats/find-page-events.ts'
import { createInputOpener, NO_EVENTS } from '../formats/open-input.ts'
import { readTableLayout } from '../formats/read-content.ts'
import { isPacked } from '../formats/unpack.ts'
import type { Import, ImportFormatName, TableLayout } from '../import.ts'
import { saveImportFile } from '../import-files.ts'
import { openSite } from '../site/open-site.ts'
import { withLocalFile } from './local-file.ts'

export interface Inspection {
  readonly format: ImportFormatName
  /** Undefined for anything but a table. */
  readonly layout: TableLayout | undefined
}

export interface InspectionContext {
  readonly signal: AbortSignal
  /** Receives what was chosen of a page. */
  readonly onNote: (text: string) => void
}

/** Throws an `Error` for content that cannot be imported. */
export async function inspectImport(services: Services, one: Import, context: InspectionContext): Promise<Inspection> {
  const { signal } = context
  const bytes = one.bytes > 0 || one.url === '' ? one.bytes : await downloadFile(services, one, context)
  if (bytes === undefined) {
    await openSite(createSiteRequest(services, one, signal))
    return { format: 'site', layout: undefined }
  }
  const name = getImportFileName(one)
  return withLocalFile(services.database.read, { ...one, bytes, name }, async ({ path, shorten }) => {
    try {
      return await inspectFile(services, { path, name, settings: one.settings }, signal)
    } catch (error) {
      throw isContentError(error) ? new Error(shorten(error.message)) : error
    }
  })
}

interface InspectedFile extends Pick<Import, 'name' | 'settings'> {
  readonly path: string
}

/** The first file of an archive decides. */
async function inspectFile(
  services: Services,
  { path, name, settings }: InspectedFile,
  signal: AbortSignal,
): Promise<Inspection> {
  const stated = settings.format === '' || settings.format === 'site' ? undefined : settings.format
  const opener = createInputOpener(services, { format: stated, signal })
  try {
    const [file] = (await opener.open(path)).files
    if (!file) throw new Error(`${name}: the archive contains no file`)
    if (file.format !== 'csv') return { format: file.format, layout: undefined }
    const mapping = validateCsvMapping(settings.mapping, 'mapping')
    return { format: 'csv', layout: await readTableLayout({ ...services, signal }, { ...file, name }, mapping) }
  } finally {
    await opener.close()
  }
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

/** Stores the file at the URL, or what a page offers, and returns its size; undefined for a site. */
async function downloadFile(
  services: Services,
  one: Import,
  { signal, onNote }: InspectionContext,
): Promise<number | undefined> {
  const stated = one.settings.format
  if (stated === 'site') return undefined
  const response = await requestFromSource(services, one.url, one, { accept: ACCEPT_CONTENT, signal })
  // The home page of a site may be closed although its API is not.
  if ('failure' in response && response.failure === 'status') return undefined
  if ('failure' in response) throw createFetchFailure(one.url, response)
  if (response.bytes.length === 0) throw new Error(`${one.url}: the response is empty`)
  const format = isPacked(response.bytes) ? 'packed' : detectContent(response.bytes)
  if (format === undefined) return undefined
  if (format !== 'page' || stated !== '') return saveFile(services, one, response.bytes)
  if (await findPageApi(services, one, signal)) return undefined
  const fetch = createPageFetch(services, one, signal)
  const found = await findPageEvents({ ...services, signal, fetch, joinsFiles: true }, response)
  if (!found) throw new Error(`${one.url}: ${NO_EVENTS}`)
  onNote(found.note)
  return saveFile(services, one, found.bytes)
}

const saveFile = ({ database }: Services, { id }: Import, bytes: Buffer): Promise<number> =>
  database.transaction((tx) => saveImportFile(tx, id, Readable.from([bytes])))
