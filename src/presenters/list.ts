/** List envelopes and the addresses in them: contract 7.7, 8.8, Q18. */
import { createSlottedFragment, type FragmentWriterFn, JsonDocument, SLOT } from './json-fragment.ts'
import { COLLECTION_NAMES, collectionUrl, type ResourceKind, type Urls } from './urls.ts'

/** Parameters in force, in the order in which addresses show them; undefined ones are not. */
export type QueryParameters = readonly (readonly [string, string | number | boolean | undefined])[]

export interface ListData {
  readonly kind: ResourceKind
  readonly records: unknown
  readonly total: number
  readonly page: number
  readonly perPage: number
  /** Without `page`. */
  readonly queryParameters: QueryParameters
  /** Whether the address of this page names the page and all that is in force, or only what was asked. */
  readonly hasCompleteUrl: boolean
}

export interface ListLinks {
  readonly next?: string
  readonly previous?: string
}

const isPresentPair = (pair: QueryParameters[number]): pair is readonly [string, string | number | boolean] =>
  pair[1] !== undefined

function encodeQuery(echo: QueryParameters): string {
  return new URLSearchParams(
    echo.filter(isPresentPair).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

export function buildListLinks(list: ListData, urls: Urls): ListLinks {
  const { page, perPage, total, queryParameters: echo } = list
  const buildPageUrl = (number: number) =>
    buildListUrl(list, urls, [...echo, ['page', number > 1 ? number : undefined]])
  return {
    ...(page < Math.ceil(total / perPage) && { next: buildPageUrl(page + 1) }),
    ...(page > 1 && { previous: buildPageUrl(page - 1) }),
  }
}

function buildListUrl({ kind }: ListData, urls: Urls, echo: QueryParameters): string {
  const query = encodeQuery(echo)
  return `${collectionUrl(urls, kind)}/${query && `?${query}`}`
}

/** Posts show the list first, terms last (contract 7.7). */
export function presentList(list: ListData, { next, previous }: ListLinks, urls: Urls): Record<string, unknown> {
  const { kind, records, total, perPage, page, queryParameters: echo, hasCompleteUrl: isPageShown } = list
  const collection = { [COLLECTION_NAMES[kind]]: records }
  const rest_url = buildListUrl(list, urls, [['page', isPageShown || page > 1 ? page : undefined], ...echo])
  const links = { ...(next && { next_rest_url: next }), ...(previous && { previous_rest_url: previous }) }
  const totals = { total, total_pages: Math.ceil(total / perPage) }
  return isPageShown
    ? { ...collection, rest_url, ...links, ...totals }
    : { rest_url, ...totals, ...collection, ...links }
}

/** A list whose records are JSON already. */
export function createListJson(
  list: ListData,
  links: ListLinks,
  urls: Urls,
  records: readonly FragmentWriterFn[],
): JsonDocument {
  const text = createSlottedFragment(presentList({ ...list, records: SLOT }, links, urls))
  return new JsonDocument((out) => out.fill(text, [() => out.writeList(records, (record) => record(out))]))
}
