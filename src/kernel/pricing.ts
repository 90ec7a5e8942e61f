/** Price class of an event, for filters: free, paid or unknown. */
import { LANGUAGES } from '../base/i18n/language.ts'
import { translate } from '../base/i18n/translate.ts'
import { slugify } from '../base/text/slug.ts'
import { findAmounts } from './cost.ts'
import type { Event } from './post.ts'

export type Pricing = '' | 'free' | 'paid'

/** All languages, so that stored classes stay valid when a site changes its languages. */
const FREE_WORDS = new Set(LANGUAGES.map((language) => slugify(translate(language, 'word.free'))))

/** Classifies the displayed cost: that of the event if it has one, else that of its offers. */
export function classifyPricing({ cost, tickets }: Pick<Event, 'cost' | 'tickets'>): Pricing {
  const amounts = cost.length > 0 ? cost.flatMap(readAmounts) : tickets.map(({ price }) => Number(price))
  if (amounts.length === 0) return ''
  return amounts.every((amount) => amount === 0) ? 'free' : 'paid'
}

const readAmounts = (part: string): readonly number[] => (FREE_WORDS.has(slugify(part)) ? [0] : findAmounts(part))
