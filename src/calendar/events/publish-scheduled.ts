import { toLocal } from '../../base/time/time-zone.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { POST_KINDS, type PostKind } from '../../kernel/post.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { findDueIds, findPost, updatePost } from '../posts/post-store.ts'
import { recordPostFields } from '../posts/recorded-fields.ts'
import type { Services } from '../services.ts'
import { adjustTermCounts, createCountChanges, findEventTerms } from '../terms/term-store.ts'

/** Publishes scheduled records that are due (wire-contract §6.5), one transaction each, and returns their number. */
export async function publishScheduledPosts(services: Services): Promise<number> {
  let published = 0
  for (const kind of POST_KINDS) {
    for (const id of await findDueIds(services.database.read, kind, services.now())) {
      if (await services.database.transaction((tx) => publishPost(tx, services, kind, id))) published++
    }
  }
  return published
}

/** Reads the record again inside the transaction: another process may have published it. */
async function publishPost<K extends PostKind>(tx: Writer, services: Services, kind: K, id: number): Promise<boolean> {
  const post = await findPost(tx, kind, id)
  const now = services.now()
  if (post?.status !== 'future' || post.date_utc > now) return false
  const modified = toLocal(now, services.site.zone)
  const published = { ...post, status: 'publish' as const, modified, modified_utc: now }
  await updatePost(tx, kind, published)
  const eventTerms = kind === 'event' && post.password === '' ? await findEventTerms(tx, [id]) : []
  const terms = eventTerms.map(({ term_id }) => term_id)
  await adjustTermCounts(tx, terms, 1)
  const fields = diffFields(recordPostFields(kind, post), recordPostFields(kind, published))
  await recordChanges(tx, [{ kind, id, op: 'update', at: now, fields }, ...createCountChanges(terms, now)])
  return true
}
