import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

const COLUMN_DEFAULTS = {
  event_status: 'scheduled',
  event_status_reason: '',
  previous_utc_start_date: '',
  attendance_mode: 'offline',
  virtual_url: '',
  virtual_url_visibility: 'always',
}

/** The columns that most lists filter by, as in `events_featured`. */
const LIST_COLUMNS = [
  ...['status', 'hide_from_listings', 'start_date', 'date', 'id'],
  ...['end_date', 'utc_start_date', 'utc_end_date', 'author', 'password'],
]

/** Existing events are scheduled and offline. The indexes contain only the few other events. */
export async function addEventStatus(db: Kysely<Tables>): Promise<void> {
  for (const [column, value] of Object.entries(COLUMN_DEFAULTS))
    await db.schema
      .alterTable('events')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(value))
      .execute()
  await db.schema
    .alterTable('fragments')
    .addColumn('online', 'text', (definition) => definition.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('events_status_changed')
    .on('events')
    .columns([...LIST_COLUMNS, 'event_status'])
    .where(sql<boolean>`event_status <> 'scheduled'`)
    .execute()
  await db.schema
    .createIndex('events_virtual')
    .on('events')
    .columns([...LIST_COLUMNS, 'attendance_mode'])
    .where(sql<boolean>`attendance_mode <> 'offline'`)
    .execute()
  await db.schema
    .createIndex('events_link_opening')
    .on('events')
    .columns(['utc_start_date'])
    .where(sql<boolean>`virtual_url_visibility = 'hour-before'`)
    .execute()
}
