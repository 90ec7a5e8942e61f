/** Presents lists and the URLs in them: wire-contract §7.7, wire-contract §8.8, Q18. */
import { SLOT } from '../fragments/fragment-slots.ts'
import { createSlottedFragment, type FragmentWriterFn, JsonDocument } from '../fragments/json-fragment.ts'
import { COLLECTION_NAMES, collectionUrl, type ResourceKind, type Urls } from '../posts/urls.ts'

/** Effective parameters, in the order of the URLs. Parameters with `undefined` are omitted. */
export type QueryParameters = readonly (readonly [string, string | number | boolean | undefined])[]

export interface ListData {
  readonly kind: ResourceKind
  readonly records: unknown
  readonly total: number
  readonly page: number
  readonly perPage: number
  /** Without `page`. */
  readonly queryParameters: QueryParameters
  /** Whether `rest_url` contains the page and all effective parameters, or only those of the request. */
  readonly hasCompleteUrl: boolean
}

export interface ListLinks {
  readonly next?: string
  readonly previous?: string
}

const isPresentPair = (pair: QueryParameters[number]): pair is readonly [string, string | number | boolean] =>
  pair[1] !== undefined

function encodeQuery(parameters: QueryParameters): string {
  return new URLSearchParams(
    parameters.filter(isPresentPair).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

export function buildListLinks(list: ListData, urls: Urls): ListLinks {
  const { page, perPage, total, queryParameters } = list
  const buildPageUrl = (pageNumber: number) =>
    buildListUrl(list, urls, [...queryParameters, ['page', pageNumber > 1 ? pageNumber : undefined]])
  return {
    ...(page < Math.ceil(total / perPage) && { next: buildPageUrl(page + 1) }),
    ...(page > 1 && { previous: buildPageUrl(page - 1) }),
  }
}

function buildListUrl({ kind }: ListData, urls: Urls, parameters: QueryParameters): string {
  const query = encodeQuery(parameters)
  return `${collectionUrl(urls, kind)}/${query && `?${query}`}`
}

/** Lists of posts start with the records, lists of terms end with them (wire-contract §7.7). */
export function presentList(list: ListData, { next, previous }: ListLinks, urls: Urls): Record<string, unknown> {
  const { kind, records, total, perPage, page, queryParameters, hasCompleteUrl } = list
  const collection = { [COLLECTION_NAMES[kind]]: records }
  const rest_url = buildListUrl(list, urls, [
    ['page', hasCompleteUrl || page > 1 ? page : undefined],
    ...queryParameters,
  ])
  const links = { ...(next && { next_rest_url: next }), ...(previous && { previous_rest_url: previous }) }
  const totals = { total, total_pages: Math.ceil(total / perPage) }
  return hasCompleteUrl
    ? { ...collection, rest_url, ...links, ...totals }
    : { rest_url, ...totals, ...collection, ...links }
}

/** Presents a list whose records are fragments. */
export function createListJson(
  list: ListData,
  links: ListLinks,
  urls: Urls,
  records: readonly FragmentWriterFn[],
): JsonDocument {
  const envelope = createSlottedFragment(presentList({ ...list, records: SLOT }, links, urls))
  return new JsonDocument((out) => out.fill(envelope, [() => out.writeList(records, (record) => record(out))]))
}
