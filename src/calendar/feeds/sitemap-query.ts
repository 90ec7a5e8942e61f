/** Records for the sitemap, in sections by id, so that records never move between sections. */
import { type Kysely, sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import { MAX_INTEGER } from '../../kernel/field.ts'
import type { PostKind } from '../../kernel/post.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { passwordBypass } from '../../kernel/visibility.ts'
import type { PostColumns } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import type { PostExpressionBuilder } from '../lists/post-filters.ts'
import { isShownWhole } from '../lists/protected-posts.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'

/** Ids per section; a sitemap file may contain 50,000 URLs. */
const SECTION_SIZE = 5000

export interface SitemapSection {
  readonly number: number
  /** UTC. */
  readonly modified: DateTime
}

export interface SitemapRow {
  readonly id: number
  readonly slug: string
  readonly modified_utc: DateTime
}

const sectionNumber = sql<number>`${sql.ref('id')} / ${sql.lit(SECTION_SIZE)}`

/** Published, unprotected and, for events, listed: what anonymous viewers see in lists. */
function selectPublicPosts(db: Reader, kind: PostKind) {
  const table = POST_TABLES[kind] as 'events'
  const posts = (db as unknown as Kysely<{ events: PostColumns & { hide_from_listings: number } }>)
    .selectFrom(table)
    .where('status', '=', 'publish')
    .where('slug', '!=', '')
    .where((on) => on.and(isShownWhole(on as unknown as PostExpressionBuilder, passwordBypass(ANONYMOUS))))
  return kind === 'event' ? posts.where('hide_from_listings', '=', 0) : posts
}

export async function findSitemapSections(db: Reader, kind: PostKind): Promise<SitemapSection[]> {
  const rows = await selectPublicPosts(db, kind)
    .select((on) => [sectionNumber.as('number'), on.fn.max('modified_utc').as('modified')])
    .groupBy(sectionNumber)
    .orderBy('number')
    .execute()
  return rows.map(({ number, modified }) => ({ number: Number(number), modified }))
}

export async function findSitemapRows(db: Reader, kind: PostKind, section: number): Promise<SitemapRow[]> {
  const first = section * SECTION_SIZE
  if (first > MAX_INTEGER) return []
  return selectPublicPosts(db, kind)
    .select(['id', 'slug', 'modified_utc'])
    .where('id', '>=', first)
    .where('id', '<=', Math.min(first + SECTION_SIZE - 1, MAX_INTEGER))
    .orderBy('id')
    .execute()
}

export interface SitemapTerm {
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly parent: number
  readonly count: number
}

/** All terms and their ancestors: category URLs contain both. */
export function findSitemapTerms(db: Reader): Promise<SitemapTerm[]> {
  return db.selectFrom('terms').select(['id', 'taxonomy', 'slug', 'parent', 'count']).orderBy('id').execute()
}
