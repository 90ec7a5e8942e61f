/** Offers: tickets and prices of an event (decisions: ticketed). */

import { isRecord } from '../base/is-record.ts'
import type { DateTime } from '../base/time/date-time.ts'

/** Names of schema.org ItemAvailability. */
export const AVAILABILITIES = [
  'InStock',
  'SoldOut',
  'PreOrder',
  'PreSale',
  'OutOfStock',
  'LimitedAvailability',
  'OnlineOnly',
  'InStoreOnly',
  'Discontinued',
  'BackOrder',
  'MadeToOrder',
  'Reserved',
] as const
export type Availability = (typeof AVAILABILITIES)[number]

export interface Offer {
  readonly name: string
  /** Decimal, unchanged: `12.50`. */
  readonly price: string
  /** ISO 4217. */
  readonly currency: string
  /** Empty when the event's page is used. */
  readonly url: string
  /** UTC; empty when not set. */
  readonly available_from: DateTime
  readonly available_until: DateTime
  readonly availability: Availability
}

/** Input form: dates in any format, an empty currency for that of the site. */
export type OfferInput = Offer

const TEXT_MEMBERS = ['name', 'price', 'currency', 'url', 'available_from', 'available_until'] as const

/** Whether a stored value is an offer. */
export function isOffer(value: unknown): value is Offer {
  if (!isRecord(value)) return false
  return (
    TEXT_MEMBERS.every((name) => typeof value[name] === 'string') &&
    AVAILABILITIES.some((one) => one === value['availability'])
  )
}
