/** Finds what should never be: records, links, terms and texts that do not fit together. */
import { sql } from 'kysely'
import { POST_KINDS, type PostKind } from '../calendar/post.ts'
import type { DateTime } from '../text/dates.ts'
import { searchText } from '../text/fold.ts'
import { toLocal } from '../text/zone.ts'
import { TABLE_OF } from './columns.ts'
import type { Reader } from './database.ts'
import { SEARCH_TABLES } from './tables.ts'
import { categoryTree } from './terms.ts'

/** A line for a person each. */
type Lines = Promise<string[]>

const TABLES = { ...TABLE_OF, media: 'media' } as const

const tableOf = (kind: keyof typeof TABLES) => sql.table(TABLES[kind])

/** Runs `find` for each kind of record, one after the other. */
async function forEachKind<T>(find: (kind: PostKind) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (const kind of POST_KINDS) found.push(...(await find(kind)))
  return found
}

/** Numbers whose record is gone, and records whose number says that they are of another kind. */
export async function strayIds(db: Reader): Lines {
  const found: string[] = []
  for (const [kind, table] of Object.entries(TABLES)) {
    const gone = await sql<{ id: number }>`
      select id from object_ids where kind = ${kind} and id not in (select id from ${sql.table(table)}) order by id`.execute(
      db,
    )
    const foreign = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id not in (select id from object_ids where kind = ${kind}) order by id`.execute(
      db,
    )
    found.push(
      ...gone.rows.map(({ id }) => `number ${id} was given to a record of kind ${kind} that is not there`),
      ...foreign.rows.map(({ id }) => `${kind} ${id} has a number that was not given to a record of this kind`),
    )
  }
  return found
}

/** Records that show a picture that is not there. */
export function lostImages(db: Reader): Lines {
  return forEachKind(async (kind) => {
    const lost = await sql<{ id: number; image: number }>`
      select id, image from ${tableOf(kind)} where image <> 0 and image not in (select id from media) order by id`.execute(
      db,
    )
    return lost.rows.map(({ id, image }) => `${kind} ${id} shows picture ${image}, which is not there`)
  })
}

/** Links to records that are not there or are something else. */
export async function brokenLinks(db: Reader): Lines {
  const rows = await db
    .selectFrom('links')
    .leftJoin('object_ids', 'object_ids.id', 'links.target_id')
    .select(['links.event_id', 'links.kind', 'links.target_id', 'object_ids.kind as actual'])
    .where((on) => on.or([on('object_ids.kind', 'is', null), on('object_ids.kind', '!=', on.ref('links.kind'))]))
    .orderBy('links.event_id')
    .orderBy('links.kind')
    .orderBy('links.position')
    .execute()
  return rows.map(
    ({ event_id, kind, target_id, actual }) =>
      `event ${event_id} links ${target_id} as its ${kind}, which is ${actual === null ? 'not there' : `of kind ${actual}`}`,
  )
}

/** Categories and events below one that is not there, or below themselves. */
export async function brokenParents(db: Reader): Lines {
  const above = db.selectFrom('events as child').select('child.post_parent').where('child.post_parent', '!=', 0)
  const events = await db
    .selectFrom('events')
    .select(['id', 'post_parent as parent'])
    .where((on) => on.or([on('post_parent', '!=', 0), on('id', 'in', above)]))
    .orderBy('id')
    .execute()
  return [...brokenIn('category', await categoryTree(db)), ...brokenIn('event', events)]
}

function brokenIn(kind: 'category' | 'event', tree: readonly { id: number; parent: number }[]): string[] {
  const parents = new Map(tree.map(({ id, parent }) => [id, parent]))
  return tree.flatMap(({ id, parent }) => {
    if (parent !== 0 && !parents.has(parent)) return [`${kind} ${id} stands below ${parent}, which is no ${kind}`]
    return standsBelowItself(id, parents) ? [`${kind} ${id} stands below itself`] : []
  })
}

function standsBelowItself(id: number, parents: ReadonlyMap<number, number>): boolean {
  let above = parents.get(id) ?? 0
  for (let steps = 0; above !== 0 && above !== id && steps <= parents.size; steps++) above = parents.get(above) ?? 0
  return above === id
}

const ROWS = 1000

/** Events whose UTC dates are not their wall times in their zone. */
export async function wrongInstants(db: Reader): Lines {
  const found: string[] = []
  for (let last = 0, rows = ROWS; rows === ROWS; ) {
    const events = await db
      .selectFrom('events')
      .select(['id', 'timezone', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS)
      .execute()
    found.push(...events.flatMap(instantsOf))
    rows = events.length
    last = events.at(-1)?.id ?? last
  }
  return found
}

interface Times {
  readonly id: number
  readonly timezone: string
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly utc_end_date: DateTime
}

function instantsOf(event: Times): string[] {
  const { id, timezone } = event
  return (['start_date', 'end_date'] as const).flatMap((name) => {
    const utc = event[`utc_${name}`]
    if (toLocal(utc, timezone) === event[name]) return []
    return [`event ${id}: its ${name} ${event[name]} in ${timezone} is not its utc_${name} ${utc}`]
  })
}

/** Published records that no address leads to, and addresses that lead to several. */
export function wrongSlugs(db: Reader): Lines {
  return forEachKind(async (kind) => {
    const without = await sql<{ id: number }>`
      select id from ${tableOf(kind)} where status = 'publish' and slug = '' order by id`.execute(db)
    const shared = await sql<{ slug: string; records: number }>`
      select slug, count(*) as records from ${tableOf(kind)}
      where slug <> '' and status not in ('draft', 'pending') group by slug having count(*) > 1 order by slug`.execute(
      db,
    )
    return [
      ...without.rows.map(({ id }) => `${kind} ${id} is published without a slug`),
      ...shared.rows.map(({ slug, records }) => `${records} records of kind ${kind} have the slug ${slug}`),
    ]
  })
}

/** Records that searches cannot find. */
export async function unindexed(db: Reader, kind: keyof typeof TABLES): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${tableOf(kind)} where id not in (select rowid from post_search) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records whose search texts do not fit their password: everyone finds a protected record by its title alone. */
export async function wrongSearchTexts(db: Reader, kind: PostKind): Promise<number[]> {
  const misplaced = await sql<{ id: number }>`
    select id from ${tableOf(kind)} where (password <> '') <> (id in (select rowid from protected_search))`.execute(db)
  const searched = await sql<{ id: number; title: string; text: string }>`
    select id, title, text from ${tableOf(kind)} join post_search on post_search.rowid = id where password <> ''`.execute(
    db,
  )
  const disclosed = searched.rows.filter(({ title, text }) => text !== searchText(title))
  const ids = new Set([...misplaced.rows, ...disclosed].map(({ id }) => id))
  return [...ids].sort((a, b) => a - b)
}

/** Numbers of search texts without a record. */
export async function orphanedTexts(db: Reader): Promise<number[]> {
  const found = new Set<number>()
  for (const table of SEARCH_TABLES) {
    const rows = await db
      .selectFrom(table as 'post_search')
      .select('rowid')
      .where('rowid', 'not in', (on) => on.selectFrom('object_ids').select('id'))
      .execute()
    for (const { rowid } of rows) found.add(rowid)
  }
  return [...found].sort((a, b) => a - b)
}
