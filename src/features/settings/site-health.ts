/** Numbers about the state of the records and of the database. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Engine, Reader } from '../../storage/types.ts'

export interface EventGaps {
  readonly upcoming: number
  readonly withoutImage: number
  readonly withoutVenue: number
}

/** Missing data of published events that have not ended. Online events need no venue. */
export async function countEventGaps(db: Reader, now: DateTime): Promise<EventGaps> {
  const { rows } = await sql<Record<keyof EventGaps, number | string | null>>`
    select count(*) as upcoming, sum(case when event.image = 0 then 1 else 0 end) as "withoutImage",
      sum(case when event.attendance_mode <> 'online' and not exists (
        select 1 from links link where link.event_id = event.id and link.kind = 'venue') then 1 else 0 end) as "withoutVenue"
    from events event where event.status = 'publish' and event.utc_end_date >= ${now}`.execute(db)
  const [row] = rows
  const read = (name: keyof EventGaps) => Number(row?.[name] ?? 0)
  return { upcoming: read('upcoming'), withoutImage: read('withoutImage'), withoutVenue: read('withoutVenue') }
}

export interface GeocodingGaps {
  readonly pending: number
  readonly notFound: number
  /** The first venues whose address was not found. */
  readonly venues: readonly { readonly id: number; readonly title: string }[]
}

const MAX_VENUES = 100

export async function findGeocodingGaps(db: Reader): Promise<GeocodingGaps> {
  const select = (state: string) =>
    db.selectFrom('venues').where('geocoding', '=', state).where('status', '<>', 'trash')
  const count = async (state: string) =>
    (
      await select(state)
        .select((on) => on.fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total
  return {
    pending: Number(await count('wanted')),
    notFound: Number(await count('unknown')),
    venues: await select('unknown').select(['id', 'title']).orderBy('id').limit(MAX_VENUES).execute(),
  }
}

/** Size of the database, in bytes. */
export async function measureDatabase(db: Reader, { name }: Engine): Promise<number> {
  const query =
    name === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await query.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
