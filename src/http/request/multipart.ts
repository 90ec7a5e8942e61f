/** Multipart forms (RFC 7578), parsed as streams: texts into memory, files into the temporary folder. */
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Problem, problem } from '../../kernel/problem.ts'
import { createUploadedFile, type UploadedFile } from '../../kernel/uploaded-file.ts'
import { BODY_LIMIT, createTooLargeProblem, readRequestBody } from './read-body.ts'

/** Name and value of a field. */
export type FormPart = readonly [name: string, value: string | UploadedFile]

export interface MultipartOptions {
  /** Maximum size of the body, in bytes. */
  readonly limit: number
  /** Maximum size of one file, in bytes. */
  readonly fileLimit: number
  /** Files of other fields are skipped. */
  readonly takesFile: (name: string) => boolean
  /** Stores the content of a file and returns its path; undefined when the viewer may not upload. */
  readonly saveFile: ((content: AsyncIterable<Uint8Array>) => Promise<string>) | undefined
}

export const MAX_FORM_PARTS = 100
/** Maximum size of the headers of one part. A longer block is truncated, and its part usually has no name then. */
export const MAX_PART_HEADER_BYTES = 8192
const MAX_HEADERS = 20
/**
 * More than arrives at once: the parser waits forever for the end of a part that is skipped and does not fit into its
 * buffer.
 */
const PART_BUFFER_BYTES = 2 ** 20
/** Time in which the parser has to finish after the end of the body. */
const FINISH_TIMEOUT_MILLISECONDS = 10_000
/** RFC 2046 allows 70 characters. */
const MAX_BOUNDARY_LENGTH = 200
/** Longer than the name of any field, in characters. */
export const MAX_FORM_NAME_LENGTH = 200
/** Replaces text that is not UTF-8. Validation rejects this lone surrogate, so no corrupted text is stored (Q13). */
export const NOT_UTF8 = '\ud800'

/**
 * Returns the parts in their order; an invalid form has none, as in the reference. Throws `request_too_large` for too many
 * parts or bytes, after the rest of the body was discarded.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<readonly FormPart[]> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > options.limit) throw createTooLargeProblem(options.limit)
  const parser = createParser(request.headers['content-type'] ?? '')
  if (!parser) {
    await readRequestBody(request, options.limit)
    return []
  }
  const reader = createPartReader(options)
  try {
    await pipeBody(request, parser, { limit: options.limit, reader })
    return await reader.parts()
  } catch (error) {
    await reader.abandon()
    if (error instanceof Problem) throw error
    return []
  }
}

export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\b/i.test(contentType?.trim() ?? '')

/** Undefined when the header names no boundary. */
function createParser(contentType: string): BusboyInstance | undefined {
  const limits = { parts: MAX_FORM_PARTS, headerSize: MAX_PART_HEADER_BYTES, headerPairs: MAX_HEADERS }
  if (contentType.length > MAX_BOUNDARY_LENGTH + 100) return undefined
  try {
    // Texts are parsed as files too, because only these are available as raw bytes.
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      fileHwm: PART_BUFFER_BYTES,
      isPartAFile: () => true,
    })
  } catch {
    return undefined
  }
}

interface PipeOptions {
  readonly limit: number
  readonly reader: PartReader
}

/** Reads the body to its end in any case, so that the connection can be used for the response. */
function pipeBody(request: IncomingMessage, parser: BusboyInstance, { limit, reader }: PipeOptions): Promise<void> {
  let size = 0
  let timeout: NodeJS.Timeout | undefined
  return new Promise<void>((resolve, reject) => {
    const count = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) reject(createTooLargeProblem(limit))
    }
    const onClose = () => {
      if (!request.complete) reject(problem('request_incomplete'))
    }
    reader.onFailure(reject)
    parser.on('file', (name, stream, fileName) => reader.read(name, stream, fileName))
    parser.once('partsLimit', () => reject(createTooManyPartsProblem()))
    parser.once('error', reject)
    parser.once('finish', resolve)
    request.on('data', count)
    request.once('error', onClose)
    request.once('close', onClose)
    request.once('end', () => {
      timeout = setTimeout(() => reject(new Error('The multipart parser timed out.')), FINISH_TIMEOUT_MILLISECONDS)
    })
    request.pipe(parser)
  }).finally(() => {
    clearTimeout(timeout)
    request.unpipe(parser)
    request.resume()
    parser.on('error', () => {})
  })
}

const createTooManyPartsProblem = () =>
  problem('request_too_large', { message: 'error.too_many_parts', values: { limit: String(MAX_FORM_PARTS) } })

interface PartReader {
  readonly onFailure: (listener: (error: unknown) => void) => void
  readonly read: (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => void
  /** Call it after the end of the form. */
  readonly parts: () => Promise<readonly FormPart[]>
  /** Stops reading all parts. Resolves when they are closed. */
  readonly abandon: () => Promise<void>
}

function createPartReader({ fileLimit, takesFile, saveFile }: MultipartOptions): PartReader {
  const pendingParts: Promise<FormPart | undefined>[] = []
  const streams = new Set<BusboyFileStream>()
  let textBytes = 0
  let fail: (error: unknown) => void = () => {}

  const readText = async (name: string, stream: BusboyFileStream): Promise<FormPart> => {
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      textBytes += chunk.length
      if (textBytes > BODY_LIMIT) throw createTooLargeProblem(BODY_LIMIT)
      chunks.push(chunk)
    }
    return [name, decodeText(Buffer.concat(chunks))]
  }
  const readFile = async (name: string, stream: BusboyFileStream, fileName: string): Promise<FormPart | undefined> => {
    const count = { bytes: 0 }
    const content = countBytes(stream, count, fileLimit)
    const path = saveFile ? await saveFile(content) : await drain(content)
    // Browsers send a file without name and content for a field that was left empty.
    if (count.bytes === 0 && fileName === '') return undefined
    return [name, createUploadedFile({ path, bytes: count.bytes, name: fileName || undefined })]
  }
  const readPart = async (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
    const isKnown = name !== undefined && name.length <= MAX_FORM_NAME_LENGTH
    if (isKnown && fileName === undefined) return readText(name, stream)
    if (isKnown && fileName !== undefined && takesFile(name)) return readFile(name, stream, fileName)
    return drain(stream)
  }
  return {
    onFailure: (listener) => {
      fail = listener
    },
    read: (name, stream, fileName) => {
      streams.add(stream)
      // The reader handles errors of the stream, but may have stopped before one occurs.
      stream.on('error', () => {})
      const part = readPart(name, stream, fileName).finally(() => streams.delete(stream))
      part.catch(fail)
      pendingParts.push(part)
    },
    parts: async () => (await Promise.all(pendingParts)).filter((part) => part !== undefined),
    abandon: async () => {
      for (const stream of streams) stream.destroy(new Error('Reading the form was aborted.'))
      await Promise.allSettled(pendingParts)
    },
  }
}

/** Passes bytes on and adds them to `count`. Throws `request_too_large`. */
export async function* countBytes(content: AsyncIterable<Uint8Array>, count: { bytes: number }, limit: number) {
  for await (const chunk of content) {
    count.bytes += chunk.length
    if (count.bytes > limit) throw createTooLargeProblem(limit)
    yield chunk
  }
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<undefined> {
  for await (const _chunk of content);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return NOT_UTF8
  }
}
