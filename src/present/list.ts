/** List envelopes and the addresses in them: contract 7.7, 8.8, Q18. */
import { GAP, gappedTextOf, JsonText, type Part } from './json-text.ts'
import { collectionUrl, PLURAL, type ResourceKind, type Urls } from './urls.ts'

/** Parameters in force, in the order in which addresses show them; undefined ones are not. */
export type Echo = readonly (readonly [string, string | number | boolean | undefined])[]

export interface ListFacts {
  readonly kind: ResourceKind
  readonly records: unknown
  readonly total: number
  readonly page: number
  readonly perPage: number
  /** Without `page`. */
  readonly echo: Echo
  /** Whether the address of this page names the page and all that is in force, or only what was asked. */
  readonly isPageShown: boolean
}

export interface ListLinks {
  readonly next?: string
  readonly previous?: string
}

const isGiven = (pair: Echo[number]): pair is readonly [string, string | number | boolean] => pair[1] !== undefined

function encode(echo: Echo): string {
  return new URLSearchParams(
    echo.filter(isGiven).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

export function listLinks(facts: ListFacts, urls: Urls): ListLinks {
  const { page, perPage, total, echo } = facts
  const at = (number: number) => address(facts, urls, [...echo, ['page', number > 1 ? number : undefined]])
  return {
    ...(page < Math.ceil(total / perPage) && { next: at(page + 1) }),
    ...(page > 1 && { previous: at(page - 1) }),
  }
}

function address({ kind }: ListFacts, urls: Urls, echo: Echo): string {
  const query = encode(echo)
  return `${collectionUrl(urls, kind)}/${query && `?${query}`}`
}

/** Posts show the list first, terms last (contract 7.7). */
export function presentList(facts: ListFacts, { next, previous }: ListLinks, urls: Urls): Record<string, unknown> {
  const { kind, records, total, perPage, page, echo, isPageShown } = facts
  const list = { [PLURAL[kind]]: records }
  const rest_url = address(facts, urls, [['page', isPageShown || page > 1 ? page : undefined], ...echo])
  const links = { ...(next && { next_rest_url: next }), ...(previous && { previous_rest_url: previous }) }
  const totals = { total, total_pages: Math.ceil(total / perPage) }
  return isPageShown ? { ...list, rest_url, ...links, ...totals } : { rest_url, ...totals, ...list, ...links }
}

/** A list whose records are JSON already. */
export function listText(facts: ListFacts, links: ListLinks, urls: Urls, records: readonly Part[]): JsonText {
  const text = gappedTextOf(presentList({ ...facts, records: GAP }, links, urls))
  return new JsonText((out) => out.addFilled(text, [() => out.addList(records, (record) => record(out))]))
}
