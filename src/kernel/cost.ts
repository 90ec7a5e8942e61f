import { decodeEntities, escapeHtml, stripTags } from '../base/text/sanitize.ts'
import { slugify } from '../base/text/slug.ts'
import { findCurrencySymbol } from './currencies.ts'
import type { Currency } from './site.ts'

export type CostDetails = {
  currency_symbol: string
  /** Empty for a cost in words (wire-contract §6.9); set for offers. */
  currency_code: string
  currency_position: '' | 'prefix' | 'postfix'
  /** Amounts as plain decimals, ascending, after the slugs of texts without an amount. */
  values: string[]
}
export type CostView = { cost: string; cost_details: CostDetails }

/** An amount as written and as a plain decimal. */
type Amount = { text: string; value: string }
type Affix = { symbol: string; position: 'prefix' | 'postfix' }
/** A parsed part. Parts that are no price are text: a label without `amounts`, else a sentence. */
type CostPart = { amounts: Amount[]; isPrice: boolean; isRange: boolean; affixes: Affix[] }

/** Longer texts are never prices; bounds the time of the regular expressions below. */
const MAX_PRICE_LENGTH = 80
export const RANGE_SEPARATOR = ' – '

const GROUPED_BY_BLANK = String.raw`[1-9]\d{0,2}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?`
const GROUPED_BY_COMMA = String.raw`[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?`
const GROUPED_BY_DOT = String.raw`[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}`
const PLAIN_NUMBER = String.raw`\d*[.,]?\d+|\d+[.,]`
const NUMBER = `((?:${GROUPED_BY_BLANK}|${GROUPED_BY_COMMA}|${GROUPED_BY_DOT}|${PLAIN_NUMBER})(?![.,]?\\d))`
/** A currency sign, code or abbreviation: up to four characters, not all letters. */
const SHORT_AFFIX = String.raw`(?!\p{L}{4})`
const AFFIX_BEFORE = String.raw`(?:(${SHORT_AFFIX}(?:\p{L}[\p{L}/]{0,2}\.|[^\s\d]{0,3}[^\s\d.,]))\s*)?`
const AFFIX_AFTER = String.raw`(?:\s*(${SHORT_AFFIX}[^\s\d.,][^\s\d]{0,3}))?`
const excludeDash = (pattern: string) => pattern.replaceAll(String.raw`[^\s\d`, String.raw`[^\s\d\-–—`)
const PRICE_PATTERN = new RegExp(`^${AFFIX_BEFORE}${NUMBER}${AFFIX_AFTER}$`, 'u')
const RANGE_PATTERN = new RegExp(
  excludeDash(
    `^${AFFIX_BEFORE}${NUMBER}${AFFIX_AFTER}\\s*(?:[\\-–—]|\\bor\\b|\\bto\\b)\\s*${AFFIX_BEFORE}${NUMBER}${AFFIX_AFTER}$`,
  ),
  'u',
)
const NUMBER_PATTERN = new RegExp(`^${NUMBER}$`, 'u')
const NUMBER_RUN = /\d+(?:[.,]\d+)*/g
const DECIMAL_PATTERN = /^(?:\d+\.?\d*|\.\d+)$/

/**
 * Parses the `cost` of a client into parts: tags stripped, entities decoded, trimmed. An empty list is no cost,
 * `undefined` means invalid. Numbers, booleans, lists and maps of these are accepted, as in the reference.
 */
export function parseCost(raw: unknown): string[] | undefined {
  const values = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
  const parts: string[] = []
  for (const value of values) {
    const text = toText(value)
    if (text === undefined) return undefined
    const part = stripTags(text).trim()
    if (part !== '') parts.push(part)
  }
  return parts
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value === true) return '1'
  return value === false || value === null || value === undefined ? '' : undefined
}

/**
 * The cost on the wire (wire-contract §6.9, Q32): prices and ranges with their symbol or that of the site, zero as a
 * word, other text unchanged. `cost` is HTML-escaped.
 */
