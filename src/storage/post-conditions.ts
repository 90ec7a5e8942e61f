/** Conditions that lists of all post kinds share. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { SearchWords } from '../calendar/search-words.ts'
import type { ListedStatuses } from '../calendar/visibility.ts'
import type { Tables } from './tables.ts'

type On = ExpressionBuilder<Tables, 'events'>

/** The visibility rule as a condition. */
export function showsStatus(on: On, { open, own, owner }: ListedStatuses) {
  const opened =
    open.length === 1 && open[0] !== undefined ? on('status', '=', open[0]) : on('status', 'in', listed(open))
  if (own.length === 0) return opened
  return on.or([opened, on.and([on('author', '=', owner), on('status', 'in', own)])])
}

const listed = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

/** By the name a record has elsewhere. Without the second condition the index of those that have one would not serve. */
export function hasExternalId(on: On, externalId: string | undefined) {
  if (externalId === undefined) return []
  return [on('external_id', '=', externalId), on('external_id', '!=', sql.lit(''))]
}

/** Every word as a substring of the searched text, none of the excluded ones. */
export function matchesWords(on: On, column: 'id', { all, none }: SearchWords) {
  const holding = (word: string) => on.selectFrom('post_search').select('rowid').where('text', 'like', `%${word}%`)
  return [
    ...all.map((word) => on(column, 'in', holding(word))),
    ...none.map((word) => on(column, 'not in', holding(word))),
  ]
}
