/** Runs query plans for categories and tags. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { foldCase } from '../../base/text/fold-case.ts'
import { findCachedList } from '../../storage/list-cache.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { LoggedChange, Reader } from '../../storage/types.ts'
import { type IdPage, paginateIds } from '../lists/paginate-ids.ts'
import type { TermPlan } from '../lists/query-plan.ts'

type TermQueryBuilder = SelectQueryBuilder<Tables, 'terms', object>

const TERM_SORT_COLUMNS = {
  name: 'name_folded',
  id: 'id',
  slug: 'slug',
  count: 'count',
  description: 'description_folded',
  parent: 'parent',
} as const

export async function findTermIds(db: Reader, plan: TermPlan): Promise<IdPage> {
  const { page, perPage, orderBy, isDescending, ...filters } = plan
  const ancestors = plan.hideEmpty ? await findNonEmptyAncestors(db, plan) : []
  const matching = selectMatchingTerms(db, plan, ancestors)
  if (orderBy === 'include') return paginateInGivenOrder(matching, plan)
  const direction = isDescending ? 'desc' : 'asc'
  const list = {
    cache: findCachedList(db, 'term', { ...filters, ancestors }, affectsTerms),
    table: 'terms',
    count: () => matching.select((on) => on.fn.countAll<number>().as('total')),
    order: `${orderBy} ${direction}`,
    ids: () =>
      matching.select('id').orderBy(TERM_SORT_COLUMNS[orderBy], direction).orderBy('id', direction).limit(1).offset(0),
  } as const
  return paginateIds(db, list, { page, perPage })
}

/** Events change the counts of terms. */
const affectsTerms = ({ kind }: LoggedChange): boolean => ['category', 'tag', 'event'].includes(kind)

/** Returns the requested ids in the requested order; there are few. */
async function paginateInGivenOrder(
  matching: TermQueryBuilder,
  { include = [], page, perPage }: TermPlan,
): Promise<IdPage> {
  const found = new Set((await matching.select('id').execute()).map(({ id }) => id))
  const ids = include.filter((id) => found.has(id))
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }
}

function selectMatchingTerms(db: Reader, plan: TermPlan, ancestors: readonly number[]): TermQueryBuilder {
  const { search, include, exclude, eventId: event, slugs, parentId: parent, modifiedAfter } = plan
  return db
    .selectFrom('terms')
    .where('taxonomy', '=', plan.taxonomy)
    .$if(plan.hideEmpty, (q) => q.where((on) => on.or([on('count', '>', 0), on('id', 'in', [0, ...ancestors])])))
    .$if(include !== undefined, (q) => q.where('id', 'in', [0, ...(include ?? [])]))
    .$if(exclude !== undefined, (q) => q.where('id', 'not in', [0, ...(exclude ?? [])]))
    .$if(modifiedAfter !== undefined, (q) => q.where('modified_utc', '>', modifiedAfter ?? ''))
    .$if(parent !== undefined, (q) => q.where('parent', '=', parent ?? 0))
    .$if(slugs !== undefined, (q) =>
      q.where(
        'slug',
        'in',
        (slugs ?? []).map((slug) => slug.toLowerCase()),
      ),
    )
    .$if(event !== undefined, (q) =>
      q.where('id', 'in', (on) =>
        on
          .selectFrom('event_terms')
          .select('term_id')
          .where('event_id', '=', event ?? 0),
      ),
    )
    .$if(search !== undefined, (q) =>
      q.where((on) => on.or([containsText('name_folded', search ?? ''), containsText('slug', search ?? '')])),
    )
}

/**
 * Terms are few, so a scan with escaped wildcards is enough. Names are stored folded. Imported slugs may have capitals,
 * which `like` distinguishes on some engines; slugs are ASCII, which all engines lower-case alike.
 */
function containsText(column: 'name_folded' | 'slug', search: string) {
  const pattern = `%${foldCase(search).replace(/[%_!]/g, (sign) => `!${sign}`)}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
}

/** Empty categories with non-empty descendants stay visible (wire-contract §13.1). */
async function findNonEmptyAncestors(db: Reader, { taxonomy }: TermPlan): Promise<number[]> {
  if (taxonomy === 'tag') return []
  const rows = await db
    .selectFrom('terms')
    .select(['id', 'parent', 'count'])
    .where('taxonomy', '=', 'category')
    .execute()
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const ancestors = new Set<number>()
  for (const { count, parent } of rows) {
    if (count === 0) continue
    for (let above = parent; above !== 0 && !ancestors.has(above); above = parents.get(above) ?? 0) ancestors.add(above)
  }
  return [...ancestors]
}
