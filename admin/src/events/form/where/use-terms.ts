/** Categories and tags for the fields that assign them. */
import { useQuery } from '@tanstack/react-query'
import { send } from '../../../api/client.ts'
import { decodeText } from './linked-records.ts'

export type Taxonomy = 'categories' | 'tags'

export interface Term {
  readonly id: number
  readonly name: string
}

/** An ID, or the name of a term that is created with the event. */
export type TermValue = number | string

const SHOWN_TERMS = 50

async function listTerms(name: Taxonomy, query: Readonly<Record<string, unknown>>, signal: AbortSignal) {
  const { json } = await send<Record<string, readonly Term[]>>(`/${name}`, { query, signal })
  return (json[name] ?? []).map((term): Term => ({ id: term.id, name: decodeText(term.name) }))
}

/** The terms that match the text. */
export function useTermOptions(name: Taxonomy, search: string): readonly Term[] {
  const { data } = useQuery({
    queryKey: ['terms', name, search],
    queryFn: ({ signal }) => listTerms(name, { search, per_page: SHOWN_TERMS, orderby: 'name' }, signal),
    placeholderData: (previous) => previous,
    staleTime: 30_000,
  })
  return data ?? []
}

/** Names of the chosen terms, which the options may not contain. */
export function useTermNames(name: Taxonomy, values: readonly TermValue[], options: readonly Term[]) {
  const ids = values.filter((one) => typeof one === 'number')
  const { data = [] } = useQuery({
    queryKey: ['chosen-terms', name, ids],
    queryFn: ({ signal }) => listTerms(name, { include: ids, per_page: 100 }, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
  const names = new Map([...options, ...data].map((term): [TermValue, string] => [term.id, term.name]))
  return (one: TermValue): string => (typeof one === 'string' ? one : (names.get(one) ?? `#${one}`))
}
