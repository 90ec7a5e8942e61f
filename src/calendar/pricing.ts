/** What an event costs, as far as lists ask: nothing, something, or it does not say. */
import { LANGUAGES } from '../text/language.ts'
import { say } from '../text/say.ts'
import { slugify } from '../text/slug.ts'
import { amountsNamed } from './cost.ts'
import type { Event } from './post.ts'

export type Pricing = '' | 'free' | 'paid'

/** Of every language there is, so that it holds whichever ones a site comes to speak. */
const FREE = new Set(LANGUAGES.map((language) => slugify(say(language, 'word.free'))))

/** By what is shown as its cost: its own where it has one, else that of its offers. */
export function pricingOf({ cost, tickets }: Pick<Event, 'cost' | 'tickets'>): Pricing {
  const amounts = cost.length > 0 ? cost.flatMap(amountsIn) : tickets.map(({ price }) => Number(price))
  if (amounts.length === 0) return ''
  return amounts.every((amount) => amount === 0) ? 'free' : 'paid'
}

const amountsIn = (part: string): readonly number[] => (FREE.has(slugify(part)) ? [0] : amountsNamed(part))
