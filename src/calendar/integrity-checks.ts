/** Finds inconsistent records, links, terms and search texts. */
import { sql } from 'kysely'
import { foldSearchText } from '../base/text/fold-case.ts'
import type { DateTime } from '../base/time/date-time.ts'
import { toLocal } from '../base/time/time-zone.ts'
import { POST_KINDS, type PostKind } from '../kernel/post.ts'
import { SEARCH_TABLES } from '../storage/tables/tables.ts'
import type { Reader } from '../storage/types.ts'
import { POST_TABLES } from './posts/row-mapping.ts'
import { findCategoryTree } from './terms/term-store.ts'

/** Messages for the user, one per finding. */
type IssueLines = Promise<string[]>

const TABLES = { ...POST_TABLES, media: 'media' } as const
const NUMBERED_TABLES = { ...TABLES, series: 'series' } as const

const getTable = (kind: keyof typeof TABLES) => sql.table(TABLES[kind])

/** Runs `find` for each kind of record, one after the other. */
async function forEachKind<T>(find: (kind: PostKind) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (const kind of POST_KINDS) found.push(...(await find(kind)))
  return found
}

/** Ids whose record is missing or of another kind. */
export async function findStrayIds(db: Reader): IssueLines {
  const found: string[] = []
  for (const [kind, table] of Object.entries(NUMBERED_TABLES)) {
    const missing = await sql<{ id: number }>`
      select id from object_ids where kind = ${kind} and id not in (select id from ${sql.table(table)}) order by id`.execute(
      db,
    )
    const foreign = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id not in (select id from object_ids where kind = ${kind}) order by id`.execute(
      db,
    )
    found.push(
      ...missing.rows.map(({ id }) => `number ${id} was given to a record of kind ${kind} that is not there`),
      ...foreign.rows.map(({ id }) => `${kind} ${id} has a number that was not given to a record of this kind`),
    )
  }
  return found
}

/** Records with a missing image. */
export function findMissingImages(db: Reader): IssueLines {
  return forEachKind(async (kind) => {
    const missing = await sql<{ id: number; image: number }>`
      select id, image from ${getTable(kind)} where image <> 0 and image not in (select id from media) order by id`.execute(
      db,
    )
    return missing.rows.map(({ id, image }) => `${kind} ${id} shows picture ${image}, which is not there`)
  })
}

/** Links to records that are missing or of another kind. */
export async function findBrokenLinks(db: Reader): IssueLines {
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

interface TreeNode {
  readonly id: number
  readonly parent: number
}

async function readTrees(db: Reader): Promise<Readonly<Record<'category' | 'event', readonly TreeNode[]>>> {
  const above = db.selectFrom('events as child').select('child.post_parent').where('child.post_parent', '!=', 0)
  const events = await db
    .selectFrom('events')
    .select(['id', 'post_parent as parent'])
    .where((on) => on.or([on('post_parent', '!=', 0), on('id', 'in', above)]))
    .orderBy('id')
    .execute()
  return { category: await findCategoryTree(db), event: events }
}

function selectOrphans(tree: readonly TreeNode[]): readonly TreeNode[] {
  const ids = new Set(tree.map(({ id }) => id))
  return tree.filter(({ parent }) => parent !== 0 && !ids.has(parent))
}

/** Categories and events whose parent is missing. */
export async function findOrphans(db: Reader): ReturnType<typeof readTrees> {
  const { category, event } = await readTrees(db)
  return { category: selectOrphans(category), event: selectOrphans(event) }
}

/** Categories and events whose parent is missing or a descendant. */
export async function findBrokenParents(db: Reader): IssueLines {
  const { category, event } = await readTrees(db)
  return [...checkTree('category', category), ...checkTree('event', event)]
}

function checkTree(kind: 'category' | 'event', tree: readonly TreeNode[]): string[] {
  const parents = new Map(tree.map(({ id, parent }) => [id, parent]))
  const orphans = new Set(selectOrphans(tree))
  return tree.flatMap((node) => {
    const { id, parent } = node
    if (orphans.has(node)) return [`${kind} ${id} has the parent ${parent}, which is no ${kind}`]
    return isOwnAncestor(id, parents) ? [`${kind} ${id} is its own ancestor`] : []
  })
}

function isOwnAncestor(id: number, parents: ReadonlyMap<number, number>): boolean {
  let above = parents.get(id) ?? 0
  for (let steps = 0; above !== 0 && above !== id && steps <= parents.size; steps++) above = parents.get(above) ?? 0
  return above === id
}

/** Occurrences whose series is missing, and dates that occur twice in a series. */
export async function findBrokenSeries(db: Reader): IssueLines {
  const { rows: stray } = await sql<{ id: number; series_id: number }>`
    select id, series_id from events where series_id <> 0 and series_id not in (select id from series) order by id`.execute(
    db,
  )
  const { rows: repeated } = await sql<{ series_id: number; series_date: string }>`
    select series_id, series_date from events where series_id <> 0
    group by series_id, series_date having count(*) > 1 order by series_id, series_date`.execute(db)
  return [
    ...stray.map(({ id, series_id }) => `event ${id} belongs to series ${series_id}, which is not there`),
    ...repeated.map(({ series_id, series_date }) => `series ${series_id} has several events on ${series_date}`),
  ]
}

const BATCH_SIZE = 1000

/** Events whose UTC dates do not match their wall times. */
export async function findWrongInstants(db: Reader): IssueLines {
  const found: string[] = []
  for (let last = 0, rows = BATCH_SIZE; rows === BATCH_SIZE; ) {
    const events = await db
      .selectFrom('events')
      .select(['id', 'timezone', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    found.push(...events.flatMap(checkInstants))
    rows = events.length
    last = events.at(-1)?.id ?? last
  }
  return found
}

interface EventTimes {
  readonly id: number
  readonly timezone: string
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly utc_end_date: DateTime
}

function checkInstants(event: EventTimes): string[] {
  const { id, timezone } = event
  return (['start_date', 'end_date'] as const).flatMap((name) => {
    const utc = event[`utc_${name}`]
    if (toLocal(utc, timezone) === event[name]) return []
    return [`event ${id}: its ${name} ${event[name]} in ${timezone} is not its utc_${name} ${utc}`]
  })
}

/** Published records without a slug, and slugs that several records share. */
export function findWrongSlugs(db: Reader): IssueLines {
  return forEachKind(async (kind) => {
    const without = await sql<{ id: number }>`
      select id from ${getTable(kind)} where status = 'publish' and slug = '' order by id`.execute(db)
    const shared = await sql<{ slug: string; records: number }>`
      select slug, count(*) as records from ${getTable(kind)}
      where slug <> '' and status not in ('draft', 'pending') group by slug having count(*) > 1 order by slug`.execute(
      db,
    )
    return [
      ...without.rows.map(({ id }) => `${kind} ${id} is published without a slug`),
      ...shared.rows.map(({ slug, records }) => `${records} records of kind ${kind} have the slug ${slug}`),
    ]
  })
}

/** Records without a search text. */
export async function findUnindexedIds(db: Reader, kind: keyof typeof TABLES): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${getTable(kind)} where id not in (select rowid from post_search) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records whose public search text does not match their password: a protected record is searched by title only. */
export async function wrongSearchTexts(db: Reader, kind: PostKind): Promise<number[]> {
  const misplaced = await sql<{ id: number }>`
    select id from ${getTable(kind)} where (password <> '') <> (id in (select rowid from protected_search))`.execute(db)
  const searched = await sql<{ id: number; title: string; text: string }>`
    select id, title, text from ${getTable(kind)} join post_search on post_search.rowid = id where password <> ''`.execute(
    db,
  )
  const disclosed = searched.rows.filter(({ title, text }) => text !== foldSearchText(title))
  const ids = new Set([...misplaced.rows, ...disclosed].map(({ id }) => id))
  return [...ids].sort((a, b) => a - b)
}

/** Ids of search texts without a record. */
export async function findOrphanedSearchTexts(db: Reader): Promise<number[]> {
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
