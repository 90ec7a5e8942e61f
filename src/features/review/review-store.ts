/** Records that wait for a review or for their publication. */
import type { DateTime } from '../../base/time/date-time.ts'
import { POST_TABLES } from '../../calendar/posts/row-mapping.ts'
import { POST_KINDS, type PostKind, type PostStatus } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'

export interface ReviewRecord {
  readonly kind: PostKind
  readonly id: number
  readonly title: string
  readonly author: number
  readonly status: PostStatus
  /** Time of publication, in the time zone of the site. */
  readonly date: DateTime
  readonly modified: DateTime
  readonly modified_utc: DateTime
  /** Empty for venues and organizers. */
  readonly start_date: DateTime | ''
}

export interface ReviewFilter {
  readonly status: PostStatus
  /** Only records of this author; 0 for all. */
  readonly author: number
  /** Only records that are published until then, UTC. */
  readonly until?: DateTime
  readonly ids?: readonly number[]
}

const COLUMNS = ['id', 'title', 'author', 'date', 'modified', 'modified_utc'] as const

/** At most `limit` of each kind, those that were changed last first. */
export async function findReviewRecords(
  db: Reader,
  { status, author, until, ids }: ReviewFilter,
  limit: number,
): Promise<ReviewRecord[]> {
  const records: ReviewRecord[] = []
  for (const kind of POST_KINDS) {
    const rows = await db
      .selectFrom(POST_TABLES[kind] as 'events')
      .select(COLUMNS)
      .$if(kind === 'event', (query) => query.select('start_date'))
      .where('status', '=', status)
      .$if(author !== 0, (query) => query.where('author', '=', author))
      .$if(until !== undefined, (query) => query.where('date_utc', '<=', until ?? ''))
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .orderBy('modified_utc', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    records.push(...rows.map(({ start_date = '', ...row }) => ({ ...row, kind, status, start_date })))
  }
  return records.sort((a, b) =>
    a.modified_utc === b.modified_utc ? b.id - a.id : a.modified_utc < b.modified_utc ? 1 : -1,
  )
}
