/** Formats costs and prices in the language of the page. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import type { OfferView } from '../../../calendar/events/present-offer.ts'
import { RANGE_SEPARATOR } from '../../../kernel/cost.ts'
import { findCurrencySymbol } from '../../../kernel/currencies.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { extractText } from '../../../pages/view-text.ts'

type PriceContext = Pick<PageContext, 'translate' | 'formatters'>

/**
 * The range of the prices of tickets that are available, like in the table of tickets; without tickets the cost of the
 * API: amounts in the currency of the site like prices of tickets, other texts unchanged.
 */
export function formatCost(
  context: PriceContext & Pick<PageContext, 'site'>,
  event: Pick<EventView, 'cost' | 'cost_details' | 'tickets'>,
): string {
  const { tickets } = event
  const available = tickets.filter(({ availability }) => availability !== 'SoldOut')
  const offers = available.length > 0 ? available : tickets
  const [first] = offers
  if (first && tickets.every(({ currency }) => currency === first.currency)) return formatPriceRange(context, offers)
  const amounts = findSiteAmounts(context, event)
  if (amounts) return formatPriceRange(context, amounts)
  const text = extractText(event.cost)
  const { free } = context.site.currency
  const isFree = text === free || text.startsWith(`${free}${RANGE_SEPARATOR}`)
  return isFree ? `${context.translate('word.free')}${text.slice(free.length)}` : text
}

type Price = Pick<OfferView, 'price' | 'currency'>

function formatPriceRange(context: PriceContext, prices: readonly Price[]): string {
  const [lowest, ...others] = prices.toSorted((a, b) => Number(a.price) - Number(b.price))
  const ends = lowest ? [lowest, ...others.slice(-1)] : []
  return [...new Set(ends.map((price) => formatPrice(context, price)))].join(RANGE_SEPARATOR)
}

/** Undefined for a cost in words or in another currency, and if the settings of the currency contradict each other. */
function findSiteAmounts(
  { site: { currency } }: Pick<PageContext, 'site'>,
  { cost, cost_details }: Pick<EventView, 'cost' | 'cost_details'>,
): readonly Price[] | undefined {
  const { values, currency_symbol } = cost_details
  const isOfSite =
    ['', currency.symbol].includes(currency_symbol) && findCurrencySymbol(currency.code) === currency.symbol
  const text = extractText(cost).replaceAll(currency.free, '0')
  const isAmounts = text
    .replaceAll(currency.symbol, '')
    .split(RANGE_SEPARATOR)
    .every((part) => /^[\d.,\s]+$/.test(part))
  if (!isOfSite || !isAmounts || values.length === 0 || !values.every((value) => /^[\d.]+$/.test(value)))
    return undefined
  return values.map((price) => ({ price, currency: currency.code }))
}

export function formatPrice({ translate, formatters }: PriceContext, { price, currency }: Price): string {
  const amount = Number(price)
  if (amount === 0) return translate('word.free')
  return formatters.priceFormat(currency, Number.isInteger(amount)).format(amount)
}
