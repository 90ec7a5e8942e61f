import type { DateTime } from '../../base/time/date-time.ts'
import type { PostStatus } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import { parseStatus } from '../posts/row-mapping.ts'

export interface EventAt {
  /** `createSortKey` of the title. */
  readonly title_folded: string
  readonly start_date: DateTime
  readonly author: number
  readonly status: PostStatus
}

/** Events outside of the trash that start at one of the wall times. */
export async function findEventsAt(db: Reader, starts: readonly DateTime[]): Promise<EventAt[]> {
  if (starts.length === 0) return []
  const rows = await db
    .selectFrom('events')
    .select(['title_folded', 'start_date', 'author', 'status'])
    .where('start_date', 'in', starts)
    .where('status', '<>', 'trash')
    .execute()
  return rows.map((row) => ({ ...row, status: parseStatus(row.status) }))
}
