/** Venues that wait for geocoding, except trashed ones. */

import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader, Writer } from '../../storage/types.ts'

const selectPendingVenues = (db: Reader) =>
  db.selectFrom('venues').where('geocoding', '=', 'wanted').where('status', '!=', 'trash')

/** The due venue that has waited longest. */
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

/** Ids of all waiting venues, due or not, oldest first. */
export async function findPendingVenueIds(db: Reader): Promise<number[]> {
  const rows = await selectPendingVenues(db).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export interface GeocodingSchedule {
  readonly geocode_due: DateTime
  readonly geocode_failures: number
}

/** Undefined when the venue is not waiting. */
export function findGeocodingSchedule(db: Reader, id: number): Promise<GeocodingSchedule | undefined> {
  return selectPendingVenues(db).select(['geocode_due', 'geocode_failures']).where('id', '=', id).executeTakeFirst()
}

export async function updateGeocodingSchedule(tx: Writer, id: number, schedule: GeocodingSchedule): Promise<void> {
  await tx.updateTable('venues').set(schedule).where('id', '=', id).execute()
}

/** Marks the address of a venue as not found; not a visible change. */
export async function markAddressUnknown(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('venues').set({ geocoding: 'unknown' }).where('id', '=', id).execute()
}

/** Queues addresses that were not found again, due at once. */
export async function retryUnknownAddresses(tx: Writer): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ geocoding: 'wanted', geocode_due: '', geocode_failures: 0 })
    .where('geocoding', '=', 'unknown')
    .execute()
}
