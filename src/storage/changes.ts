/** The change log: every write appends to it inside its transaction. Deleted records leave their last row as tombstone. */
import type { PostKind } from '../calendar/post.ts'
import type { Taxonomy } from '../calendar/term.ts'
import type { DateTime } from '../text/dates.ts'
import type { Reader, Writer } from './database.ts'

export type ChangeKind = PostKind | Taxonomy | 'user' | 'media'
export type ChangeOperation = 'create' | 'update' | 'trash' | 'delete'

export interface Change {
  readonly kind: ChangeKind
  readonly id: number
  readonly op: ChangeOperation
  readonly at: DateTime
}

export async function recordChange(tx: Writer, change: Change): Promise<void> {
  await recordChanges(tx, [change])
}

export async function recordChanges(tx: Writer, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = await tx.insertInto('changes').values(changes).returning('seq').execute()
  newest.set(tx, Math.max(...rows.map(({ seq }) => seq)))
}

const newest = new WeakMap<Writer, number>()

/** Number of the newest change that a transaction has recorded; undefined when it has recorded none. */
export const newestOf = (tx: Writer): number | undefined => newest.get(tx)

/** Number of the newest change; 0 before the first. */
export async function generation(db: Reader): Promise<number> {
  const { seq } = await db
    .selectFrom('changes')
    .select((on) => on.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}
