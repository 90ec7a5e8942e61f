import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCost, parseImportedCost, presentCost } from '../../src/kernel/cost.ts'
import type { Currency } from '../../src/kernel/site.ts'
import { assertLinearTime } from '../helper/properties/linear-time.ts'
import { fc } from '../helper/properties/seeds.ts'

const DOLLAR: Currency = { symbol: '$', code: 'USD', position: 'prefix', free: 'Free' }
const EURO: Currency = { symbol: '€', code: 'EUR', position: 'postfix', free: 'Free' }

/** Input, cost, values, symbol, position. */
type Case = [raw: unknown, cost: string, values: string[], symbol?: string, position?: '' | 'prefix' | 'postfix']

function shown(raw: unknown, currency = DOLLAR) {
  const { cost, cost_details } = presentCost(parseCost(raw) ?? [], currency)
  assert.equal(cost_details.currency_code, '')
  return [cost, cost_details.values, cost_details.currency_symbol, cost_details.currency_position]
}

function check(cases: readonly Case[], currency = DOLLAR): void {
  for (const [raw, cost, values, symbol = '', position = ''] of cases) {
    test(JSON.stringify(raw), () => assert.deepEqual(shown(raw, currency), [cost, values, symbol, position]))
  }
}

describe('Plain amounts get the symbol of the site', () => {
  check([
    ['10', '$10', ['10']],
    [10, '$10', ['10']],
    [12.5, '$12.5', ['12.5']],
    ['12,5', '$12,5', ['12.5']],
    ['10,20', '$10,20', ['10.20']],
    ['1,000', '$1,000', ['1000']],
    ['10.999', '$10.999', ['10.999']],
    ['.5', '$.5', ['.5']],
    ['5.', '$5.', ['5.']],
    [true, '$1', ['1']],
    [{ a: 1 }, '$1', ['1']],
    ['<b>10</b>', '$10', ['10']],
    ['99999999999999999999', '$99999999999999999999', ['99999999999999999999']],
  ])
})

describe('Another currency symbol replaces that of the site', () => {
  check([
    ['$10', '$10', ['10'], '$', 'prefix'],
    ['€10', '€10', ['10'], '€', 'prefix'],
    ['&euro;10', '€10', ['10'], '€', 'prefix'],
    ['10€', '10€', ['10'], '€', 'postfix'],
    ['$ 10', '$10', ['10'], '$', 'prefix'],
    ['USD 10', 'USD10', ['10'], 'USD', 'prefix'],
    ['10 EUR', '10EUR', ['10'], 'EUR', 'postfix'],
    ['Rs.100', 'Rs.100', ['100'], 'Rs.', 'prefix'],
    ['10%', '10%', ['10'], '%', 'postfix'],
    ['-5', '-5', ['5'], '-', 'prefix'],
    ['<10', '&lt;10', ['10'], '<', 'prefix'],
  ])
})

describe('Several amounts are a range', () => {
  check([
    ['10-20', '$10 – $20', ['10', '20']],
    ['10 – 20', '$10 – $20', ['10', '20']],
    ['10 or 20', '$10 – $20', ['10', '20']],
    ['$10-$20', '$10 – $20', ['10', '20']],
    [[10, 20], '$10 – $20', ['10', '20']],
    [['$10', '$20'], '$10 – $20', ['10', '20'], '$', 'prefix'],
    [['10€', '20€'], '10€ – 20€', ['10', '20'], '€', 'postfix'],
    [['0', '15', '7.5'], 'Free – $15', ['0', '7.5', '15']],
    ['0-10', 'Free – $10', ['0', '10']],
    [['Free', '20'], '$20', ['free', '20']],
    ['10-10', '$10', ['10']],
  ])
})

describe('Zero is free, and other text does not change', () => {
  check([
    ['0', 'Free', ['0']],
    [0, 'Free', ['0']],
    ['0.00', 'Free', ['0.00']],
    ['$0', 'Free', ['0'], '$', 'prefix'],
    ['FREE', 'FREE', ['free']],
    ['Donation', 'Donation', ['donation']],
    ['$', '$', ['$']],
    [['$', '20'], '$20', ['$', '20']],
    ['１０', '１０', ['%ef%bc%91%ef%bc%90']],
    ['A & "B"', 'A &amp; &quot;B&quot;', ['a-b']],
    ['', '', []],
    [' ', '', []],
    [null, '', []],
    [false, '', []],
    [[], '', []],
    [{}, '', []],
  ])
})

