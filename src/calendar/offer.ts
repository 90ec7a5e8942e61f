/** Offers: what can be bought for an event, for how much and when (decisions, ticketed). */
import type { DateTime } from '../text/dates.ts'
import { plainText } from '../text/html.ts'
import { toLocal } from '../text/zone.ts'
import { isCurrency } from './currencies.ts'
import { momentIn } from './event-dates.ts'
import { flawed, isRecord, ok, parseName, type Reading } from './field.ts'
import { type Flaw, invalid } from './problem.ts'
import { parseDateText, parseWebsite } from './shared-fields.ts'

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

const MOST_OFFERS = 100
const PRICE = /^\d{1,12}(?:\.\d{1,4})?$/

/** A decimal of at most twelve digits and four more behind the point; zero is free. */
function parsePrice(raw: unknown): Reading<string> {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : ''
  return PRICE.test(text) ? ok(text.replace(/^0+(?=\d)/, '')) : flawed
}

function parseCurrency(raw: unknown): Reading<string> {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return isCurrency(code) ? ok(code) : flawed
}

/** By its name or its address at schema.org, in any case. */
function parseAvailability(raw: unknown): Reading<Availability> {
  const asked = typeof raw === 'string' ? raw.replace(/^https?:\/\/schema\.org\//i, '').toLowerCase() : ''
  const availability = AVAILABILITIES.find((name) => name.toLowerCase() === asked)
  return availability ? ok(availability) : flawed
}

/** The flaw of an offer or of one of its members. */
const wrong = (index: number, member = ''): Flaw => ({
  kind: 'invalid',
  message: 'error.wrong_member',
  values: { path: `tickets[${index}]${member && `[${member}]`}` },
})

function readOffer(raw: unknown, index: number): Reading<OfferInput> {
  if (!isRecord(raw)) return { flaw: wrong(index) }
  const members = raw
  const bad: string[] = []
  function needed<T>(name: keyof Offer, parse: (raw: unknown) => Reading<T>, fallback: T): T {
    const reading = parse(members[name])
    if ('flaw' in reading) bad.push(name)
    return 'flaw' in reading ? fallback : reading.value
  }
  /** What is empty counts as not given. */
  function other<T>(name: keyof Offer, parse: (raw: unknown) => Reading<T>, fallback: T): T {
    const given = members[name]
    const isGiven = given !== undefined && given !== null && given !== ''
    return isGiven ? needed(name, parse, fallback) : fallback
  }
  const offer = {
    name: needed('name', (name) => parseName(name, { clean: plainText, limit: 1000 }), ''),
    price: needed('price', parsePrice, ''),
    currency: other('currency', parseCurrency, ''),
    url: other('url', parseWebsite, ''),
    available_from: other('available_from', parseDateText, ''),
    available_until: other('available_until', parseDateText, ''),
    availability: other<Availability>('availability', parseAvailability, 'InStock'),
  }
  return bad.length > 0 ? { flaw: wrong(index, bad[0]) } : ok(offer)
}

/** A list of offers; a form may number or name them (`tickets[0][name]`). Empty clears. */
export function parseOffers(raw: unknown): Reading<readonly OfferInput[]> {
  if (raw === '' || raw === false) return ok([])
  if (typeof raw !== 'object' || raw === null) return { flaw: { kind: 'mistyped', type: 'array' } }
  const elements = Object.values(raw)
  if (elements.length > MOST_OFFERS) return flawed
  return allOf(elements.map(readOffer))
}

interface Basis {
  readonly timezone: string
  /** UTC. */
  readonly now: DateTime
  /** Code of the site's currency. */
  readonly currency: string
}

/**
 * The offers after a write; their dates keep the wall clock when the zone of the event changes, as its own do. Throws
 * `rest_invalid_param` naming `tickets`.
 */
export function changedOffers(
  input: readonly OfferInput[] | undefined,
  current: { readonly tickets: readonly Offer[]; readonly timezone: string } | undefined,
  basis: Basis,
): readonly Offer[] {
  const { tickets, timezone } = current ?? { tickets: [], timezone: basis.timezone }
  if (!input && timezone === basis.timezone) return tickets
  const offers = datedOffers(input ?? tickets.map((offer) => wallTimes(offer, timezone)), basis)
  if ('flaw' in offers) throw invalid({ tickets: offers.flaw })
  return offers.value
}

/** Offers with their dates read by the wall clock of the event's zone. */
export const datedOffers = (input: readonly OfferInput[], basis: Basis): Reading<readonly Offer[]> =>
  allOf(input.map((offer, index) => datedOffer(offer, index, basis)))

function datedOffer(offer: OfferInput, index: number, { timezone, now, currency }: Basis): Reading<Offer> {
  const instant = (text: string) => (text === '' ? '' : momentIn(timezone, text, now)?.utc)
  const [from, until] = [instant(offer.available_from), instant(offer.available_until)]
  if (from === undefined) return { flaw: wrong(index, 'available_from') }
  if (until === undefined || (until !== '' && until < from)) return { flaw: wrong(index, 'available_until') }
  return ok({ ...offer, currency: offer.currency || currency, available_from: from, available_until: until })
}

/** The values of all readings, or the first flaw. */
function allOf<T>(readings: readonly Reading<T>[]): Reading<readonly T[]> {
  const values = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return readings.find((reading) => 'flaw' in reading) ?? ok(values)
}

/** An offer with its dates as the wire shows and takes them: wall times of the event's zone. */
export function wallTimes(offer: Offer, timezone: string): OfferInput {
  const wall = (utc: DateTime): DateTime => utc && toLocal(utc, timezone)
  return { ...offer, available_from: wall(offer.available_from), available_until: wall(offer.available_until) }
}

const TEXTS = ['name', 'price', 'currency', 'url', 'available_from', 'available_until'] as const

/** Whether a stored value is an offer. */
export function isOffer(value: unknown): value is Offer {
  if (!isRecord(value)) return false
  return (
    TEXTS.every((name) => typeof value[name] === 'string') &&
    AVAILABILITIES.some((one) => one === value['availability'])
  )
}
