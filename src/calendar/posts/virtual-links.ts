/** Writes the links of online events, which depend on the viewer and the time and are therefore not in fragments. */

import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Viewer } from '../../kernel/user.ts'
import { createFragment, createJsonFragment, type Fragment, type FragmentWriterFn } from '../fragments/json-fragment.ts'
import type { EventFragment } from '../fragments/load-fragments.ts'
import { isLinkShown, isOpeningTime } from './virtual-link.ts'

interface LinkContext {
  readonly viewer: Viewer
  /** UTC. */
  readonly now: DateTime
}

const LINK_KEY = createFragment(',"virtual_url":')

/** Member for the last slot of an event, which exists only if the link has a condition. */
export const createLinkMember =
  ({ online, post }: EventFragment, context: LinkContext): FragmentWriterFn =>
  (out) => {
    if (!online || online.url === '' || !isLinkShown(online.opening, post, context)) return
    out.write(LINK_KEY)
    out.write(createJsonFragment(online.url))
  }

/** `VirtualLocation` of an online event; undefined for an offline one. It has no URL while the link is not shown. */
export function createVirtualLocation({ online, post }: EventFragment, context: LinkContext): Fragment | undefined {
  if (!online) return undefined
  const isShown = online.url !== '' && isLinkShown(online.opening, post, context)
  return createJsonFragment({ '@type': 'VirtualLocation', ...(isShown && { url: online.url }) })
}

/** Last second in which no other link of the events is shown; undefined if none appears later. */
export function findLinkExpiry(events: readonly Pick<EventFragment, 'online'>[], now: DateTime): DateTime | undefined {
  const openings = events.flatMap(({ online }) => {
    const opening = online?.url ? online.opening : 'never'
    return isOpeningTime(opening) && opening > now ? [opening] : []
  })
  const [first] = openings.sort()
  return first && addSeconds(first, -1)
}
