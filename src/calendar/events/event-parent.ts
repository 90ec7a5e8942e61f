import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE, type Problem } from '../../kernel/problem.ts'
import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import type { Writer } from '../../storage/types.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { findParentId, findPost } from '../posts/post-store.ts'

/**
 * Checks the parent inside the transaction of the write. Throws `rest_invalid_param` naming `post_parent` when it is
 * trashed or does not exist for this viewer (Q40), when they may not edit it, or when it is a descendant of the event.
 * An unchanged parent is always valid.
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

/** Whether the event `id` is `ancestorId` or a descendant of it. */
async function isDescendant(tx: Writer, id: number, ancestorId: number): Promise<boolean> {
  const visited = new Set<number>()
  for (let event = id; event !== 0 && !visited.has(event); event = await findParentId(tx, event)) {
    if (event === ancestorId) return true
    visited.add(event)
  }
  return false
}
