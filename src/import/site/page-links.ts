/** URLs of the API that a page states in its `<link>` elements (wire-contract §18.3). */

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
