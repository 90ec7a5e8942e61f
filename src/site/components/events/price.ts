/** Formats costs and prices in the language of the page. */
import { RANGE_SEPARATOR } from '../../../domain/model/cost.ts'
import type { EventView } from '../../../presenters/event.ts'
import type { OfferView } from '../../../presenters/offer.ts'
import type { PageContext } from '../../core/page-context.ts'
import { extractText } from '../../data/view-text.ts'

/**
 * The range of the prices of tickets that are available, like in the table of tickets; without tickets the cost of the
 * API, with "free" in the language of the page.
 */
export function formatCost(
  { translate, site, language }: Pick<PageContext, 'translate' | 'site' | 'language'>,
  { cost, tickets }: Pick<EventView, 'cost' | 'tickets'>,
): string {
  const available = tickets.filter(({ availability }) => availability !== 'SoldOut')
  const [cheapest, ...others] = (available.length > 0 ? available : tickets).toSorted(
    (a, b) => Number(a.price) - Number(b.price),
  )
  if (cheapest && tickets.every(({ currency }) => currency === cheapest.currency)) {
    const prices = [cheapest, ...others.slice(-1)].map((offer) => formatPrice({ translate, language }, offer))
    return [...new Set(prices)].join(' – ')
  }
  const text = extractText(cost)
  const { free } = site.currency
  const isFree = text === free || text.startsWith(`${free}${RANGE_SEPARATOR}`)
  return isFree ? `${translate('word.free')}${text.slice(free.length)}` : text
}

export function formatPrice(
  { translate, language }: Pick<PageContext, 'translate' | 'language'>,
  { price, currency }: OfferView,
): string {
  const amount = Number(price)
  if (amount === 0) return translate('word.free')
  const digits = Number.isInteger(amount) ? 0 : undefined
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: digits }).format(amount)
}
