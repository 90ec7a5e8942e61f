/** Venues whose address waits for its coordinates. Those in the trash do not. */

import type { DateTime } from '../../datetime/parse-date.ts'
import type { Reader, Writer } from '../core/types.ts'

const selectPendingVenues = (db: Reader) =>
  db.selectFrom('venues').where('geocoding', '=', 'wanted').where('status', '!=', 'trash')

/** The one that waits longest of those whose turn has come. */
export async function findNextPendingVenue(db: Reader, now: DateTime): Promise<number | undefined> {
  const row = await selectPendingVenues(db)
    .select('id')
    .where('geocode_due', '<=', now)
    .orderBy('geocode_due')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** All of them, whether their turn has come or not, oldest first. */
export async function findPendingVenueIds(db: Reader): Promise<number[]> {
  const rows = await selectPendingVenues(db).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export interface GeocodingSchedule {
  readonly geocode_due: DateTime
  readonly geocode_failures: number
}

/** Undefined when this venue does not wait. */
export function findGeocodingSchedule(db: Reader, id: number): Promise<GeocodingSchedule | undefined> {
  return selectPendingVenues(db).select(['geocode_due', 'geocode_failures']).where('id', '=', id).executeTakeFirst()
}

export async function updateGeocodingSchedule(tx: Writer, id: number, schedule: GeocodingSchedule): Promise<void> {
  await tx.updateTable('venues').set(schedule).where('id', '=', id).execute()
}

/** Remembers that the address of a venue is not known; nothing that anybody sees changes. */
export async function markAddressUnknown(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('venues').set({ geocoding: 'unknown' }).where('id', '=', id).execute()
}

/** Wants what was not found again, at once. */
export async function retryUnknownAddresses(tx: Writer): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ geocoding: 'wanted', geocode_due: '', geocode_failures: 0 })
    .where('geocoding', '=', 'unknown')
    .execute()
}