export function presentCost(parts: readonly string[], currency: Currency): CostView {
  if (parts.length === 0) return createCostView('', undefined, [])
  const costParts = parts.map(parseCostPart)
  const amounts = sortAmounts(costParts.flatMap((part) => part.amounts))
  // A label without a slug, such as a lone currency sign, is used unchanged: every cost has a value.
  const labels = parts
    .filter((_, index) => costParts[index]?.amounts.length === 0)
    .map((label) => slugify(label) || label)
  const values = [...new Set([...labels, ...amounts.map((amount) => amount.value)])]
  const affixes = removeDuplicateAffixes(costParts.flatMap((part) => part.affixes))
  if (amounts.length === 0 || affixes.length > 1 || costParts.some(isSentence)) {
    return createCostView(parts.join(', '), undefined, values)
  }
  const affix = affixes[0]
  // The reference returns no symbol for a range in one text, nor is one needed where it is that of the site.
  const isSiteRange =
    costParts.length === 1 && costParts[0]?.isRange === true && affix !== undefined && isSameAffix(affix, currency)
  return createCostView(
    formatAmountRange(amounts, affix ?? currency, currency.free),
    isSiteRange ? undefined : affix,
    values,
  )
}

/** The cost of an event without its own: from the lowest to the highest price of its offers, per currency. */
export function presentOfferCost(
  offers: readonly { readonly price: string; readonly currency: string }[],
  currency: Currency,
): CostView {
  const amounts = sortAmounts(offers.map(({ price }) => ({ text: price, value: price })))
  const codes = [...new Set(offers.map((offer) => offer.currency))]
  const getAffix = (code: string): Affix =>
    code === currency.code ? currency : { symbol: findCurrencySymbol(code), position: currency.position }
  const spans = codes.map((code) => {
    const prices = offers.filter((offer) => offer.currency === code).map(({ price }) => price)
    return formatAmountRange(
      amounts.filter(({ value }) => prices.includes(value)),
      getAffix(code),
      currency.free,
    )
  })
  // Prices keep trailing zeros, so one amount may occur as 10 and as 10.00.
  const values = amounts.map(({ value }) => value).filter((value, at, all) => Number(value) !== Number(all[at - 1]))
  const [code = '', ...others] = codes
  // Free offers have no currency.
  if (code === '' || others.length > 0) return createCostView([...new Set(spans)].join(', '), undefined, values)
  const { cost, cost_details } = createCostView(spans.join(), getAffix(code), values)
  return { cost, cost_details: { ...cost_details, currency_code: code } }
}

function createCostView(text: string, affix: Affix | undefined, values: string[]): CostView {
  const currency_symbol = affix?.symbol ?? ''
  const currency_position = affix?.position ?? ''
  return { cost: escapeHtml(text), cost_details: { currency_symbol, currency_code: '', currency_position, values } }
}

function formatAmountRange(amounts: readonly Amount[], affix: Affix, free: string): string {
  const [low, high] = [amounts[0], amounts.at(-1)]
  if (low === undefined || high === undefined) return ''
  const formatAmount = (amount: Amount) => (Number(amount.value) === 0 ? free : addAffix(amount.text, affix))
  return Number(low.value) === Number(high.value)
    ? formatAmount(low)
    : formatAmount(low) + RANGE_SEPARATOR + formatAmount(high)
}

function addAffix(text: string, affix: Affix): string {
  return affix.position === 'prefix' ? affix.symbol + text : text + affix.symbol
}

/** The amounts in a stored part, as in `values` of `presentCost`. */
export const findAmounts = (part: string): readonly number[] =>
  parseCostPart(part).amounts.map(({ value }) => Number(value))

function parseCostPart(text: string): CostPart {
  const match = text.length > MAX_PRICE_LENGTH ? null : (PRICE_PATTERN.exec(text) ?? RANGE_PATTERN.exec(text))
  if (match === null) return { amounts: extractAmounts(text), isPrice: false, isRange: false, affixes: [] }
  const [, before, low = '', after, beforeHigh, high, afterHigh] = match
  const affixes = removeDuplicateAffixes([...createAffixes(before, 'prefix'), ...createAffixes(after, 'postfix')])
  const others = [...createAffixes(beforeHigh, 'prefix'), ...createAffixes(afterHigh, 'postfix')]
  const amounts = [low, ...(high === undefined ? [] : [high])].map(parseAmount)
  return {
    amounts,
    isPrice: affixes.length < 2,
    isRange: high !== undefined,
    affixes: removeDuplicateAffixes([...affixes, ...others]),
  }
}

