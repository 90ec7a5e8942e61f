/** Venues whose address waits for its coordinates. Those in the trash do not. */

import type { DateTime } from '../text/dates.ts'
import type { Reader, Writer } from './database.ts'

const wanted = (db: Reader) => db.selectFrom('venues').where('geocoding', '=', 'wanted').where('status', '!=', 'trash')

/** The one that waits longest of those whose turn has come. */
export async function findWanted(db: Reader, now: DateTime): Promise<number | undefined> {
  const row = await wanted(db)
    .select('id')
    .where('geocode_due', '<=', now)
    .orderBy('geocode_due')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** All of them, whether their turn has come or not, oldest first. */
export async function wantedIds(db: Reader): Promise<number[]> {
  const rows = await wanted(db).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export interface Turn {
  readonly geocode_due: DateTime
  readonly geocode_failures: number
}

/** Undefined when this venue does not wait. */
export function turnOf(db: Reader, id: number): Promise<Turn | undefined> {
  return wanted(db).select(['geocode_due', 'geocode_failures']).where('id', '=', id).executeTakeFirst()
}

export async function setTurn(tx: Writer, id: number, turn: Turn): Promise<void> {
  await tx.updateTable('venues').set(turn).where('id', '=', id).execute()
}

/** Remembers that the address of a venue is not known; nothing that anybody sees changes. */
export async function setUnknown(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('venues').set({ geocoding: 'unknown' }).where('id', '=', id).execute()
}

/** Wants what was not found again, at once. */
export async function wantUnknown(tx: Writer): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ geocoding: 'wanted', geocode_due: '', geocode_failures: 0 })
    .where('geocoding', '=', 'unknown')
    .execute()
}
