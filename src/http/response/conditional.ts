/** Requests that hold only under a condition (RFC 9110, 13). */
import type { IncomingHttpHeaders } from 'node:http'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { ExpectedRevisions, Revision } from '../../usecases/optimistic-lock.ts'

export interface Validators {
  readonly etag: string
  readonly lastModified: DateTime | undefined
}

/**
 * What an answer is known by: its text, whichever node made it. A single record's tag begins with its epoch and revision,
 * by which `If-Match` tells whether somebody else wrote it: what surrounds it (a venue, a count) may have changed freely.
 */
export const createEtag = (tag: string, revision: Revision | undefined): string =>
  revision === undefined ? `W/"${tag}"` : `W/"${revision.epoch}-${revision.seq}-${tag}"`

/** Whether the caller has this already, so that 304 is the answer. A date counts only when no tag is given. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags === etag || tags.trim() === '*' || parseOpaqueTags(tags).includes(parseOpaqueTags(etag)[0] ?? '')
  const since = headers['if-modified-since']
  if (since === undefined || lastModified === undefined) return false
  return Date.parse(since) >= Date.parse(formatHttpDate(lastModified))
}

/** Tags without the mark of weakness, which neither comparison we make looks at. */
const parseOpaqueTags = (tags: string): string[] => tags.match(/"[^"]*"/g) ?? []

let cachedDate = { utc: '', text: '' }

/** `Sat, 21 Nov 2026 10:00:00 GMT` (RFC 9110, 5.6.7). Mostly the same is asked for again. */
export function formatHttpDate(utc: DateTime): string {
  if (cachedDate.utc !== utc) cachedDate = { utc, text: new Date(`${utc.replace(' ', 'T')}Z`).toUTCString() }
  return cachedDate.text
}

/** Revisions of a record that `If-Match` names. A tag that is none of a record's names none. */
export function parseIfMatch(ifMatch: string | undefined): ExpectedRevisions | undefined {
  if (ifMatch === undefined) return undefined
  if (ifMatch.trim() === '*') return 'any'
  return parseOpaqueTags(ifMatch).flatMap((tag) => {
    const [, epoch, seq] = /^"([0-9a-f]+)-(\d+)-/.exec(tag) ?? []
    return epoch === undefined || seq === undefined ? [] : [{ epoch, seq: Number(seq) }]
  })
}
