/** Copies of events on other days. */
import { addDays, toDateOnly } from '../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { applyPostInput, type WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { createOccurrenceDates } from '../../calendar/series/occurrence-dates.ts'
import type { Offer } from '../../kernel/offer.ts'
import { type Event, NO_SERIES, type PostStatus } from '../../kernel/post.ts'

export interface EventCopyOptions {
  readonly days: number
  readonly status: PostStatus
}

/**
 * A copy of the event without id and with a slug that may be taken: a scheduled event of the viewer outside of any
 * series, at the same wall time on another day. Sales of its offers move by the same days, and what is sold out is
 * available again.
 */
export function copyEvent(source: Event, { days, status }: EventCopyOptions, context: WriteContext): Event {
  const { title, content, excerpt, image, custom_fields, timezone } = source
  return {
    ...source,
    ...applyPostInput({ status, title, description: content, excerpt, image, custom_fields }, undefined, context),
    ...createOccurrenceDates(source, toDateOnly(addDays(source.start_date, days))),
    ...NO_SERIES,
    password: source.password,
    tickets: source.tickets.map((offer) => copyOffer(offer, timezone, days)),
    event_status: 'scheduled',
    event_status_reason: '',
    previous_utc_start_date: '',
  }
}

function copyOffer(offer: Offer, timezone: string, days: number): Offer {
  const shift = (utc: string) => utc && resolveLocal(addDays(toLocal(utc, timezone), days), timezone).utc
  return {
    ...offer,
    available_from: shift(offer.available_from),
    available_until: shift(offer.available_until),
    availability: offer.availability === 'SoldOut' ? 'InStock' : offer.availability,
  }
}
