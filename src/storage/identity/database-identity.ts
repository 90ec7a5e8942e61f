/**
 * Which history of writes a database holds. After a restore or a failover numbers of changes are given out again, so
 * they mean something only together with the epoch, a random name that is renewed whenever the history is another one.
 */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { Tables } from '../core/tables.ts'
import type { Anchor, DatabaseState, Generation, IdentityChange } from '../core/types.ts'

const buildMark = (table: string): string =>
  `${table}.kind || ' ' || ${table}.id || ' ' || ${table}.op || ' ' || ${table}.at`

/** Reads a `DatabaseState` in one statement; its parameter is the number of the change to be compared. */
export const buildStateQuery = (parameter: '$1' | '?', place: string): string => `
  select identity.epoch, identity.since, identity.place as "storedPlace", ${place} as place,
    coalesce(newest.seq, 0) as seq, coalesce(${buildMark('newest')}, '') as mark,
    coalesce((select min(log.seq) from changes log), 0) as oldest, ${buildMark('anchor')} as "anchorMark"
  from database_identity identity
  left join changes newest on newest.seq = (select max(log.seq) from changes log)
  left join changes anchor on anchor.seq = ${parameter}`

/** Whether the log goes on from what the process has seen of it. */
export function isContinuation(state: DatabaseState, known: Generation, anchor: Anchor | undefined): boolean {
  if (state.epoch === known.epoch && state.seq < known.seq) return false
  const isComparable = anchor !== undefined && anchor.epoch === state.epoch && anchor.seq > 0
  // What was dropped from the beginning of the log says nothing.
  if (!isComparable || (state.oldest > 0 && anchor.seq < state.oldest)) return true
  return state.anchorMark === anchor.mark
}

type PlacePair = Pick<DatabaseState, 'place' | 'storedPlace'>

/** Whether a part that both name differs. */
export function hasMoved({ place, storedPlace }: PlacePair): boolean {
  const stored = storedPlace.split(':')
  return place.split(':').some((part, at) => part !== '' && (stored[at] ?? '') !== '' && stored[at] !== part)
}

/** What is known of the place by either; not every role may ask for every part. */
export function mergePlaces({ place, storedPlace }: PlacePair): string {
  const stored = storedPlace.split(':')
  return place
    .split(':')
    .map((part, at) => part || (stored[at] ?? ''))
    .join(':')
}

export const createEpoch = (): string => randomBytes(5).toString('hex')

/** Does nothing where another process was faster. */
export async function changeIdentity(db: Kysely<Tables>, { from, to }: IdentityChange): Promise<void> {
  await db
    .updateTable('database_identity')
    .set({ epoch: to.epoch, since: to.since, place: to.place })
    .where('epoch', '=', from.epoch)
    .where('place', '=', from.storedPlace)
    .execute()
}

/** For what fills or replaces a database: from now on it holds another history. */
export async function renewEpoch(tx: Kysely<Tables>, now: DateTime): Promise<void> {
  await tx.updateTable('database_identity').set({ epoch: createEpoch(), since: now }).execute()
}

/** Writes what nothing reads, to learn whether the database can be written to. */
export async function probeWrite(db: Kysely<Tables>, now: DateTime): Promise<void> {
  await db.updateTable('database_identity').set({ written: now }).execute()
}

/** The state as a query of its own; prefer `Database.generation`, which costs nothing. */
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

/** Epoch of the database, to be compared with one that a client names; undefined while its place says that it is over. */
export async function findEpoch(db: Kysely<Tables>, place: string): Promise<string | undefined> {
  const { epoch, storedPlace } = await db
    .selectFrom('database_identity')
    .select(['epoch', 'place as storedPlace'])
    .executeTakeFirstOrThrow()
  return hasMoved({ place, storedPlace }) ? undefined : epoch
}
