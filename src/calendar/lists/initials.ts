/** First characters of the names of venues and organizers. */
import { sql } from 'kysely'
import type { LinkedKind } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import { selectMatchingLinked } from '../linked/find-linked-ids.ts'
import type { LinkedPlan } from './query-plan.ts'

export interface Initial {
  /** Lower case without accents; empty for an empty name. */
  readonly character: string
  /** Number of records. */
  readonly count: number
}

/** In the order of the list by title. */
export async function countInitials(db: Reader, kind: LinkedKind, plan: LinkedPlan): Promise<readonly Initial[]> {
  const character = sql<string>`substr(title_folded, 1, 1)`
  const rows = await selectMatchingLinked(db, kind, plan, 'filter-first')
    .select((on) => [character.as('character'), on.fn.countAll<number>().as('count')])
    .groupBy(character)
    .execute()
  const initials = rows.map((row) => ({ character: row.character, count: Number(row.count) }))
  return initials.sort((a, b) => (a.character.codePointAt(0) ?? 0) - (b.character.codePointAt(0) ?? 0))
}
