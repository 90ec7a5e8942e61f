/** Parses JSON and pages of other sites in a child process. */
import type { ContainedReader } from '../concurrency/contained-reader.ts'
import { joinJson } from './json-parts.ts'

/** Undefined for other content. Warnings of plugins before the JSON are skipped. */
export const readJson = (reader: ContainedReader, bytes: Buffer, signal?: AbortSignal): Promise<unknown> =>
  joinJson(reader.read({ reader: 'json', input: { bytes }, bytes: bytes.length, signal }))

/** URLs of the API that a page states. */
export async function readPageLinks(
  reader: ContainedReader,
  page: Buffer,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const bytes = page.subarray(0, MAX_HEAD_BYTES)
  const links: string[] = []
  for await (const link of reader.read({ reader: 'links', input: { bytes }, bytes: bytes.length, signal }))
    links.push(String(link))
  return links
}

/** A page states them in its head. */
const MAX_HEAD_BYTES = 262_144
