/** What anybody may find by a search engine, in sections by number that never move from one to another. */
import { type Kysely, sql } from 'kysely'
import { HIGHEST_INTEGER } from '../calendar/field.ts'
import type { PostKind } from '../calendar/post.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { passwordBypass } from '../calendar/visibility.ts'
import type { DateTime } from '../text/dates.ts'
import { TABLE_OF } from './columns.ts'
import type { Reader } from './database.ts'
import type { On } from './post-conditions.ts'
import { isShownWhole } from './protection.ts'
import type { PostColumns } from './tables.ts'

/** Numbers in a section: a map may hold 50,000 addresses. */
const SECTION = 5000

export interface Section {
  readonly number: number
  /** UTC. */
  readonly modified: DateTime
}

export interface SitemapRow {
  readonly id: number
  readonly slug: string
  readonly modified_utc: DateTime
}

const sectionOf = sql<number>`${sql.ref('id')} / ${sql.lit(SECTION)}`

/** Published, open to all and, of events, listed: what lists show to those without credentials. */
function shown(db: Reader, kind: PostKind) {
  const table = TABLE_OF[kind] as 'events'
  const posts = (db as unknown as Kysely<{ events: PostColumns & { hide_from_listings: number } }>)
    .selectFrom(table)
    .where('status', '=', 'publish')
    .where('slug', '!=', '')
    .where((on) => on.and(isShownWhole(on as unknown as On, passwordBypass(ANONYMOUS))))
  return kind === 'event' ? posts.where('hide_from_listings', '=', 0) : posts
}

export async function sitemapSections(db: Reader, kind: PostKind): Promise<Section[]> {
  const rows = await shown(db, kind)
    .select((on) => [sectionOf.as('number'), on.fn.max('modified_utc').as('modified')])
    .groupBy(sectionOf)
    .orderBy('number')
    .execute()
  return rows.map(({ number, modified }) => ({ number: Number(number), modified }))
}

export async function sitemapRows(db: Reader, kind: PostKind, section: number): Promise<SitemapRow[]> {
  const first = section * SECTION
  if (first > HIGHEST_INTEGER) return []
  return shown(db, kind)
    .select(['id', 'slug', 'modified_utc'])
    .where('id', '>=', first)
    .where('id', '<=', Math.min(first + SECTION - 1, HIGHEST_INTEGER))
    .orderBy('id')
    .execute()
}

export interface TermRow {
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly parent: number
  readonly count: number
}

/** All of them, with those above: addresses of categories are made of both. */
export function sitemapTerms(db: Reader): Promise<TermRow[]> {
  return db.selectFrom('terms').select(['id', 'taxonomy', 'slug', 'parent', 'count']).orderBy('id').execute()
}
