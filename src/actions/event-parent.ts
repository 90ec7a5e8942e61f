import type { Event } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { INVALID, invalid, type Problem } from '../calendar/problem.ts'
import { mayEdit, mayRead } from '../calendar/visibility.ts'
import type { Writer } from '../storage/database.ts'
import { findPost, parentOf } from '../storage/posts.ts'
import type { MessageKey } from '../text/say.ts'

/**
 * Looks at the event that is to stand above, inside the transaction that puts it there. Throws `rest_invalid_param`
 * naming `post_parent` when it is not there for this viewer or in the trash (Q40), not theirs to edit, or stands below
 * the event itself. Where it stands already it may stay.
 */
export async function refuseWrongParent(
  tx: Writer,
  current: Event | undefined,
  parent: number,
  { viewer }: Circumstances,
): Promise<void> {
  if (parent === current?.post_parent) return
  const above = await findPost(tx, 'event', parent)
  if (!above || above.status === 'trash' || !mayRead(viewer, above)) throw invalid({ post_parent: INVALID })
  if (!mayEdit(viewer, above)) throw wrong('error.parent_not_yours')
  if (current && (await isBelow(tx, parent, current.id))) throw wrong('error.event_below_itself')
}

const wrong = (message: MessageKey): Problem => invalid({ post_parent: { kind: 'invalid', message } })

/** Whether `id` is `other` or stands somewhere below it. */
async function isBelow(tx: Writer, id: number, other: number): Promise<boolean> {
  const seen = new Set<number>()
  for (let event = id; event !== 0 && !seen.has(event); event = await parentOf(tx, event)) {
    if (event === other) return true
    seen.add(event)
  }
  return false
}
