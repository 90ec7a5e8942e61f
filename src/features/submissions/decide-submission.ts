/** Decisions about events of visitors: the venue and the organizer that were created with an event share them. */

import type { LinkedInputByKind } from '../../calendar/linked/apply-linked-input.ts'
import { updateLinked } from '../../calendar/linked/write-linked.ts'
import type { EventChange, WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { findLinks } from '../../calendar/posts/links.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import type { LinkedKind, PostStatus } from '../../kernel/post.ts'
import type { Writer } from '../../storage/types.ts'
import { findSubmittedLinkStatus, type Submission } from './submission.ts'
import { findSubmission, updateSubmission } from './submission-store.ts'

/** Records when the submission was decided, and applies the decision to the records that were created with the event. */
export async function applyDecision(tx: Writer, { before, after }: EventChange, context: WriteContext): Promise<void> {
  if (before.status === after.status) return
  const submission = await findSubmission(tx, after.id)
  if (!submission) return
  const decided = after.status === 'pending' ? '' : context.clock.now
  await updateSubmission(tx, { ...submission, decided })
  await alignSubmittedLinks(tx, submission, after.status, context)
}

/** Before an event is deleted permanently. The database deletes the submission with it. */
export async function trashSubmittedLinks(tx: Writer, eventId: number, context: WriteContext): Promise<void> {
  const submission = await findSubmission(tx, eventId)
  if (submission) await alignSubmittedLinks(tx, submission, 'trash', context)
}

/** Records that the event does not link any more are not needed. */
export async function alignSubmittedLinks(
  tx: Writer,
  { eventId, venueId, organizerId }: Submission,
  status: PostStatus,
  context: WriteContext,
): Promise<void> {
  if (venueId === 0 && organizerId === 0) return
  const linked = new Set((await findLinks(tx, [eventId])).map(({ target_id }) => target_id))
  for (const [kind, id] of [
    ['venue', venueId],
    ['organizer', organizerId],
  ] as const) {
    const wanted = linked.has(id) ? findSubmittedLinkStatus(status) : 'trash'
    if (id !== 0) await changeLinkStatus(tx, { kind, id, wanted }, context)
  }
}

interface LinkStatusChange {
  readonly kind: LinkedKind
  readonly id: number
  readonly wanted: PostStatus
}

/** Records that editors have published or changed otherwise stay as they are. */
async function changeLinkStatus(
  tx: Writer,
  { kind, id, wanted }: LinkStatusChange,
  context: WriteContext,
): Promise<void> {
  const current = await findPost(tx, kind, id)
  const isChangeable = current?.status === 'pending' || (current?.status === 'trash' && wanted !== 'trash')
  if (!current || !isChangeable || current.status === wanted) return
  await updateLinked<typeof kind>(tx, { kind, current }, { status: wanted } as LinkedInputByKind[typeof kind], context)
}
