/** Conditional requests (RFC 9110, 13). */
import type { IncomingHttpHeaders } from 'node:http'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { ExpectedRevisions, Revision } from '../../calendar/optimistic-lock.ts'

export interface Validators {
  readonly etag: string
  readonly lastModified: DateTime | undefined
}

/**
 * Weak ETag, derived from the content, so that all nodes compute the same one. The ETag of a single record starts with its
 * epoch and revision, which `If-Match` compares: embedded records such as the venue may have changed.
 */
export const createEtag = (tag: string, revision: Revision | undefined): string =>
  revision === undefined ? `W/"${tag}"` : `W/"${revision.epoch}-${revision.seq}-${tag}"`

/** Whether the response is 304. `If-Modified-Since` is ignored if `If-None-Match` is present. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags === etag || tags.trim() === '*' || parseOpaqueTags(tags).includes(parseOpaqueTags(etag)[0] ?? '')
  const since = headers['if-modified-since']
  if (since === undefined || lastModified === undefined) return false
  return Date.parse(since) >= toSeconds(lastModified) * 1000
}

/** ETags without `W/`, which both comparisons ignore. */
const parseOpaqueTags = (tags: string): string[] => tags.match(/"[^"]*"/g) ?? []

/** `Sat, 21 Nov 2026 10:00:00 GMT` (RFC 9110, 5.6.7). */
export const formatHttpDate = (utc: DateTime): string => new Date(toSeconds(utc) * 1000).toUTCString()

/** Revisions in `If-Match`. ETags that are not those of a record are skipped. */
export function parseIfMatch(ifMatch: string | undefined): ExpectedRevisions | undefined {
  if (ifMatch === undefined) return undefined
  if (ifMatch.trim() === '*') return 'any'
  return parseOpaqueTags(ifMatch).flatMap((tag) => {
    const [, epoch, seq] = /^"([0-9a-f]+)-(\d+)-/.exec(tag) ?? []
    return epoch === undefined || seq === undefined ? [] : [{ epoch, seq: Number(seq) }]
  })
}
