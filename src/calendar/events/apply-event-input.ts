import { type Event, NO_SERIES, pickSeriesFields } from '../../kernel/post.ts'
import { applyPostInput, type WriteContext } from '../posts/apply-post-input.ts'
import { applyAttendanceInput, applyStatusInput } from './apply-event-status.ts'
import { applyOffersInput } from './apply-offers.ts'
import { resolveEventDates } from './event-dates.ts'
import type { EventInput } from './event-fields.ts'

/**
 * Applies the input of a creation (`current` is undefined) or a partial update (Q7). Throws the errors of dates, offers,
 * attendance and author.
 */
export function applyEventInput(input: Partial<EventInput>, current: Event | undefined, context: WriteContext): Event {
  const { clock, currency } = context
  const post = applyPostInput(input, current, context)
  const dates = resolveEventDates(input, current, clock)
  return {
    ...post,
    ...dates,
    cost: input.cost ?? current?.cost ?? [],
    tickets: applyOffersInput(input.tickets, current, {
      timezone: dates.timezone,
      now: clock.now,
      currency: currency.code,
    }),
    website: input.website ?? current?.website ?? '',
    show_map: input.show_map ?? current?.show_map ?? false,
    show_map_link: input.show_map_link ?? current?.show_map_link ?? false,
    hide_from_listings: input.hide_from_listings ?? current?.hide_from_listings ?? false,
    sticky: input.sticky ?? current?.sticky ?? false,
    featured: input.featured ?? current?.featured ?? false,
    post_parent: input.post_parent ?? current?.post_parent ?? 0,
    ...pickSeriesFields(current ?? NO_SERIES),
    ...applyStatusInput(input, current, dates),
    ...applyAttendanceInput(input, current),
  }
}