function createAffixes(symbol: string | undefined, position: Affix['position']): Affix[] {
  return symbol === undefined ? [] : [{ symbol, position }]
}

function isSentence(part: CostPart): boolean {
  return part.amounts.length > 0 && !part.isPrice
}

function isSameAffix(one: Affix, other: Affix): boolean {
  return one.symbol === other.symbol && one.position === other.position
}

function removeDuplicateAffixes(affixes: readonly Affix[]): Affix[] {
  return [...new Map(affixes.map((one) => [`${one.position} ${one.symbol}`, one])).values()]
}

function sortAmounts(amounts: readonly Amount[]): Amount[] {
  return amounts.toSorted((one, other) => Number(one.value) - Number(other.value))
}

/** The numbers in a sentence. Separated numbers that form no number, like `5,10,15`, are several. */
function extractAmounts(text: string): Amount[] {
  const runs = text.slice(0, MAX_PRICE_LENGTH * 10).match(NUMBER_RUN) ?? []
  return runs.flatMap((run) => (NUMBER_PATTERN.test(run) ? [run] : run.split(/[.,]/))).map(parseAmount)
}

function parseAmount(text: string): Amount {
  const digits = text.replace(/[ '’\u00a0\u202f]/g, '')
  const [commas, dots] = [digits.split(',').length - 1, digits.split('.').length - 1]
  if (commas > 0 && dots > 0)
    return { text, value: normalizeDecimal(digits, digits.lastIndexOf(',') > digits.lastIndexOf('.')) }
  if (commas > 0) return { text, value: normalizeDecimal(digits, !/^[1-9]\d{0,2}(?:,\d{3})+$/.test(digits)) }
  return { text, value: dots > 1 ? digits.replaceAll('.', '') : digits }
}

/** Normalizes the decimal separator to a point and removes the other one. */
function normalizeDecimal(digits: string, isComma: boolean): string {
  return isComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
}

/** A cost in a response of another service, for the importer. */
export type ImportedCost = Pick<CostDetails, 'currency_symbol' | 'values'> & { currency_position: string }

/**
 * Converts an imported cost to parts whose presentation is the same. With `currency`, amounts with another symbol keep
 * it, so that euros do not become the site's dollars.
 */
export function parseImportedCost(cost: string, details: ImportedCost, currency?: Currency): string[] {
  const costText = decodeEntities(cost).trim()
  if (costText === '') return []
  const amounts = details.values
    .filter((value) => DECIMAL_PATTERN.test(value))
    .sort((one, other) => Number(one) - Number(other))
  const ends = costText.split(RANGE_SEPARATOR).map(parseCostPart)
  if (amounts.length === 0 || !isShownRange(ends, amounts)) return [costText]
  const labels = details.values.filter((value) => !DECIMAL_PATTERN.test(value))
  const affix = findImportedAffix(ends, details, currency)
  const texts = amounts.map(
    (value) => ends.flatMap((end) => end.amounts).find((end) => end.value === value)?.text ?? value,
  )
  return [...labels, ...texts.map((text) => (affix === undefined ? text : addAffix(text, affix)))]
}

/** Whether the shown ends are the lowest and the highest amount; zero is shown as a word. */
function isShownRange(ends: readonly CostPart[], amounts: readonly string[]): boolean {
  const isShownAs = (end: CostPart | undefined, value: string | undefined) =>
    end?.amounts.length === 0 ? Number(value) === 0 : end?.isPrice === true && end.amounts[0]?.value === value
  return ends.length <= 2 && isShownAs(ends[0], amounts[0]) && isShownAs(ends.at(-1), amounts.at(-1))
}

function findImportedAffix(
  ends: readonly CostPart[],
  details: ImportedCost,
  currency: Currency | undefined,
): Affix | undefined {
  const position = details.currency_position === 'postfix' ? 'postfix' : 'prefix'
  if (details.currency_symbol !== '') return { symbol: decodeEntities(details.currency_symbol), position }
  const affix = ends.flatMap((end) => end.affixes)[0]
  return affix === undefined || currency === undefined || isSameAffix(affix, currency) ? undefined : affix
}
