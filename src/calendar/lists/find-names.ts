/** Public venues, organizers and terms by parts of their names. */
import type { LinkedKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import type { Reader } from '../../storage/types.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'

export interface PublicName {
  readonly id: number
  readonly slug: string
  readonly title: string
}

interface NameFilter {
  /** Folded words that the name must contain, without wildcards (`foldSearchText`). */
  readonly words?: readonly string[]
  readonly ids?: readonly number[]
  readonly limit: number
}

/** Published venues or organizers, in the order of their names. */
export async function findPublicNames(
  db: Reader,
  kind: LinkedKind,
  { words = [], ids, limit }: NameFilter,
): Promise<readonly PublicName[]> {
  if (ids?.length === 0) return []
  return db
    .selectFrom(POST_TABLES[kind] as 'venues')
    .select(['id', 'slug', 'title'])
    .where('status', '=', 'publish')
    .where((on) => on.and(words.map((word) => on('title_folded', 'like', `%${word}%`))))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('title_folded')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Ids of terms whose name contains all words, in the order of their names. */
export async function findTermIdsByName(
  db: Reader,
  taxonomy: Taxonomy,
  { words = [], limit }: NameFilter,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where((on) => on.and(words.map((word) => on('name_folded', 'like', `%${word}%`))))
    .orderBy('name_folded')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
