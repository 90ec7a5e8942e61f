/** What an event costs, as far as lists ask: nothing, something, or it does not say. */
import { LANGUAGES } from '../../i18n/language.ts'
import { translate } from '../../i18n/translate.ts'
import { slugify } from '../../text/slug.ts'
import { findAmounts } from './cost.ts'
import type { Event } from './post.ts'

export type Pricing = '' | 'free' | 'paid'

/** Of every language there is, so that it holds whichever ones a site comes to speak. */
const FREE_WORDS = new Set(LANGUAGES.map((language) => slugify(translate(language, 'word.free'))))

/** By what is shown as its cost: its own where it has one, else that of its offers. */
export function classifyPricing({ cost, tickets }: Pick<Event, 'cost' | 'tickets'>): Pricing {
  const amounts = cost.length > 0 ? cost.flatMap(readAmounts) : tickets.map(({ price }) => Number(price))
  if (amounts.length === 0) return ''
  return amounts.every((amount) => amount === 0) ? 'free' : 'paid'
}

const readAmounts = (part: string): readonly number[] => (FREE_WORDS.has(slugify(part)) ? [0] : findAmounts(part))
