import type { LinkedKind } from '../../../domain/model/post.ts'
import { POST_TABLES } from '../../core/row-mapping.ts'
import type { Reader } from '../../core/types.ts'

/** Titles of public venues or organizers in alphabetical order, at most `limit`. */
export async function findPublicNames(db: Reader, kind: LinkedKind, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom(POST_TABLES[kind] as 'venues')
    .select('title')
    .where('status', '=', 'publish')
    .where('password', '=', '')
    .orderBy('title_folded')
    .orderBy('id')
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ title }) => title))]
}
