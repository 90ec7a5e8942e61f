import { mayEdit, mayRead } from '../../domain/access/visibility.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { Event } from '../../domain/model/post.ts'
import { createInvalidParams, INVALID_VALUE, type Problem } from '../../domain/problem.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import type { Writer } from '../../storage/core/types.ts'
import { findParentId, findPost } from '../../storage/stores/posts.ts'

/**
 * Looks at the event that is to stand above, inside the transaction that puts it there. Throws `rest_invalid_param`
 * naming `post_parent` when it is not there for this viewer or in the trash (Q40), not theirs to edit, or stands below
 * the event itself. Where it stands already it may stay.
 */
export async function assertValidParent(
  tx: Writer,
  current: Event | undefined,
  parent: number,
  { viewer }: WriteContext,
): Promise<void> {
  if (parent === current?.post_parent) return
  const parentEvent = await findPost(tx, 'event', parent)
  if (!parentEvent || parentEvent.status === 'trash' || !mayRead(viewer, parentEvent))
    throw createInvalidParams({ post_parent: INVALID_VALUE })
  if (!mayEdit(viewer, parentEvent)) throw createParentProblem('error.parent_not_yours')
  if (current && (await isDescendant(tx, parent, current.id))) throw createParentProblem('error.event_below_itself')
}

const createParentProblem = (message: MessageKey): Problem =>
  createInvalidParams({ post_parent: { kind: 'invalid', message } })

/** Whether `id` is `other` or stands somewhere below it. */
async function isDescendant(tx: Writer, id: number, ancestorId: number): Promise<boolean> {
  const visited = new Set<number>()
  for (let event = id; event !== 0 && !visited.has(event); event = await findParentId(tx, event)) {
    if (event === ancestorId) return true
    visited.add(event)
  }
  return false
}
