/** Totals and adjacent pages of lists of `wp/v2`, in headers. */

import { buildQueryUrl } from '../http/request/parse-input.ts'
import type { Fields } from '../kernel/field.ts'
import type { RawInput } from '../kernel/validate-input.ts'

interface RequestedList {
  readonly url: string
  readonly rawInput: RawInput
  /** Parameters that the links keep. */
  readonly fields: Fields
}

interface Totals {
  readonly total: number
  readonly page: number
  readonly perPage: number
}

export function createTotalHeaders({ url, rawInput, fields }: RequestedList, { total, page, perPage }: Totals) {
  const pages = Math.ceil(total / perPage)
  const buildPageUrl = (number: number) => buildQueryUrl(url, { ...rawInput, page: String(number) }, fields)
  const links = [
    ...(page > 1 ? [`<${buildPageUrl(Math.min(page - 1, Math.max(pages, 1)))}>; rel="prev"`] : []),
    ...(page < pages ? [`<${buildPageUrl(page + 1)}>; rel="next"`] : []),
  ]
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 && { link: links.join(', ') }),
  }
}
