import type { DateTime } from '../../base/time/date-time.ts'
import { parseMomentInZone } from '../../base/time/parse-moment.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { type ParseResult, valid } from '../../kernel/field.ts'
import type { Offer, OfferInput } from '../../kernel/offer.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import { combineResults, createOfferError } from './offer-field.ts'

export interface OfferContext {
  readonly timezone: string
  /** UTC. */
  readonly now: DateTime
  /** Code of the site's currency. */
  readonly currency: string
}

/**
 * The offers after a write. Their dates keep the wall time when the zone of the event changes, as those of the event
 * do. Throws `rest_invalid_param` naming `tickets`.
 */
export function applyOffersInput(
  input: readonly OfferInput[] | undefined,
  current: { readonly tickets: readonly Offer[]; readonly timezone: string } | undefined,
  context: OfferContext,
): readonly Offer[] {
  const { tickets, timezone } = current ?? { tickets: [], timezone: context.timezone }
  if (!input && timezone === context.timezone) return tickets
  const offers = resolveOffers(input ?? tickets.map((offer) => toWallTimes(offer, timezone)), context)
  if ('error' in offers) throw createInvalidParams({ tickets: offers.error })
  return offers.value
}

/** Resolves the dates of offers in the event's zone. */
export const resolveOffers = (input: readonly OfferInput[], context: OfferContext): ParseResult<readonly Offer[]> =>
  combineResults(input.map((offer, index) => resolveOffer(offer, index, context)))

export function resolveOffer(
  offer: OfferInput,
  index: number,
  { timezone, now, currency }: OfferContext,
): ParseResult<Offer> {
  const toUtc = (text: string) => (text === '' ? '' : parseMomentInZone(timezone, text, now)?.utc)
  const [from, until] = [toUtc(offer.available_from), toUtc(offer.available_until)]
  if (from === undefined) return { error: createOfferError(index, 'available_from') }
  if (until === undefined || (until !== '' && until < from))
    return { error: createOfferError(index, 'available_until') }
  return valid({ ...offer, currency: offer.currency || currency, available_from: from, available_until: until })
}

/** An offer with its dates as wall times of the event's zone, as on the wire. */
export function toWallTimes(offer: Offer, timezone: string): OfferInput {
  const toWallTime = (utc: DateTime): DateTime => utc && toLocal(utc, timezone)
  return {
    ...offer,
    available_from: toWallTime(offer.available_from),
    available_until: toWallTime(offer.available_until),
  }
}
