import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import { translate } from '../../src/base/i18n/translate.ts'
import { parseCost, presentCost } from '../../src/kernel/cost.ts'
import type { Offer } from '../../src/kernel/offer.ts'
import { classifyPricing, type Pricing } from '../../src/kernel/pricing.ts'
import { fc } from '../helper/properties/seeds.ts'

const offer = (price: string, currency = 'EUR'): Offer => ({
  ...{ name: 'Seat', price, currency, url: '', available_from: '', available_until: '', availability: 'InStock' },
})
const OF: Readonly<Record<Pricing, readonly unknown[]>> = {
  free: [
    ...['0', 0, '0.00', '0,00', '$0', '0 €', '0 - 0', ['0', '$0.00'], ['0', 'Members'], 'Entrance: 0 euros'],
    ...['Free', 'free', 'FREE', ' free! ', '<b>Free</b>', ['Free', 'Ask at the door'], ['free', '0']],
    ...LANGUAGES.flatMap((language) => [
      translate(language, 'word.free'),
      translate(language, 'word.free').toUpperCase(),
    ]),
  ],
  paid: [
    ...['10', 10, 0.5, '.5', '$10', '10 EUR', '1,234.56', '10-20', '0 - 10', '9'.repeat(400)],
    ...[['0', '10'], ['Free', '10'], ['10', 'Ask at the door'], 'Suggested $10 donation', 'From 0 to 20 euros'],
  ],
  '': [
    '',
    null,
    [],
    false,
    'Ask at the door',
    'Donation',
    'Free entrance?',
    'Freedom',
    'Not free',
    ['Members', 'Guests'],
  ],
}

describe('The price of an event', () => {
  for (const [pricing, costs] of Object.entries(OF)) {
    for (const raw of costs) {
      test(`${JSON.stringify(raw).slice(0, 40)} is ${pricing || 'no price'}`, () => {
        assert.equal(classifyPricing({ cost: parseCost(raw) ?? [], tickets: [] }), pricing)
      })
    }
  }
})

test('An event without a cost has the price of its offers', () => {
  const of = (...tickets: readonly Offer[]) => classifyPricing({ cost: [], tickets })
  assert.equal(of(), '')
  assert.equal(of(offer('0')), 'free')
  assert.equal(of(offer('0.00'), offer('0', 'USD')), 'free')
  assert.equal(of(offer('0'), offer('0.01')), 'paid')
  assert.equal(of(offer('12.50')), 'paid')
})

test('The cost takes precedence over offers, even if it names no price', () => {
  assert.equal(classifyPricing({ cost: ['0'], tickets: [offer('5')] }), 'free')
  assert.equal(classifyPricing({ cost: ['5'], tickets: [offer('0')] }), 'paid')
  assert.equal(classifyPricing({ cost: ['Ask at the door'], tickets: [offer('5')] }), '')
})

test('The price of any text agrees with the values that are displayed', () => {
  const currency = { symbol: '$', code: 'USD', position: 'prefix', free: 'Free' } as const
  const piece = fc.constantFrom('0', '00', '5', '1.5', ',', '.', ' ', '$', '€', '-', 'Free', 'free', 'or', 'x')
  const part = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), (raw) => {
      const cost = parseCost(raw) ?? []
      const { values } = presentCost(cost, currency).cost_details
      const amounts = values.map((value) => (value === 'free' ? 0 : Number(value))).filter((amount) => amount >= 0)
      const expected = amounts.length === 0 ? '' : amounts.some((amount) => amount > 0) ? 'paid' : 'free'
      assert.equal(classifyPricing({ cost, tickets: [] }), expected, JSON.stringify(cost))
    }),
    { numRuns: 2000 },
  )
})
