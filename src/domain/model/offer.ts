/** Offers: what can be bought for an event, for how much and when (decisions, ticketed). */
import type { DateTime } from '../../datetime/parse-date.ts'
import { toLocal } from '../../datetime/time-zone.ts'
import { toPlainText } from '../../html/sanitize.ts'
import { parseMomentInZone } from '../changes/event-dates.ts'
import { parseDateText, parseWebsite } from '../fields/common-fields.ts'
import { invalid, isRecord, type ParseResult, parseNonEmptyText, valid } from '../fields/field.ts'
import { createInvalidParams, type FieldError } from '../problem.ts'
import { isCurrency } from './currencies.ts'

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

const MAX_OFFERS = 100
const PRICE_PATTERN = /^\d{1,12}(?:\.\d{1,4})?$/

/** A decimal of at most twelve digits and four more behind the point; zero is free. */
function parsePrice(raw: unknown): ParseResult<string> {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : ''
  return PRICE_PATTERN.test(text) ? valid(text.replace(/^0+(?=\d)/, '')) : invalid
}

function parseCurrency(raw: unknown): ParseResult<string> {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return isCurrency(code) ? valid(code) : invalid
}

/** By its name or its address at schema.org, in any case. */
function parseAvailability(raw: unknown): ParseResult<Availability> {
  const requested = typeof raw === 'string' ? raw.replace(/^https?:\/\/schema\.org\//i, '').toLowerCase() : ''
  const availability = AVAILABILITIES.find((name) => name.toLowerCase() === requested)
  return availability ? valid(availability) : invalid
}

/** The flaw of an offer or of one of its members. */
const createOfferError = (index: number, member = ''): FieldError => ({
  kind: 'invalid',
  message: 'error.wrong_member',
  values: { path: `tickets[${index}]${member && `[${member}]`}` },
})

function parseOffer(raw: unknown, index: number): ParseResult<OfferInput> {
  if (!isRecord(raw)) return { error: createOfferError(index) }
  const members = raw
  const invalidMembers: string[] = []
  function readRequired<T>(name: keyof Offer, parse: (raw: unknown) => ParseResult<T>, fallback: T): T {
    const reading = parse(members[name])
    if ('error' in reading) invalidMembers.push(name)
    return 'error' in reading ? fallback : reading.value
  }
  /** What is empty counts as not given. */
  function readOptional<T>(name: keyof Offer, parse: (raw: unknown) => ParseResult<T>, fallback: T): T {
    const memberValue = members[name]
    const isPresent = memberValue !== undefined && memberValue !== null && memberValue !== ''
    return isPresent ? readRequired(name, parse, fallback) : fallback
  }
  const offer = {
    name: readRequired('name', (name) => parseNonEmptyText(name, { clean: toPlainText, limit: 1000 }), ''),
    price: readRequired('price', parsePrice, ''),
    currency: readOptional('currency', parseCurrency, ''),
    url: readOptional('url', parseWebsite, ''),
    available_from: readOptional('available_from', parseDateText, ''),
    available_until: readOptional('available_until', parseDateText, ''),
    availability: readOptional<Availability>('availability', parseAvailability, 'InStock'),
  }
  return invalidMembers.length > 0 ? { error: createOfferError(index, invalidMembers[0]) } : valid(offer)
}

/** A list of offers; a form may number or name them (`tickets[0][name]`). Empty clears. */
export function parseOffers(raw: unknown): ParseResult<readonly OfferInput[]> {
  if (raw === '' || raw === false) return valid([])
  if (typeof raw !== 'object' || raw === null) return { error: { kind: 'type', type: 'array' } }
  const elements = Object.values(raw)
  if (elements.length > MAX_OFFERS) return invalid
  return combineResults(elements.map(parseOffer))
}

interface OfferContext {
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

/** Offers with their dates read by the wall clock of the event's zone. */
export const resolveOffers = (input: readonly OfferInput[], context: OfferContext): ParseResult<readonly Offer[]> =>
  combineResults(input.map((offer, index) => resolveOffer(offer, index, context)))

function resolveOffer(offer: OfferInput, index: number, { timezone, now, currency }: OfferContext): ParseResult<Offer> {
  const toUtc = (text: string) => (text === '' ? '' : parseMomentInZone(timezone, text, now)?.utc)
  const [from, until] = [toUtc(offer.available_from), toUtc(offer.available_until)]
  if (from === undefined) return { error: createOfferError(index, 'available_from') }
  if (until === undefined || (until !== '' && until < from))
    return { error: createOfferError(index, 'available_until') }
  return valid({ ...offer, currency: offer.currency || currency, available_from: from, available_until: until })
}

/** The values of all readings, or the first flaw. */
function combineResults<T>(results: readonly ParseResult<T>[]): ParseResult<readonly T[]> {
  const values = results.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return results.find((reading) => 'error' in reading) ?? valid(values)
}

/** An offer with its dates as the wire shows and takes them: wall times of the event's zone. */
export function toWallTimes(offer: Offer, timezone: string): OfferInput {
  const toWallTime = (utc: DateTime): DateTime => utc && toLocal(utc, timezone)
  return {
    ...offer,
    available_from: toWallTime(offer.available_from),
    available_until: toWallTime(offer.available_until),
  }
}

const TEXT_MEMBERS = ['name', 'price', 'currency', 'url', 'available_from', 'available_until'] as const

/** Whether a stored value is an offer. */
export function isOffer(value: unknown): value is Offer {
  if (!isRecord(value)) return false
  return (
    TEXT_MEMBERS.every((name) => typeof value[name] === 'string') &&
    AVAILABILITIES.some((one) => one === value['availability'])
  )
}
