import { sanitizeByParser } from './sanitize.ts'

const LINK_START = /<a(?=\s)([^>]*)>/gi
const REL_ATTRIBUTE = /\srel="[^"]*"/gi

/**
 * Sanitizes HTML of visitors and marks its links as theirs, so that search engines do not count them:
 * https://html.spec.whatwg.org/multipage/links.html#link-type-nofollow. Of repeated attributes, browsers use the first.
 */
export function sanitizeVisitorHtml(raw: string): string {
  return sanitizeByParser(raw, 'content').replace(
    LINK_START,
    (_, attributes: string) => `<a rel="nofollow ugc noopener"${attributes.replace(REL_ATTRIBUTE, '')}>`,
  )
}