describe('Deviations of the reference are preserved (Q32)', () => {
  check([
    ['1,234.56', '$1,234.56', ['1234.56']],
    ['1.000,50', '$1.000,50', ['1000.50']],
    ['1,000,000', '$1,000,000', ['1000000']],
    ["1'000", '$1&#039;000', ['1000']],
    ['1 000 €', '1 000€', ['1000'], '€', 'postfix'],
    ['5,10,15', '5,10,15', ['5', '10', '15']],
    ['Suggested $10 donation', 'Suggested $10 donation', ['10']],
    ['Members: $5; others: $10', 'Members: $5; others: $10', ['5', '10']],
    ['Free-20', 'Free-20', ['20']],
    ['2-for-1', '2-for-1', ['1', '2']],
    ['2027-06-01', '2027-06-01', ['01', '06', '2027']],
    ['10-20 €', '10€ – 20€', ['10', '20'], '€', 'postfix'],
    ['$10 - €20', '$10 - €20', ['10', '20']],
    [['$10', '€20'], '$10, €20', ['10', '20']],
  ])
})

describe('The symbol follows the amount where the site is configured so', () => {
  check(
    [
      ['10', '10€', ['10']],
      ['10-20', '10€ – 20€', ['10', '20']],
      ['$10-$20', '$10 – $20', ['10', '20'], '$', 'prefix'],
    ],
    EURO,
  )
})

test('Lists and nested lists are invalid', () => {
  for (const raw of [[[1]], [{ a: 1 }], { a: [1] }]) assert.equal(parseCost(raw), undefined)
})

test('The word for a free event can be passed', () => {
  assert.equal(presentCost(['0', '10'], { ...DOLLAR, free: 'Gratis' }).cost, 'Gratis – $10')
})

test('A cost read from the wire is displayed unchanged when it is written back', () => {
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(
        '10',
        '12.50',
        '1,000',
        '0',
        '10-20',
        '0-5',
        'Free',
        'Donation',
        '€10',
        '10 EUR',
        '$10',
        '$5-$9',
        '-5',
      ),
      fc.constantFrom('Suggested $10 donation', '5,10,15', '1,234.56', 'A & <B>', 'a &amp; b', "1'000"),
      fc.nat(500).map(String),
    ),
    { maxLength: 1 },
  )
  fc.assert(
    fc.property(fc.oneof(parts, fc.array(fc.nat(99).map(String), { minLength: 1, maxLength: 4 })), (stored) => {
      const view = presentCost(stored, DOLLAR)
      assert.deepEqual(presentCost(parseImportedCost(view.cost, view.cost_details, DOLLAR), DOLLAR), view)
    }),
  )
})

test('Amounts from the wire are stored as written', () => {
  const details = { currency_symbol: '', currency_position: '', values: ['12.5'] }
  assert.deepEqual(parseImportedCost('$12,5', details), ['12,5'])
  assert.deepEqual(parseImportedCost('Free', { ...details, values: ['free'] }), ['Free'])
  assert.deepEqual(parseImportedCost('Free &#8211; $15', { ...details, values: ['0', '7.5', '15'] }), [
    '0',
    '7.5',
    '15',
  ])
  assert.deepEqual(parseImportedCost('', { ...details, values: [] }), [])
})

test('Amounts in another currency keep their currency', () => {
  const details = { currency_symbol: '', currency_position: '', values: ['10', '20'] }
  assert.deepEqual(parseImportedCost('€10 – €20', details, DOLLAR), ['€10', '€20'])
})

test('Any text is normalized and displayed in linear time', async () => {
  for (const unit of ['1', '1,', '1 ', ' ', '-', 'a', '1.', '&', '<', '$1', '10-']) {
    await assertLinearTime(unit, (text) => presentCost(parseCost(text) ?? [], DOLLAR))
    // A list of a quarter of as many costs.
    await assertLinearTime(unit, (text) => {
      const costs = [...text.slice(0, text.length / 4)].map((part, index) => `${part}${index}`)
      return presentCost(parseCost(costs) ?? [], DOLLAR)
    })
  }
})
