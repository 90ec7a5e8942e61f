/** Conditions that lists of all post kinds share. */
import type { ExpressionBuilder } from 'kysely'
import type { SearchWords } from '../calendar/search-words.ts'
import type { ListedStatuses } from '../calendar/visibility.ts'
import type { Tables } from './tables.ts'

export type On = ExpressionBuilder<Tables, 'events'>

/** The visibility rule as a condition. */
export function showsStatus(on: On, { open, own, owner }: ListedStatuses) {
  const opened =
    open.length === 1 && open[0] !== undefined ? on('status', '=', open[0]) : on('status', 'in', listed(open))
  if (own.length === 0) return opened
  return on.or([opened, on.and([on('author', '=', owner), on('status', 'in', own)])])
}

const listed = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

/** Every word as a substring of the searched text, none of the excluded ones. */
export function matchesWords(on: On, column: 'id', { all, none }: SearchWords) {
  const holding = (word: string) => on.selectFrom('post_search').select('rowid').where('text', 'like', `%${word}%`)
  return [
    ...all.map((word) => on(column, 'in', holding(word))),
    ...none.map((word) => on(column, 'not in', holding(word))),
  ]
}
