/** Formats costs and prices in the language of the page. */
import { RANGE_SEPARATOR } from '../../domain/model/cost.ts'
import type { EventView } from '../../presenters/event.ts'
import type { OfferView } from '../../presenters/offer.ts'
import type { PageContext } from '../core/page-context.ts'
import { extractText } from '../data/view-text.ts'

/** The cost of the API, with "free" in the language of the page. */
export function formatCost(
  { translate, site }: Pick<PageContext, 'translate' | 'site'>,
  { cost }: Pick<EventView, 'cost'>,
): string {
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
