/**
 * The recorded responses: `recording.jsonl.br` has one JSON value per line, compressed with Brotli. Lines with text are
 * bodies, each of which is stored once; the others are responses that name their body by its number.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { GoldenExchange } from './play.ts'

const FILE = join(import.meta.dirname, 'recording.jsonl.br')

type StoredLine = string | (Omit<GoldenExchange, 'body'> & { readonly body: number })

export function encodeRecording(exchanges: readonly GoldenExchange[]): string {
  const numbers = new Map<string, number>()
  const lines: StoredLine[] = []
  for (const exchange of exchanges) {
    const number = numbers.get(exchange.body) ?? numbers.size
    if (number === numbers.size) lines.push(exchange.body)
    numbers.set(exchange.body, number)
    lines.push({ ...exchange, body: number })
  }
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

export function decodeRecording(text: string): readonly GoldenExchange[] {
  const bodies: string[] = []
  return text.split('\n').flatMap((json): GoldenExchange[] => {
    const line: StoredLine = JSON.parse(json)
    if (typeof line !== 'string') return [{ ...line, body: bodies[line.body] ?? '' }]
    bodies.push(line)
    return []
  })
}

/** Repetitions are far apart, so the window is larger than the text. */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
}

export function writeRecording(exchanges: readonly GoldenExchange[]): number {
  const bytes = brotliCompressSync(encodeRecording(exchanges), { params: COMPRESSION })
  writeFileSync(FILE, bytes)
  return bytes.length
}

export const readRecording = (): readonly GoldenExchange[] =>
  existsSync(FILE) ? decodeRecording(brotliDecompressSync(readFileSync(FILE)).toString('utf8')) : []
