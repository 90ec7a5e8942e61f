import type { VisibleStatuses } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import type { IdPage } from '../lists/paginate-ids.ts'
import type { Pagination } from '../lists/query-plan.ts'

export interface SeriesPlan extends Pagination {
  readonly statuses: VisibleStatuses
}

/** Ids of a page of series by title, and the total. */
export async function findSeriesIds(db: Reader, { statuses, page, perPage }: SeriesPlan): Promise<IdPage> {
  const matching = db
    .selectFrom('series')
    .where((on) =>
      on.or([
        on('status', 'in', toNonEmpty(statuses.statuses)),
        on.and([on('author', '=', statuses.ownerId), on('status', 'in', toNonEmpty(statuses.ownStatuses))]),
      ]),
    )
  const { total } = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .select('id')
    .orderBy('title_folded')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { ids: rows.map(({ id }) => id), total: Number(total) }
}

/** SQL has no empty list. */
const toNonEmpty = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])
