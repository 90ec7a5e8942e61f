import { type Kysely, sql } from 'kysely'
import { rebuildListedEvents, SELECT_LISTED_EVENTS, selectPeriod } from '../listed-events.ts'
import type { Tables } from '../tables/tables.ts'
import type { Engine, Trigger } from '../types.ts'

const { all, term, linked } = SELECT_LISTED_EVENTS

const INSERT = 'insert into listed_events (scope, scope_id, start_date, date, event_id, end_date)'
/** A record may be linked twice, and a category reached by several of its descendants. */
const UNLESS_LISTED = 'on conflict do nothing'

/** The columns that decide whether and where an event is listed. */
const LISTING_COLUMNS = ['status', 'hide_from_listings', 'password', 'start_date', 'end_date', 'date']
const listColumns = (row: 'old' | 'new') => LISTING_COLUMNS.map((column) => `${row}.${column}`).join()

const deleteListed = (scope: string, ids: string, at = ['old.id', 'old.start_date', 'old.date']) =>
  `delete from listed_events where scope = '${scope}' and scope_id in (${ids})
    and event_id = ${at[0]} and start_date = ${at[1]} and date = ${at[2]}`

/** The place in the list of an event that has not changed. */
const placeOf = (event: string) => [
  event,
  ...['start_date', 'date'].map((column) => `(select ${column} from events where id = ${event})`),
]

const ANCESTORS =
  'select ancestor_id from term_ancestors join event_terms on event_terms.term_id = term_ancestors.term_id'

const EVENT_TRIGGERS: readonly Trigger[] = [
  {
    name: 'list_inserted_event',
    table: 'events',
    after: 'insert',
    statements: [`${INSERT} ${all} and events.id = new.id`],
  },
  {
    name: 'list_updated_event',
    table: 'events',
    after: 'update',
    when: `(${listColumns('old')}) <> (${listColumns('new')})`,
    statements: [
      deleteListed('all', '0'),
      deleteListed('term', `${ANCESTORS} where event_terms.event_id = old.id`),
      deleteListed('linked', 'select target_id from links where event_id = old.id'),
      `${INSERT} ${all} and events.id = new.id`,
      `${INSERT} ${term} and events.id = new.id`,
      `${INSERT} ${linked} and events.id = new.id`,
    ],
  },
  {
    name: 'list_deleted_event',
    table: 'events',
    after: 'delete',
    statements: [deleteListed('all', '0')],
  },
]

interface Relation {
  readonly name: string
  readonly table: 'event_terms' | 'links'
  readonly key: 'term_id' | 'target_id'
  /** Lists the event of the new row. */
  readonly list: string
  /** Ends the listing of the event of the old row, unless another row lists it. */
  readonly unlist: string
}

const RELATIONS: readonly Relation[] = [
  {
    name: 'event_term',
    table: 'event_terms',
    key: 'term_id',
    list: `${INSERT} ${term} and event_terms.event_id = new.event_id and event_terms.term_id = new.term_id ${UNLESS_LISTED}`,
    unlist: deleteListed(
      'term',
      `select ancestor_id from term_ancestors where term_id = old.term_id
        except ${ANCESTORS} where event_terms.event_id = old.event_id`,
      placeOf('old.event_id'),
    ),
  },
  {
    name: 'link',
    table: 'links',
    key: 'target_id',
    list: `${INSERT} ${linked} and links.event_id = new.event_id and links.target_id = new.target_id ${UNLESS_LISTED}`,
    unlist: deleteListed(
      'linked',
      'select old.target_id except select target_id from links where event_id = old.event_id',
      placeOf('old.event_id'),
    ),
  },
]

const RELATION_TRIGGERS: readonly Trigger[] = RELATIONS.flatMap(({ name, table, key, list, unlist }) => [
  { name: `list_inserted_${name}`, table, after: 'insert', statements: [list] },
  {
    name: `list_updated_${name}`,
    table,
    after: 'update',
    when: `(old.event_id, old.${key}) <> (new.event_id, new.${key})`,
    statements: [unlist, list],
  },
  { name: `list_deleted_${name}`, table, after: 'delete', statements: [unlist] },
])

const INSERT_ANCESTORS = 'insert into term_ancestors (term_id, ancestor_id)'

