/** What something costs, in the language of the page. */
import { RANGE_MARK } from '../calendar/cost.ts'
import type { Frame } from './frame.ts'
import { type EventView, type OfferView, plain } from './views.ts'

/** As the wire shows it, in its own word for nothing. */
export function sayCost({ say, site }: Pick<Frame, 'say' | 'site'>, { cost }: Pick<EventView, 'cost'>): string {
  const text = plain(cost)
  const { free } = site.currency
  const isNothing = text === free || text.startsWith(`${free}${RANGE_MARK}`)
  return isNothing ? `${say('word.free')}${text.slice(free.length)}` : text
}

export function sayPrice({ say, language }: Pick<Frame, 'say' | 'language'>, { price, currency }: OfferView): string {
  const amount = Number(price)
  if (amount === 0) return say('word.free')
  const digits = Number.isInteger(amount) ? 0 : undefined
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: digits }).format(amount)
}
