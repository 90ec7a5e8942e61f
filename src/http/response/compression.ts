/** Content encodings (RFC 9110, 8.4 and 12.5.3). */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Smaller bodies are not compressed, because it saves too little. */
export const MIN_BYTES_TO_ENCODE = 1024

/** The best encoding that the client accepts; undefined for none. */
export function selectEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined
  const rejected = /(?:^|,)\s*(br|gzip|\*)\s*;\s*q=0(?:\.0*)?\s*(?=,|$)/gi
  const names = accepted.toLowerCase().replace(rejected, '')
  if (/(?:^|,)\s*br\s*(?:[;,]|$)/.test(names)) return 'br'
  return /(?:^|,)\s*(?:x-)?gzip\s*(?:[;,]|$)/.test(names) ? 'gzip' : undefined
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** About the size of gzip at its highest level, in a third of the time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A tenth smaller in twice the time, for files that are compressed once. */
const STATIC_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

/** Runs in the thread pool. */
export const encode = (bytes: Buffer, encoding: Encoding, isStatic = false): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(bytes, isStatic ? STATIC_BROTLI : BROTLI_OPTIONS) : gzipAsync(bytes)

/** A window of 64 KB: an encoder exists until its client has read everything, and the default window takes megabytes. */
const STREAMED_BROTLI = { params: { ...BROTLI_OPTIONS.params, [constants.BROTLI_PARAM_LGWIN]: 16 } }

/** Encoder for streamed bodies. */
export const createEncoder = (encoding: Encoding): Transform =>
  encoding === 'br' ? createBrotliCompress(STREAMED_BROTLI) : createGzip()