const TERM_TRIGGERS: readonly Trigger[] = [
  {
    name: 'list_inserted_term',
    table: 'terms',
    after: 'insert',
    statements: [
      `${INSERT_ANCESTORS} values (new.id, new.id)`,
      `${INSERT_ANCESTORS} select new.id, ancestor_id from term_ancestors where term_id = new.parent`,
      // A copy of a database may insert children before their parent.
      `${INSERT_ANCESTORS} select below.term_id, above.ancestor_id from terms
        join term_ancestors as below on below.ancestor_id = terms.id
        join term_ancestors as above on above.term_id = new.id
        where terms.parent = new.id ${UNLESS_LISTED}`,
    ],
  },
  {
    name: 'list_moved_term',
    table: 'terms',
    after: 'update',
    when: 'old.parent <> new.parent',
    statements: [
      `delete from term_ancestors
        where term_id in (select term_id from term_ancestors where ancestor_id = new.id)
        and ancestor_id in (select ancestor_id from term_ancestors where term_id = new.id and ancestor_id <> new.id)`,
      `${INSERT_ANCESTORS} select below.term_id, above.ancestor_id from term_ancestors as below
        join term_ancestors as above on above.term_id = new.parent
        where below.ancestor_id = new.id ${UNLESS_LISTED}`,
    ],
  },
  {
    name: 'list_deleted_term',
    table: 'terms',
    after: 'delete',
    statements: ['delete from term_ancestors where term_id = old.id or ancestor_id = old.id'],
  },
  {
    name: 'list_inserted_ancestor',
    table: 'term_ancestors',
    after: 'insert',
    statements: [
      `${INSERT} ${term} and event_terms.term_id = new.term_id and term_ancestors.ancestor_id = new.ancestor_id
        ${UNLESS_LISTED}`,
    ],
  },
  {
    name: 'list_deleted_ancestor',
    table: 'term_ancestors',
    after: 'delete',
    statements: [
      `delete from listed_events where scope = 'term' and scope_id = old.ancestor_id
        and event_id in (select event_id from event_terms where term_id = old.term_id)
        and event_id not in (
          select event_terms.event_id from event_terms
            join term_ancestors on term_ancestors.term_id = event_terms.term_id
            where term_ancestors.ancestor_id = old.ancestor_id)`,
    ],
  },
]

const addToCount = (row: 'old' | 'new', change: string) =>
  `insert into listed_counts (scope, scope_id, start_period, end_period, events)
    values (${row}.scope, ${row}.scope_id, ${selectPeriod(row, 'start_date')}, ${selectPeriod(row, 'end_date')}, ${change})
    on conflict (scope, scope_id, start_period, end_period) do update set events = listed_counts.events + excluded.events`

const COUNT_TRIGGERS: readonly Trigger[] = [
  { name: 'count_listed_event', table: 'listed_events', after: 'insert', statements: [addToCount('new', '1')] },
  { name: 'discount_listed_event', table: 'listed_events', after: 'delete', statements: [addToCount('old', '-1')] },
]

/**
 * Lists by category, tag, venue, organizer and date become a range of one index, and their totals sums of counts. The
 * triggers also run for writes of versions without this migration.
 */
export async function addListedEvents(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const order = engine.tableInKeyOrder
  await sql`create table term_ancestors (term_id integer not null, ancestor_id integer not null,
    primary key (term_id, ancestor_id)) ${order}`.execute(db)
  await sql`create index term_ancestors_ancestor on term_ancestors (ancestor_id, term_id)`.execute(db)
  // All columns are in the key, so that a list reads its index only.
  await sql`create table listed_events (scope text not null, scope_id integer not null, start_date text not null,
    date text not null, event_id integer not null, end_date text not null,
    primary key (scope, scope_id, start_date, date, event_id, end_date)) ${order}`.execute(db)
  await sql`create table listed_counts (scope text not null, scope_id integer not null, start_period text not null,
    end_period text not null, events integer not null,
    primary key (scope, scope_id, start_period, end_period)) ${order}`.execute(db)
  await rebuildListedEvents(db)
  for (const trigger of [...EVENT_TRIGGERS, ...RELATION_TRIGGERS, ...TERM_TRIGGERS, ...COUNT_TRIGGERS])
    await engine.createTrigger(db, trigger)
}
