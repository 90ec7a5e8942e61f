/** Files that come with a request: as fields of a form, or as the body itself with a name beside it. */
import type { IncomingMessage } from 'node:http'
import { MOST_BYTES } from '../actions/picture-files.ts'
import type { Services } from '../actions/services.ts'
import type { RawInput } from '../calendar/parse.ts'
import { createSentFile, isSentFile, type SentFile } from '../calendar/sent-file.ts'
import { BODY_LIMIT, tooLarge, untilItEnds } from './body.ts'
import { formFields } from './input.ts'
import { countBytes, isMultipart, readMultipart } from './multipart.ts'

export interface Upload {
  readonly fields: RawInput
  readonly file: SentFile | undefined
}

/** Files of one request, which are removed with `removeAll` whatever becomes of it. */
export interface RequestFiles {
  readonly keep: (content: AsyncIterable<Uint8Array>) => Promise<string>
  readonly removeAll: () => Promise<void>
}

export function createRequestFiles({ temporaryFiles }: Services): RequestFiles {
  const paths: string[] = []
  return {
    keep: async (content) => {
      const path = await temporaryFiles.write(content)
      paths.push(path)
      return path
    },
    removeAll: () => temporaryFiles.remove(paths.splice(0)),
  }
}

/** Files and the form around them, in bytes. */
const BODY_WITH_FILE_LIMIT = MOST_BYTES + BODY_LIMIT

/**
 * The file, as the field `file` of a form or as the body, and what else the form says. Throws `request_too_large`,
 * whatever the form around the file takes.
 */
export async function readUpload(request: IncomingMessage, { keep }: RequestFiles): Promise<Upload> {
  if (!isMultipart(request.headers['content-type'])) return { fields: {}, file: await readRawFile(request, keep) }
  const takesFile = (name: string) => name === 'file'
  const parts = await readMultipart(request, { limit: BODY_WITH_FILE_LIMIT, fileLimit: MOST_BYTES, takesFile, keep })
  const file = parts.findLast(([, value]) => isSentFile(value))?.[1]
  const fields = formFields(parts.filter(([, value]) => typeof value === 'string'))
  return { fields, file: isSentFile(file) && file.bytes > 0 ? file : undefined }
}

/** A form whose fields named `image` may be files. Without `keep`, whoever sent them may not upload, and they are not read. */
export async function readImageForm(
  request: IncomingMessage,
  keep: RequestFiles['keep'] | undefined,
): Promise<RawInput> {
  const limit = keep ? BODY_WITH_FILE_LIMIT : BODY_LIMIT
  const takesFile = (name: string) => /^image$|\[image\]$/.test(name)
  return formFields(await readMultipart(request, { limit, fileLimit: MOST_BYTES, takesFile, keep }))
}

async function readRawFile(request: IncomingMessage, keep: RequestFiles['keep']): Promise<SentFile | undefined> {
  const { 'content-length': length, 'content-disposition': disposition } = request.headers
  if (Number(length ?? 0) > MOST_BYTES) throw tooLarge(MOST_BYTES)
  if (Number(length ?? 0) === 0 && request.headers['transfer-encoding'] === undefined) return undefined
  const count = { bytes: 0 }
  try {
    const path = await keep(countBytes(untilItEnds(request), count, MOST_BYTES))
    return count.bytes === 0 ? undefined : createSentFile({ path, bytes: count.bytes, name: fileName(disposition) })
  } finally {
    // What is too large goes by, so that the connection stays open for the response.
    request.resume()
  }
}

/** The name in a Content-Disposition (RFC 6266): `filename*` in UTF-8 before `filename`, quoted or not. */
function fileName(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition)
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name && (lastPart(name) || undefined)
}

const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
