/** URLs of the API that a page states in the `<link>` elements of its head (wire-contract §18.3). */
import type { ContainedReader } from '../../concurrency/contained-reader.ts'

const MAX_HEAD_BYTES = 262_144

/** Searches in a child process. */
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

export function listPageLinks(page: Buffer): string[] {
  const tags = listLinkTags(page.toString('utf8'))
  const apiLink = tags.find((tag) => /rel=["']https:\/\/api\.w\.org\/["']/.test(tag))
  const pluginLink = tags.find((tag) => tag.includes('tribe/events/v1'))
  return [apiLink, pluginLink].flatMap((tag) => /href=["']([^"']+)["']/.exec(tag ?? '')?.[1] ?? [])
}

/** A pattern of whole tags would search for the end once per start. */
const listLinkTags = (html: string): string[] =>
  html
    .split('>')
    .slice(0, -1)
    .flatMap((text) => {
      const start = text.search(/<link\b/i)
      return start < 0 ? [] : [text.slice(start)]
    })
