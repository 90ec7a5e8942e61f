/** Opens the inputs of an import: files, folders, archives, and URLs. */
import type { FetchedContent } from '../../../base/net/safe-fetch.ts'
import type { Services } from '../../../calendar/services.ts'
import { isContentError } from './content-error.ts'
import { detectContent, detectFormat, type ImportFormat, isUrl, UNKNOWN_TYPE } from './detect-format.ts'
import { fetchInput } from './fetch-input.ts'
import { findPageEvents, type PageSearch } from './find-page-events.ts'
import { type ContentFile, unpackContent } from './read-content.ts'
import { isPacked } from './unpack.ts'

export interface OpenedFile extends ContentFile {
  readonly format: ImportFormat
  /** URL of a page; empty for other files. */
  readonly url: string
}

export interface OpenedInput {
  /** Several files of an archive. */
  readonly files: readonly OpenedFile[]
  /** A sentence that names the events chosen from a page; empty for other inputs. */
  readonly note: string
}

export interface OpenOptions {
  /** By default detected for each file. */
  readonly format?: ImportFormat | undefined
  /** URL from which a local file was loaded. */
  readonly url?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface InputOpener {
  /** Throws an `Error` for an input that cannot be read. */
  readonly open: (input: string) => Promise<OpenedInput>
  /** Opens a response as a file with this name. */
  readonly openResponse: (response: InputResponse, name: string) => Promise<OpenedInput>
  /** Removes temporary files. */
  readonly close: () => Promise<void>
}

export interface InputResponse extends Pick<FetchedContent, 'bytes' | 'contentType' | 'url'> {
  /** By default the format of the options, or else detected. */
  readonly format?: ImportFormat
}

/** Formats of responses. Others contain ids of another site, which a URL may not choose. */
const RESPONSE_FORMATS: readonly (ImportFormat | undefined)[] = ['ics', 'csv', 'page']

const NO_FORMAT = 'the response is not a calendar, a table or a page'
export const NO_EVENTS =
  'no events were found. The page has no API of The Events Calendar, links to no calendar and describes no events (JSON-LD).'

export function createInputOpener(services: Services, { format, url = '', signal }: OpenOptions): InputOpener {
  const context = { ...services, signal }
  const paths: string[] = []
  const write = async (bytes: Uint8Array): Promise<string> => {
    const path = await services.temporaryFiles.write([bytes])
    paths.push(path)
    return path
  }

  const unpack = async (file: ContentFile): Promise<OpenedInput> => {
    const files: OpenedFile[] = []
    for await (const { name, bytes } of unpackContent(context, file)) {
      const found = /\.(?:csv|tsv)$/i.test(name) ? 'csv' : detectContent(bytes)
      if (found === undefined) throw new Error(`${name}: ${UNKNOWN_TYPE}`)
      files.push({ name, path: await write(bytes), format: found, url: '' })
    }
    return { files, note: '' }
  }

  const openPath = async (path: string): Promise<OpenedInput> => {
    const found = await detectFormat(path, format)
    if (found === 'packed') return unpack({ path, name: path })
    return { files: [{ path, name: path, format: found, url }], note: '' }
  }

  const openResponse: InputOpener['openResponse'] = async (response, name) => {
    const { bytes, contentType } = response
    if (isPacked(bytes)) return unpack({ path: await write(bytes), name })
    const stated = response.format ?? format
    const found = stated ?? detectContent(bytes)
    if (found === undefined || (!stated && !RESPONSE_FORMATS.includes(found))) throw new Error(`${name}: ${NO_FORMAT}`)
    const file = {
      path: await write(bytes),
      name,
      charset: parseCharset(contentType),
      format: found,
      url: response.url,
    }
    return { files: [file], note: '' }
  }

  const openUrl = async (input: string): Promise<OpenedInput> => {
    const fetched = await fetchInput(context, input)
    if (format || detectContent(fetched.bytes) !== 'page') return openResponse(fetched, input)
    const fetch: PageSearch['fetch'] = (linked) =>
      fetchInput(context, input, linked).catch((error: unknown) => {
        if (signal?.aborted || !isContentError(error)) throw error
        return undefined
      })
    const found = await findPageEvents({ ...context, fetch, joinsFiles: true }, fetched)
    if (!found) throw new Error(`${input}: ${NO_EVENTS}`)
    return { ...(await openResponse(found, found.url)), note: found.note }
  }

  return {
    open: (input) => (isUrl(input) ? openUrl(input) : openPath(input)),
    openResponse,
    close: () => services.temporaryFiles.remove(paths),
  }
}

const parseCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]
