/** Reads whole files and URLs as text. */
import { readFile, stat } from 'node:fs/promises'
import { MAX_IMPORT_BYTES } from '../../domain/imports/import.ts'
import type { FetchFailure } from '../../net/safe-fetch.ts'

/** `name` is the path or URL, for messages. Throws an `Error` for a file that is too large. */
export async function readFileBytes(path: string, name: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_IMPORT_BYTES) throw new Error(`${name}: it is larger than 64 MiB`)
  return readFile(path)
}

/** Throws an `Error` for a file that is too large or is not UTF-8. */
export async function readTextFile(path: string, name: string): Promise<string> {
  const bytes = await readFileBytes(path, name)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${name}: it is not encoded in UTF-8`)
  }
}

/** Whether the response to a URL is a calendar. */
export async function respondsWithCalendar(url: string): Promise<boolean> {
  const response = await fetchBytes(url)
  return !('failure' in response) && parseMediaType(response.contentType) === 'text/calendar'
}

export interface InputContent {
  readonly bytes: Buffer
  readonly mediaType: string
}

/** Throws an `Error` for a response that cannot be read or is too large. */
export async function fetchInput(url: string): Promise<InputContent> {
  const response = await fetchBytes(url)
  if ('failure' in response) throw new Error(`${url}: ${FAILURES[response.failure]}`)
  return { bytes: response.bytes, mediaType: parseMediaType(response.contentType) }
}

/** The operator has named the host, so it may be in a private network. Redirects may not lead to other private hosts. */
async function fetchBytes(url: string) {
  // Loaded on first use, because the service reads most inputs from files.
  const { createSafeFetcher } = await import('../../net/safe-fetch.ts')
  const fetcher = createSafeFetcher({ allow: [new URL(url).host], attemptMilliseconds: 60_000 })
  return fetcher.fetch(url, { accept: 'text/calendar, */*;q=0.5', maxBytes: MAX_IMPORT_BYTES }).finally(fetcher.close)
}

const parseMediaType = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? ''

const FAILURES: Readonly<Record<FetchFailure, string>> = {
  refused: 'it redirects to a host that is not public',
  unreachable: 'the host cannot be reached',
  timeout: 'the host does not respond in time',
  status: 'the response status is not 200',
  redirects: 'it redirects too often',
  encoding: 'the response is compressed although identity was requested',
  'too-large': 'it is larger than 64 MiB',
}
