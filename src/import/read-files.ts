/**
 * Records in files: `.jsonl` and `.ndjson` with one a line, `.json` with the response of a list. Each may be compressed
 * (`.gz`), and named by itself or with all others of its folder.
 */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A value that should be a record, or why there is none. */
export type FileEntry = { readonly where: string } & ({ readonly value: unknown } | { readonly flaw: string })

const isRecordFile = (name: string): boolean => /\.(?:jsonl|ndjson|json)(?:\.gz)?$/.test(name)
const isJsonFile = (name: string): boolean => /\.json(?:\.gz)?$/.test(name)

/** Lists of a response, by the key that holds them. */
const LIST_KEYS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

/** In characters. The largest page of a list is far smaller, and a file of lines can have any size. */
const MAX_DOCUMENT_LENGTH = 64 * 2 ** 20

/** The recordings that these paths name. Throws an `Error` for a path that names none. */
export function findRecordFiles(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(findRecordFilesAt))]
}

function findRecordFilesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: there is no such file or folder`)
  if (!stats.isDirectory()) {
    if (isRecordFile(path)) return [path]
    throw new Error(`${path}: it is neither .json, .jsonl nor .ndjson, with or without .gz`)
  }
  const found = readdirSync(path).filter(isRecordFile).sort()
  if (found.length === 0) throw new Error(`${path}: the folder holds no .json, .jsonl or .ndjson, with or without .gz`)
  return found.map((name) => join(path, name))
}

/** Every record, with where it stands: `file:line`, or `file#n` for one of a response. Throws an `Error` for a file that cannot be read. */
export async function* readRecords(files: readonly string[]): AsyncGenerator<FileEntry> {
  for (const file of files) {
    try {
      yield* isJsonFile(file) ? readDocument(file) : readLines(file)
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function* readLines(file: string): AsyncGenerator<FileEntry> {
  let number = 0
  for await (const text of splitLines(openText(file))) {
    number += 1
    if (text.trim() === '') continue
    const value = parseJson(text)
    const where = `${file}:${number}`
    yield value === undefined ? { where, flaw: 'it is not JSON' } : { where, value }
  }
}

async function* readDocument(file: string): AsyncGenerator<FileEntry> {
  let text = ''
  for await (const chunk of openText(file)) {
    text += chunk
    if (text.length <= MAX_DOCUMENT_LENGTH) continue
    yield { where: file, flaw: 'it is larger than 64 MiB; save it as .jsonl, with one record a line' }
    return
  }
  const value = parseJson(text)
  const records = extractRecords(value)
  if (!records) {
    const flaw = value === undefined ? 'it is not JSON' : `it holds no list of ${LIST_KEYS.join(', ')}`
    yield { where: file, flaw }
    return
  }
  for (const [index, record] of records.entries()) yield { where: `${file}#${index + 1}`, value: record }
}

/** Of a list response, of a list of records, or of a single one. */
function extractRecords(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const lists = LIST_KEYS.map((name): unknown => ('id' in value ? undefined : Reflect.get(value, name)))
  const found = lists.filter((list) => Array.isArray(list))
  if (found.length > 0) return found.flat()
  return 'id' in value ? [value] : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function openText(file: string): Readable {
  const bytes = createReadStream(file)
  // The callback takes errors away from the process; the reader of the stream gets them too.
  const text = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  return text.setEncoding('utf8')
}

/** A line is put together only once, however many chunks it spans. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pending: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n')
    pending.push(first)
    for (const next of others) {
      yield pending.join('')
      pending = [next]
    }
  }
  yield pending.join('')
}
