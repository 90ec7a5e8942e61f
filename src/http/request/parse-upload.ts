/** Uploaded files: as fields of a form, or as the body with a name in `Content-Disposition`. */
import type { IncomingMessage } from 'node:http'
import { MAX_IMAGE_BYTES } from '../../calendar/images/image-files.ts'
import type { Services } from '../../calendar/services.ts'
import { createUploadedFile, isUploadedFile, type UploadedFile } from '../../kernel/uploaded-file.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import type { WorkLimits } from '../limits/work-limits.ts'
import { countBytes, isMultipart, readMultipart } from './multipart.ts'
import { parseFormParts } from './parse-input.ts'
import { BODY_LIMIT, createTooLargeProblem, readChunks } from './read-body.ts'

export interface ParsedUpload {
  readonly fields: RawInput
  readonly file: UploadedFile | undefined
}

/** Uploaded files of one request. */
export interface RequestFiles {
  /** Stores content in a temporary file and returns its path. */
  readonly saveFile: (content: AsyncIterable<Uint8Array>) => Promise<string>
}

/** Removes the files when `work` ends. Saving one throws `overloaded` while too many requests upload files. */
export async function withRequestFiles<T>(
  { temporaryFiles }: Services,
  { beginUpload }: Pick<WorkLimits, 'beginUpload'>,
  work: (files: RequestFiles) => Promise<T>,
): Promise<T> {
  const paths: string[] = []
  let endUpload: (() => void) | undefined
  const saveFile: RequestFiles['saveFile'] = async (content) => {
    endUpload ??= beginUpload()
    const path = await temporaryFiles.write(content)
    paths.push(path)
    return path
  }
  try {
    return await work({ saveFile })
  } finally {
    endUpload?.()
    await temporaryFiles.remove(paths)
  }
}

/** Maximum size of a form with files, in bytes. */
const FILE_BODY_LIMIT = MAX_IMAGE_BYTES + BODY_LIMIT

/** A body of fields, which may name the URL of an image, instead of a file. */
export const hasUploadFields = ({
  'content-type': type = '',
  'content-disposition': disposition,
}: IncomingMessage['headers']): boolean =>
  disposition === undefined && /^application\/(?:json|x-www-form-urlencoded)\b/i.test(type)

/**
 * Returns the file, from the field `file` of a form or from the body, and the other fields. Throws `request_too_large`
 * independently of the size of the form around the file.
 */
export async function readUpload(
  request: IncomingMessage,
  { saveFile }: RequestFiles,
  fileLimit = MAX_IMAGE_BYTES,
): Promise<ParsedUpload> {
  if (!isMultipart(request.headers['content-type']))
    return { fields: {}, file: await readRawFile(request, saveFile, fileLimit) }
  const takesFile = (name: string) => name === 'file'
  const parts = await readMultipart(request, {
    limit: fileLimit + BODY_LIMIT,
    fileLimit,
    takesFile,
    saveFile,
  })
  const file = parts.findLast(([, value]) => isUploadedFile(value))?.[1]
  const fields = parseFormParts(parts.filter(([, value]) => typeof value === 'string'))
  return { fields, file: isUploadedFile(file) && file.bytes > 0 ? file : undefined }
}

/** Parses a form whose fields named `image` may be files. Without `saveFile`, their content is skipped. */
export async function readImageForm(
  request: IncomingMessage,
  saveFile: RequestFiles['saveFile'] | undefined,
): Promise<RawInput> {
  const limit = saveFile ? FILE_BODY_LIMIT : BODY_LIMIT
  const takesFile = (name: string) => /^image$|\[image\]$/.test(name)
  return parseFormParts(await readMultipart(request, { limit, fileLimit: MAX_IMAGE_BYTES, takesFile, saveFile }))
}

/** Larger forms of visitors are rejected before they are read. */
export const VISITOR_FORM_LIMIT = 64 * 1024 * 1024

/**
 * Parses a form of a visitor, whose field `image` may be a file. Of a file that is too large, only the size is correct, so
 * that the form can be shown again with an error at the field.
 */
export async function readVisitorForm(request: IncomingMessage, saveFile: RequestFiles['saveFile']): Promise<RawInput> {
  const options = { limit: VISITOR_FORM_LIMIT, fileLimit: VISITOR_FORM_LIMIT }
  const takesFile = (name: string) => name === 'image'
  const saveStart: RequestFiles['saveFile'] = (content) => saveFile(takeStart(content, MAX_IMAGE_BYTES))
  return parseFormParts(await readMultipart(request, { ...options, takesFile, saveFile: saveStart }))
}

/** Reads everything, and passes at most `limit` bytes on. */
async function* takeStart(content: AsyncIterable<Uint8Array>, limit: number) {
  let bytes = 0
  for await (const chunk of content) {
    if (bytes < limit) yield chunk.subarray(0, limit - bytes)
    bytes += chunk.length
  }
}

async function readRawFile(
  request: IncomingMessage,
  saveFile: RequestFiles['saveFile'],
  limit: number,
): Promise<UploadedFile | undefined> {
  const { 'content-length': length, 'content-disposition': disposition } = request.headers
  if (Number(length ?? 0) > limit) throw createTooLargeProblem(limit)
  if (Number(length ?? 0) === 0 && request.headers['transfer-encoding'] === undefined) return undefined
  const count = { bytes: 0 }
  try {
    const path = await saveFile(countBytes(readChunks(request), count, limit))
    return count.bytes === 0
      ? undefined
      : createUploadedFile({ path, bytes: count.bytes, name: parseFileName(disposition) })
  } finally {
    // Discards the rest of a file that is too large, so that the connection stays open for the response.
    request.resume()
  }
}

/** The name in a Content-Disposition (RFC 6266): `filename*` in UTF-8 before `filename`, quoted or not. */
function parseFileName(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition)
  const name = tryDecode(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name && (getLastSegment(name) || undefined)
}

const getLastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

function tryDecode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
