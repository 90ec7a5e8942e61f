/** Offers: what can be bought for an event, for how much and when (decisions: ticketed). */
import type { DateTime } from '../../datetime/parse-date.ts'
import { isRecord } from './is-record.ts'

/** Names of schema.org's ItemAvailability. */
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
  /** A plain decimal, as given: `12.50`. */
  readonly price: string
  /** ISO 4217. */
  readonly currency: string
  /** Empty when it is had on the event's page. */
  readonly url: string
  /** UTC; empty when nothing is said. */
  readonly available_from: DateTime
  readonly available_until: DateTime
  readonly availability: Availability
}

/** As it comes over the wire: dates in any form, an empty currency for the site's. */
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
