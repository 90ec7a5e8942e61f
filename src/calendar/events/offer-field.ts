import { isRecord } from '../../base/is-record.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { parseDateText, parseWebsite } from '../../kernel/common-fields.ts'
import { isCurrency } from '../../kernel/currencies.ts'
import { invalid, type ParseResult, parseNonEmptyText, valid } from '../../kernel/field.ts'
import { AVAILABILITIES, type Availability, type Offer, type OfferInput } from '../../kernel/offer.ts'
import type { FieldError } from '../../kernel/problem.ts'

export const MAX_OFFERS = 100
export const MAX_OFFER_NAME_BYTES = 1000

export const PRICE_PATTERN = /^\d{1,12}(?:\.\d{1,4})?$/

/** A decimal of at most twelve integer and four fraction digits; zero is free. */
export function parsePrice(raw: unknown): ParseResult<string> {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : ''
  return PRICE_PATTERN.test(text) ? valid(text.replace(/^0+(?=\d)/, '')) : invalid
}

export function parseCurrency(raw: unknown): ParseResult<string> {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return isCurrency(code) ? valid(code) : invalid
}

/** By name or schema.org URL, in any case. */
export function parseAvailability(raw: unknown): ParseResult<Availability> {
  const requested = typeof raw === 'string' ? raw.replace(/^https?:\/\/schema\.org\//i, '').toLowerCase() : ''
  const availability = AVAILABILITIES.find((name) => name.toLowerCase() === requested)
  return availability ? valid(availability) : invalid
}

/** Error of an offer or of one of its members. */
export const createOfferError = (index: number, member = ''): FieldError => ({
  kind: 'invalid',
  message: 'error.wrong_member',
  values: { path: `tickets[${index}]${member && `[${member}]`}` },
})

export function parseOffer(raw: unknown, index: number): ParseResult<OfferInput> {
  if (!isRecord(raw)) return { error: createOfferError(index) }
  const members = raw
  const invalidMembers: string[] = []
  function readRequired<T>(name: keyof Offer, parse: (raw: unknown) => ParseResult<T>, fallback: T): T {
    const reading = parse(members[name])
    if ('error' in reading) invalidMembers.push(name)
    return 'error' in reading ? fallback : reading.value
  }
  /** Empty values count as omitted. */
  function readOptional<T>(name: keyof Offer, parse: (raw: unknown) => ParseResult<T>, fallback: T): T {
    const memberValue = members[name]
    const isPresent = memberValue !== undefined && memberValue !== null && memberValue !== ''
    return isPresent ? readRequired(name, parse, fallback) : fallback
  }
  const offer = {
    name: readRequired(
      'name',
      (name) => parseNonEmptyText(name, { clean: toPlainText, limit: MAX_OFFER_NAME_BYTES }),
      '',
    ),
    price: readRequired('price', parsePrice, ''),
    currency: readOptional('currency', parseCurrency, ''),
    url: readOptional('url', parseWebsite, ''),
    available_from: readOptional('available_from', parseDateText, ''),
    available_until: readOptional('available_until', parseDateText, ''),
    availability: readOptional<Availability>('availability', parseAvailability, 'InStock'),
  }
  return invalidMembers.length > 0 ? { error: createOfferError(index, invalidMembers[0]) } : valid(offer)
}

/** A list of offers; form fields may index or name them (`tickets[0][name]`). Empty clears. */
export function parseOffers(raw: unknown): ParseResult<readonly OfferInput[]> {
  if (raw === '' || raw === false) return valid([])
  if (typeof raw !== 'object' || raw === null) return { error: { kind: 'type', type: 'array' } }
  const elements = Object.values(raw)
  if (elements.length > MAX_OFFERS) return invalid
  return combineResults(elements.map(parseOffer))
}

/** The values of all results, or the first error. */
export function combineResults<T>(results: readonly ParseResult<T>[]): ParseResult<readonly T[]> {
  const values = results.flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return results.find((reading) => 'error' in reading) ?? valid(values)
}
