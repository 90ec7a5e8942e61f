/**
 * Reads records from files: `.jsonl` and `.ndjson` with one record per line, `.json` with a list response, each optionally
 * compressed (`.gz`). A path may be a file or a folder.
 */

import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MAX_IMPORT_BYTES } from '../import.ts'
import { describeContentError } from './content-error.ts'
import { parseJson } from './parse-json.ts'

/** A remark about a file, such as a guessed encoding. */
export interface FileWarning {
  readonly where: string
  readonly warning: string
}

/** A parsed value with its location, the reason why it cannot be parsed, or a remark. */
export type FileEntry =
  | FileWarning
  | ({ readonly where: string } & ({ readonly value: unknown } | { readonly failure: string }))

const isRecordFile = (name: string): boolean => /\.(?:jsonl|ndjson|json)(?:\.gz)?$/.test(name)
const isJsonFile = (name: string): boolean => /\.json(?:\.gz)?$/.test(name)

/** Keys of lists in a response. */
const LIST_KEYS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

/** Throws an `Error` for a path without record files. */
export function findRecordFiles(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(findRecordFilesAt))]
}

function findRecordFilesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: no such file or folder`)
  if (!stats.isDirectory()) {
    if (isRecordFile(path)) return [path]
    throw new Error(`${path}: unsupported file type. Expected .json, .jsonl or .ndjson, optionally with .gz`)
  }
  const names = readdirSync(path).filter(isRecordFile).sort()
  if (names.length === 0)
    throw new Error(`${path}: the folder contains no .json, .jsonl or .ndjson files, with or without .gz`)
  return names.map((name) => join(path, name))
}

/**
 * Yields every record with its location: `file:line`, or `file#n` in a list response. Throws an `Error` if a file cannot
 * be read.
 */
export async function* readRecords(files: readonly string[]): AsyncGenerator<FileEntry> {
  for (const file of files) {
    try {
      yield* isJsonFile(file) ? readDocument(file) : readLines(file)
    } catch (error) {
      throw new Error(`${file}: ${describeContentError(error, 'the file cannot be read')}`)
    }
  }
}

async function* readLines(file: string): AsyncGenerator<FileEntry> {
  let lineNumber = 0
  for await (const text of splitLines(openText(file))) {
    lineNumber += 1
    if (text.trim() === '') continue
    const value = parseJson(text)
    const where = `${file}:${lineNumber}`
    yield value === undefined ? { where, failure: 'it is not JSON' } : { where, value }
  }
}

async function* readDocument(file: string): AsyncGenerator<FileEntry> {
  let text = ''
  for await (const chunk of openText(file)) {
    text += chunk
    if (text.length <= MAX_IMPORT_BYTES) continue
    yield { where: file, failure: 'it is larger than 64 MiB; save it as .jsonl with one record per line' }
    return
  }
  const value = parseJson(text)
  const records = extractRecords(value)
  if (!records) {
    const failure = value === undefined ? 'it is not JSON' : `it contains no list of ${LIST_KEYS.join(', ')}`
    yield { where: file, failure }
    return
  }
  for (const [index, record] of records.entries()) yield { where: `${file}#${index + 1}`, value: record }
}

/** Accepts a list response, an array of records or a single record. */
function extractRecords(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const lists = LIST_KEYS.map((name): unknown => ('id' in value ? undefined : Reflect.get(value, name)))
  const presentLists = lists.filter((list) => Array.isArray(list))
  if (presentLists.length > 0) return presentLists.flat()
  return 'id' in value ? [value] : undefined
}

function openText(file: string): Readable {
  const bytes = createReadStream(file)
  // Without a callback, errors would also be uncaught exceptions. The reader of the stream receives them anyway.
  const text = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  return text.setEncoding('utf8')
}

/** Joins the chunks of a line only once, so that long lines take linear time. Throws an `Error` for one that is too long. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pending: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n')
    pending.push(first)
    length += first.length
    if (length > MAX_IMPORT_BYTES) throw new Error('a line is larger than 64 MiB')
    for (const next of others) {
      yield pending.join('')
      pending = [next]
      length = next.length
    }
  }
  yield pending.join('')
}
