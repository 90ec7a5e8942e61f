/** Decides who is shown the link of an online event, and from when on. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Event, Post } from '../../kernel/post.ts'
import type { Viewer } from '../../kernel/user.ts'
import { hasPasswordBypass } from '../../kernel/visibility.ts'

/** Links with the visibility `hour-before` are shown from this time before the start. */
export const LINK_LEAD_SECONDS = 3600

/** When viewers of an event are shown its link: `always`, `never`, or from this time on, UTC. */
export type LinkOpening = DateTime

export const isOpeningTime = (opening: LinkOpening): boolean => opening !== 'always' && opening !== 'never'

/** A closed event shows no link at all, so that `password` only differs from `always` without a password. */
export function resolveLinkOpening(
  event: Pick<Event, 'virtual_url_visibility' | 'utc_start_date' | 'password'>,
): LinkOpening {
  if (event.virtual_url_visibility === 'hour-before') return addSeconds(event.utc_start_date, -LINK_LEAD_SECONDS)
  return event.virtual_url_visibility === 'password' && event.password === '' ? 'never' : 'always'
}

/** Whether a viewer of the event is shown its link. Editors and the author always are. */
export function isLinkShown(
  opening: LinkOpening,
  post: Pick<Post, 'author'>,
  { viewer, now }: { readonly viewer: Viewer; readonly now: DateTime },
): boolean {
  if (opening === 'always' || hasPasswordBypass(viewer, post)) return true
  return isOpeningTime(opening) && opening <= now
}
