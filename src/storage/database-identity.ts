/**
 * Identity of the history that a database contains. A restore or failover reuses sequence numbers of changes, so they are
 * compared only within an epoch: a random name that changes with the history.
 */
import { randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { DateTime } from '../base/time/date-time.ts'
import type { Anchor, DatabaseState, Generation, IdentityChange } from './identity-types.ts'
import type { Tables } from './tables/tables.ts'

const buildMark = (table: string): string =>
  `${table}.kind || ' ' || ${table}.id || ' ' || ${table}.op || ' ' || ${table}.at`

/** Query of a `DatabaseState`; its parameter is the sequence number of the anchor. */
export const buildStateQuery = (parameter: '$1' | '?', place: string): string => `
  select identity.epoch, identity.since, identity.place as "storedPlace", ${place} as place,
    coalesce(newest.seq, 0) as seq, coalesce(${buildMark('newest')}, '') as mark,
    coalesce((select min(log.seq) from changes log), 0) as oldest, ${buildMark('anchor')} as "anchorMark"
  from database_identity identity
  left join changes newest on newest.seq = (select max(log.seq) from changes log)
  left join changes anchor on anchor.seq = ${parameter}`

/** Creates `Engine.readState`. */
export const createStateReader =
  (parameter: '$1' | '?', place: () => string) =>
  async (db: Kysely<Tables>, seq: number): Promise<DatabaseState> => {
    const { rows } = await db.executeQuery<DatabaseState>(CompiledQuery.raw(buildStateQuery(parameter, place()), [seq]))
    const [state] = rows
    if (!state) throw new Error('the table database_identity is empty')
    return state
  }

/** Whether the log continues what the process has seen of it. */
export function isContinuation(state: DatabaseState, known: Generation, anchor: Anchor | undefined): boolean {
  if (state.epoch === known.epoch && state.seq < known.seq) return false
  const isComparable = anchor !== undefined && anchor.epoch === state.epoch && anchor.seq > 0
  // An anchor that was removed from the start of the log cannot be compared.
  if (!isComparable || (state.oldest > 0 && anchor.seq < state.oldest)) return true
  return state.anchorMark === anchor.mark
}

type PlacePair = Pick<DatabaseState, 'place' | 'storedPlace'>

/** Whether a part differs that both places contain. */
export function hasMoved({ place, storedPlace }: PlacePair): boolean {
  const stored = storedPlace.split(':')
  return place.split(':').some((part, at) => part !== '' && (stored[at] ?? '') !== '' && stored[at] !== part)
}

/** Merges the known parts of both places: not every database role may read every part. */
export function mergePlaces({ place, storedPlace }: PlacePair): string {
  const stored = storedPlace.split(':')
  return place
    .split(':')
    .map((part, at) => part || (stored[at] ?? ''))
    .join(':')
}

export const createEpoch = (): string => randomBytes(5).toString('hex')

/** Has no effect when another process was faster. */
export async function changeIdentity(db: Kysely<Tables>, { from, to }: IdentityChange): Promise<void> {
  await db
    .updateTable('database_identity')
    .set({ epoch: to.epoch, since: to.since, place: to.place })
    .where('epoch', '=', from.epoch)
    .where('place', '=', from.storedPlace)
    .execute()
}

/** Called when a database is filled or replaced, so that it counts as another history. */
export async function renewEpoch(tx: Kysely<Tables>, now: DateTime): Promise<void> {
  await tx.updateTable('database_identity').set({ epoch: createEpoch(), since: now }).execute()
}

/** Writes a value that nothing reads, to test whether the database accepts writes. */
export async function probeWrite(db: Kysely<Tables>, now: DateTime): Promise<void> {
  await db.updateTable('database_identity').set({ written: now }).execute()
}

/** Reads the generation with a query; prefer `Database.generation`, which needs none. */
export async function readGeneration(db: Kysely<Tables>): Promise<Generation> {
  const identity = db.selectFrom('database_identity').select(['epoch', 'since'])
  return identity
    .select((on) =>
      on
        .selectFrom('changes')
        .select((log) => log.fn.coalesce(log.fn.max('seq'), log.lit(0)).as('seq'))
        .as('seq'),
    )
    .$narrowType<{ seq: number }>()
    .executeTakeFirstOrThrow()
}

/**
 * Epoch of the database, to compare with one that a client sends; undefined when the database has moved and its epoch
 * is outdated.
 */
export async function findEpoch(db: Kysely<Tables>, place: string): Promise<string | undefined> {
  const { epoch, storedPlace } = await db
    .selectFrom('database_identity')
    .select(['epoch', 'place as storedPlace'])
    .executeTakeFirstOrThrow()
  return hasMoved({ place, storedPlace }) ? undefined : epoch
}
