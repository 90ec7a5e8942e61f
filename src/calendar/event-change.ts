import type { EventInput } from './event.ts'
import { eventDates } from './event-dates.ts'
import { changedOffers } from './offer.ts'
import type { Event } from './post.ts'
import { type Circumstances, changedPost } from './post-change.ts'

/** An event after a creation (no `current`) or a partial update (Q7). Throws what its dates, offers and author throw. */
export function changedEvent(
  input: Partial<EventInput>,
  current: Event | undefined,
  circumstances: Circumstances,
): Event {
  const { clock, currency } = circumstances
  const post = changedPost(input, current, circumstances)
  const dates = eventDates(input, current, clock)
  return {
    ...post,
    ...dates,
    cost: input.cost ?? current?.cost ?? [],
    tickets: changedOffers(input.tickets, current, { timezone: dates.timezone, now: clock.now, currency }),
    website: input.website ?? current?.website ?? '',
    show_map: input.show_map ?? current?.show_map ?? false,
    show_map_link: input.show_map_link ?? current?.show_map_link ?? false,
    hide_from_listings: input.hide_from_listings ?? current?.hide_from_listings ?? false,
    sticky: input.sticky ?? current?.sticky ?? false,
    featured: input.featured ?? current?.featured ?? false,
    post_parent: input.post_parent ?? current?.post_parent ?? 0,
  }
}
