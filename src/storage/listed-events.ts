/**
 * Derived tables of public lists: `listed_events` has the listed events of each scope in the order of a list,
 * `listed_counts` their number by period, `term_ancestors` the branch of each term. Triggers of the database maintain
 * them (`storage/migrations/015-listed-events.ts`).
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** The list without filters, the list of a term with its descendants, or of a venue or organizer. */
export type ListScope = 'all' | 'term' | 'linked'

/** Length of the periods of `listed_counts`: days of the list that has all events, otherwise months. */
export const getPeriodLength = (scope: ListScope): 7 | 10 => (scope === 'all' ? 10 : 7)

const IS_LISTED = "events.status = 'publish' and events.hide_from_listings = 0"
/** Terms and links of protected events are hidden. */
const IS_LISTED_WHOLE = `${IS_LISTED} and events.password = ''`
const ORDER_COLUMNS = 'events.start_date, events.date, events.id, events.end_date'

/** Selects the rows of `listed_events` by scope; more conditions can be appended. */
export const SELECT_LISTED_EVENTS: Readonly<Record<ListScope, string>> = {
  all: `select 'all', 0, ${ORDER_COLUMNS} from events where ${IS_LISTED}`,
  term: `select distinct 'term', term_ancestors.ancestor_id, ${ORDER_COLUMNS} from event_terms
    join term_ancestors on term_ancestors.term_id = event_terms.term_id
    join events on events.id = event_terms.event_id where ${IS_LISTED_WHOLE}`,
  linked: `select distinct 'linked', links.target_id, ${ORDER_COLUMNS} from links
    join events on events.id = links.event_id where ${IS_LISTED_WHOLE}`,
}

const SELECT_ANCESTORS = `with recursive branches(term_id, ancestor_id) as (
    select id, id from terms
    union
    select branches.term_id, parents.id from branches
      join terms as ancestors on ancestors.id = branches.ancestor_id
      join terms as parents on parents.id = ancestors.parent)
  select term_id, ancestor_id from branches`

/** Selects the period of a date in `listed_counts`. */
export const selectPeriod = (row: string, column: 'start_date' | 'end_date'): string =>
  `substr(${row}.${column}, 1, case when ${row}.scope = 'all' then 10 else 7 end)`

const [START, END] = [selectPeriod('listed_events', 'start_date'), selectPeriod('listed_events', 'end_date')]

/** By table: a query of the rows that it must contain. */
const EXPECTED_ROWS = {
  term_ancestors: SELECT_ANCESTORS,
  listed_events: Object.values(SELECT_LISTED_EVENTS).join(' union all '),
  listed_counts: `select scope, scope_id, ${START}, ${END}, count(*) from listed_events
    group by scope, scope_id, ${START}, ${END}`,
} as const satisfies Partial<Record<keyof Tables, string>>

export type DerivedTable = keyof typeof EXPECTED_ROWS

const COLUMNS: Readonly<Record<DerivedTable, string>> = {
  term_ancestors: 'term_id, ancestor_id',
  listed_events: 'scope, scope_id, start_date, date, event_id, end_date',
  listed_counts: 'scope, scope_id, start_period, end_period, events',
}
const DERIVED_TABLES = Object.keys(COLUMNS) as DerivedTable[]

/** Computes all rows, with or without triggers that fill the next table from one. */
export async function rebuildListedEvents(db: Kysely<Tables>): Promise<void> {
  for (const table of DERIVED_TABLES.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  // Deleting rows has changed the counts.
  await db.deleteFrom('listed_counts').execute()
  for (const table of DERIVED_TABLES) {
    // The condition separates the query from the conflict clause for the parser of SQLite.
    await sql`insert into ${sql.table(table)} (${sql.raw(COLUMNS[table])})
      select * from (${sql.raw(EXPECTED_ROWS[table])}) as expected where true on conflict do nothing`.execute(db)
  }
}

export interface DerivedTableErrors {
  readonly table: string
  readonly missing: number
  readonly unexpected: number
}

/** Tables whose rows differ from those computed from the records. A count of zero equals a missing one. */
export async function findListingErrors(db: Kysely<Tables>): Promise<DerivedTableErrors[]> {
  const errors: DerivedTableErrors[] = []
  for (const table of DERIVED_TABLES) {
    const expected = sql`select * from (${sql.raw(EXPECTED_ROWS[table])}) as expected`
    const actual = sql`select ${sql.raw(COLUMNS[table])} from ${sql.table(table)}
      ${sql.raw(table === 'listed_counts' ? 'where events <> 0' : '')}`
    const { rows } = await sql<{ missing: number; unexpected: number }>`select
      (select count(*) from (${expected} except ${actual}) as missing) as missing,
      (select count(*) from (${actual} except ${expected}) as unexpected) as unexpected`.execute(db)
    const found = rows.map(({ missing, unexpected }) => ({
      table,
      missing: Number(missing),
      unexpected: Number(unexpected),
    }))
    errors.push(...found.filter(({ missing, unexpected }) => missing > 0 || unexpected > 0))
  }
  return errors
}
