import { decodeEntities, escapeHtml, stripTags } from '../../html/sanitize.ts'
import { slugify } from '../../text/slug.ts'
import type { Currency } from '../site.ts'
import { findCurrencySymbol } from './currencies.ts'

export type CostDetails = {
  currency_symbol: string
  /** Empty for a cost in words (wire-contract §6.9); offers know theirs. */
  currency_code: string
  currency_position: '' | 'prefix' | 'postfix'
  /** Amounts as plain decimals, ascending, after the slugs of texts without an amount. */
  values: string[]
}
export type CostView = { cost: string; cost_details: CostDetails }

/** An amount as written and as a plain decimal. */
type Amount = { text: string; value: string }
type Affix = { symbol: string; position: 'prefix' | 'postfix' }
/** A stored part, read. What is no price is text: a label if it has no `amounts`, else a sentence. */
type CostPart = { amounts: Amount[]; isPrice: boolean; isRange: boolean; affixes: Affix[] }

/** Longer texts are never a price; keeps the expressions below from long work. */
const MAX_PRICE_LENGTH = 80
export const RANGE_SEPARATOR = ' – '

const GROUPED_BY_BLANK = String.raw`[1-9]\d{0,2}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?`
const GROUPED_BY_COMMA = String.raw`[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?`
const GROUPED_BY_DOT = String.raw`[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}`
const PLAIN_NUMBER = String.raw`\d*[.,]?\d+|\d+[.,]`
const NUMBER = `((?:${GROUPED_BY_BLANK}|${GROUPED_BY_COMMA}|${GROUPED_BY_DOT}|${PLAIN_NUMBER})(?![.,]?\\d))`
/** A sign, a currency's code or abbreviation: up to four characters, of which not all are letters. */
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
 * What a client sends as `cost`, as the parts to store: tags stripped, entities decoded, trimmed. An empty list is no
 * cost, `undefined` is invalid. Numbers, booleans, lists and maps of these are taken as the reference does.
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
 * Stored parts as the wire shows them (wire-contract §6.9, Q32): prices and ranges with their symbol or the site's, a zero as
 * the word for that, any other text as it is. `cost` is HTML-escaped.
 */
export function presentCost(parts: readonly string[], currency: Currency): CostView {
  if (parts.length === 0) return createCostView('', undefined, [])
  const costParts = parts.map(parseCostPart)
  const amounts = sortAmounts(costParts.flatMap((part) => part.amounts))
  // A label that has no slug, such as a lone currency sign, stands for itself: no cost is without a value.
  const labels = parts
    .filter((_, index) => costParts[index]?.amounts.length === 0)
    .map((label) => slugify(label) || label)
  const values = [...new Set([...labels, ...amounts.map((amount) => amount.value)])]
  const affixes = removeDuplicateAffixes(costParts.flatMap((part) => part.affixes))
  if (amounts.length === 0 || affixes.length > 1 || costParts.some(isSentence)) {
    return createCostView(parts.join(', '), undefined, values)
  }
  const affix = affixes[0]
  // The reference names no symbol for a range in one text; nor need we where it is the site's own.
  const isSiteRange =
    costParts.length === 1 && costParts[0]?.isRange === true && affix !== undefined && isSameAffix(affix, currency)
  return createCostView(
    formatAmountRange(amounts, affix ?? currency, currency.free),
    isSiteRange ? undefined : affix,
    values,
  )
}

/** The cost of an event that says none: from the lowest to the highest price of its offers, a currency at a time. */
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
  // Prices keep their zeros as given, so the same amount may come as 10 and as 10.00.
  const values = amounts.map(({ value }) => value).filter((value, at, all) => Number(value) !== Number(all[at - 1]))
  const [code = '', ...others] = codes
  // What is free is so in every currency.
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

/** The amounts that a stored part names, as in `values` of `presentCost`. */
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

/** The numbers a sentence names. What has separators but is no number, like `5,10,15`, is several. */
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

/** Digits with the decimal comma or point as a point, and the other separator gone. */
function normalizeDecimal(digits: string, isComma: boolean): string {
  return isComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
}

/** A cost as another service shows it, for the import. */
export type ImportedCost = Pick<CostDetails, 'currency_symbol' | 'values'> & { currency_position: string }

/**
 * The parts to store for a cost read from another service: presenting them shows the same again. With `currency` given,
 * an amount shown with another symbol keeps it, so that euros do not turn into this site's dollars.
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

/** Whether the ends shown are the lowest and the highest amount; a zero is shown as a word. */
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
