/** Compressed forms of an answer (RFC 9110, 8.4 and 12.5.3). */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Below this many bytes a compressed form saves nothing worth its time. */
export const MIN_BYTES_TO_ENCODE = 1024

/** The form the caller takes that is the smallest; undefined when it takes none of ours. */
export function selectEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined
  const rejected = /(?:^|,)\s*(br|gzip|\*)\s*;\s*q=0(?:\.0*)?\s*(?=,|$)/gi
  const names = accepted.toLowerCase().replace(rejected, '')
  if (/(?:^|,)\s*br\s*(?:[;,]|$)/.test(names)) return 'br'
  return /(?:^|,)\s*(?:x-)?gzip\s*(?:[;,]|$)/.test(names) ? 'gzip' : undefined
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** About as small as gzip's best, in a third of the time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Off the event loop. */
export const encode = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(bytes, BROTLI_OPTIONS) : gzipAsync(bytes)

/** The window is one of 64 KB: an encoder exists for as long as its client takes, and the default takes megabytes. */
const STREAMED_BROTLI = { params: { ...BROTLI_OPTIONS.params, [constants.BROTLI_PARAM_LGWIN]: 16 } }

/** For what is encoded while it is sent. */
export const createEncoder = (encoding: Encoding): Transform =>
  encoding === 'br' ? createBrotliCompress(STREAMED_BROTLI) : createGzip()
