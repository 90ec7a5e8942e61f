/** Conditions that lists of all post kinds share. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { EventPlan, LinkedPlan } from '../calendar/plans.ts'
import type { SearchWords } from '../calendar/search-words.ts'
import type { ListedStatuses, OpenTo } from '../calendar/visibility.ts'
import type { Tables } from './tables.ts'

export type On = ExpressionBuilder<Tables, 'events'>

/** Status, words, external id and time of change. */
export function matchesPlan(on: On, plan: EventPlan | LinkedPlan) {
  return on.and([
    showsStatus(on, plan.statuses),
    ...(plan.words ? [...matchesWords(on, plan.words), ...isOpen(on, plan.open)] : []),
    ...(plan.externalId === undefined ? [] : [...hasExternalId(on, plan.externalId), ...isOpen(on, plan.open)]),
    ...(plan.modifiedAfter === undefined ? [] : [on('modified_utc', '>', plan.modifiedAfter)]),
  ])
}

/** The visibility rule as a condition. */
export function showsStatus(on: On, { open, own, owner }: ListedStatuses) {
  const opened =
    open.length === 1 && open[0] !== undefined ? on('status', '=', open[0]) : on('status', 'in', listed(open))
  if (own.length === 0) return opened
  return on.or([opened, on.and([on('author', '=', owner), on('status', 'in', own)])])
}

const listed = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

/** Without those that need a password. */
export function isOpen(on: On, open: OpenTo) {
  if (open === 'every') return []
  return [on.or([on('password', '=', ''), ...(open === 0 ? [] : [on('author', '=', open)])])]
}

/** By the name a record has elsewhere. Without the second condition the index of those that have one would not serve. */
function hasExternalId(on: On, externalId: string) {
  return [on('external_id', '=', externalId), on('external_id', '!=', sql.lit(''))]
}

/** Every word as a substring of the searched text, none of the excluded ones. */
export function matchesWords(on: On, { all, none }: SearchWords) {
  const holding = (word: string) => on.selectFrom('post_search').select('rowid').where('text', 'like', `%${word}%`)
  return [...all.map((word) => on('id', 'in', holding(word))), ...none.map((word) => on('id', 'not in', holding(word)))]
}
