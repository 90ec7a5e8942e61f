/** Offers of events (decisions: ticketed). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = {
  title: 'Night of strings',
  start_date: '2027-03-01 20:00:00',
  end_date: '2027-03-01 22:00:00',
  timezone: 'Europe/Paris',
}
const STALLS = { name: 'Stalls', price: '12.50' }
const WHOLE = {
  name: 'Gallery',
  price: '8',
  currency: 'EUR',
  url: 'https://buy.example/?a=1&b=2',
  available_from: '2027-01-10 09:00:00',
  available_until: '2027-03-01 20:00:00',
  availability: 'PreSale',
}

for (const engine of ONE_ENGINE) {
  describe(`Offers on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = async (more: Json): Promise<Json> => {
      const { status, json, text } = await service.send('POST', '/events', {
        as: 'author',
        json: { ...EVENT, ...more },
      })
      assert.equal(status, 201, text)
      return json
    }
    const change = async (id: number, json: Json): Promise<Json> =>
      (await service.send('PUT', `/events/${id}`, { as: 'author', json })).json
    const read = async (id: number): Promise<Json> => (await service.send('GET', `/events/${id}`)).json
    const findIds = async (query: string, as: TestUser = 'anon'): Promise<readonly number[]> =>
      (await service.send('GET', `/events?per_page=100&${query}`, { as })).json.events.map(({ id }: Json) => id)
    const findMessage = async (tickets: unknown): Promise<string> => {
      const { status, json } = await service.send('POST', '/events?strict=1', {
        as: 'author',
        json: { ...EVENT, tickets },
      })
      assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', ['tickets']])
      return json.data.params.tickets
    }

    test('An event without offers has ticketed false', async () => {
      const event = await create({})
      assert.deepEqual([event.ticketed, event.tickets], [false, []])
      const keys = Object.keys(event)
      assert.deepEqual(keys.slice(keys.indexOf('custom_fields')), ['custom_fields', 'ticketed', 'tickets'])
    })

    test('An offer has all its properties, with defaults for missing ones', async () => {
      const { id } = await create({ tickets: [STALLS, WHOLE] })
      const { ticketed, tickets } = await read(id)
      assert.equal(ticketed, true)
      assert.deepEqual(tickets, [
        { ...STALLS, currency: 'USD', url: '', available_from: '', available_until: '', availability: 'InStock' },
        WHOLE,
      ])
    })

    test('Offers that were read can be written back', async () => {
      const { id, tickets } = await create({ tickets: [STALLS, WHOLE] })
      assert.deepEqual((await change(id, { tickets })).tickets, tickets)
    })

    test('Prices, currencies and availabilities are normalized', async () => {
      const { tickets } = await create({
        tickets: [
          { name: ' <b>Early</b>  bird ', price: 7.5, currency: 'eur', availability: 'https://schema.org/soldout' },
          { name: 'Free', price: 0, availability: null, url: null, currency: '', available_from: '' },
          { name: 'Old', price: '0012.00', availability: 'http://schema.org/OutOfStock' },
        ],
      })
      const shown = tickets.map((one: Json) => [one.name, one.price, one.currency, one.availability])
      assert.deepEqual(shown, [
        ['Early bird', '7.5', 'EUR', 'SoldOut'],
        ['Free', '0', 'USD', 'InStock'],
        ['Old', '12.00', 'USD', 'OutOfStock'],
      ])
    })

    test('A form contains offers in brackets', async () => {
      const body =
        'title=Form&start_date=2027-03-01&end_date=2027-03-01' +
        '&tickets[0][name]=A&tickets[0][price]=5&tickets[1][name]=B&tickets[1][price]=6.50'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { json } = await service.send('POST', '/events', { as: 'author', body, headers })
      assert.deepEqual(
        json.tickets.map(({ name, price }: Json) => [name, price]),
        [
          ['A', '5'],
          ['B', '6.50'],
        ],
      )
    })

    test('An update without offers keeps them, and an empty value clears them', async () => {
      const { id } = await create({ tickets: [STALLS] })
      assert.equal((await change(id, { title: 'Other' })).tickets.length, 1)
      for (const emptyValue of [[], null, '']) {
        await change(id, { tickets: [STALLS] })
        assert.deepEqual((await change(id, { tickets: emptyValue })).tickets, [])
      }
    })

    test('Dates are wall time of the event, or the instant that their offset names', async () => {
      const { id, tickets } = await create({
        tickets: [{ ...STALLS, available_from: '2027-01-10T09:00:00Z', available_until: '10 February 2027 18:00' }],
      })
      assert.equal(tickets[0].available_from, '2027-01-10 10:00:00')
      assert.equal(tickets[0].available_until, '2027-02-10 18:00:00')
      const [offer] = (await read(id)).json_ld.offers
      assert.equal(offer.validFrom, '2027-01-10T10:00:00+01:00')
      assert.equal(offer.validThrough, '2027-02-10T18:00:00+01:00')
      const moved = await change(id, { timezone: 'America/New_York' })
      assert.equal(moved.tickets[0].available_from, '2027-01-10 10:00:00')
      const [shown] = (await read(id)).json_ld.offers
      assert.equal(shown.validFrom, '2027-01-10T10:00:00-05:00')
    })

    test('A new time zone that moves an offer beyond the year 9999 is rejected', async () => {
      const { id, timezone } = await create({ tickets: [{ ...STALLS, available_until: '9999-12-31 23:59:59' }] })
      const json = { timezone: 'America/New_York' }
      const response = await service.send('PUT', `/events/${id}`, { as: 'author', json })
      assert.deepEqual([response.status, Object.keys(response.json.data.params)], [400, ['tickets']])
      assert.equal((await read(id)).timezone, timezone)
    })

    test('The error of an invalid offer names its index and its field', async () => {
      for (const [member, value] of [
        ['name', ''],
        ['name', undefined],
        ['name', ['x']],
        ['name', '<br>'],
        ['price', undefined],
        ['price', ''],
        ['price', -1],
        ['price', '-0.01'],
        ['price', '12,50'],
        ['price', '1e3'],
        ['price', '$5'],
        ['price', '1234567890123'],
        ['price', '1.23456'],
        ['price', true],
        ['currency', 'EURO'],
        ['currency', 'ZZZ'],
        ['currency', 7],
        ['url', 'javascript:alert(1)'],
        ['url', 'no address'],
        ['available_from', 'someday'],
        ['available_until', '2027-13-45'],
        ['availability', 'Gone'],
        ['availability', 'https://evil.example/InStock'],
      ] as const) {
        const message = await findMessage([STALLS, { ...STALLS, [member]: value }])
        assert.equal(message, `tickets[1][${member}] is missing or invalid.`, `${member} ${value}`)
      }
      const backwards = { ...STALLS, available_from: '2027-02-02', available_until: '2027-02-01' }
      assert.equal(await findMessage([backwards]), 'tickets[0][available_until] is missing or invalid.')
      assert.equal(await findMessage([STALLS, 'x']), 'tickets[1] is missing or invalid.')
    })

    test('A value that is no list of offers is rejected', async () => {
      for (const tickets of ['free', 5, true, STALLS, Array(101).fill(STALLS)]) await findMessage(tickets)
      assert.equal((await create({ tickets: Array(100).fill(STALLS) })).tickets.length, 100)
    })

    test('An event without a cost has the cost of its offers', async () => {
      const costs = async (tickets: readonly Json[]) => {
        const { cost, cost_details } = await create({ tickets })
        return [cost, cost_details.currency_symbol, cost_details.currency_code, cost_details.values]
      }
      const offer = (price: string, currency?: string) => ({ name: 'O', price, currency })
      assert.deepEqual(await costs([offer('20'), offer('10')]), ['$10 – $20', '$', 'USD', ['10', '20']])
      assert.deepEqual(await costs([offer('12.50', 'EUR')]), ['€12.50', '€', 'EUR', ['12.50']])
      assert.deepEqual(await costs([offer('0')]), ['Free', '$', 'USD', ['0']])
      assert.deepEqual(await costs([offer('0'), offer('5')]), ['Free – $5', '$', 'USD', ['0', '5']])
      assert.deepEqual(await costs([offer('9', 'EUR'), offer('7')]), ['€9, $7', '', '', ['7', '9']])
      assert.deepEqual(await costs([offer('0', 'EUR'), offer('0')]), ['Free', '', '', ['0']])
      assert.deepEqual(await costs([offer('10.00'), offer('10')]), ['$10.00', '$', 'USD', ['10.00']])
    })

    test('The cost of an event takes precedence, and only it is stored', async () => {
      const { id, cost } = await create({ cost: 'Pay what you can', tickets: [STALLS] })
      assert.equal(cost, 'Pay what you can')
      assert.equal((await change(id, { cost: null })).cost, '$12.50')
      assert.equal((await change(id, { tickets: [{ ...STALLS, price: '15' }] })).cost, '$15')
      assert.equal((await change(id, { tickets: [] })).cost, '')
    })

    test('Structured data contains the offers', async () => {
      const { id, url } = await create({ tickets: [{ ...STALLS, name: 'Stalls & more' }, WHOLE] })
      assert.deepEqual((await read(id)).json_ld.offers, [
        {
          '@type': 'Offer',
          name: 'Stalls &amp; more',
          price: '12.50',
          priceCurrency: 'USD',
          url,
          availability: 'https://schema.org/InStock',
        },
        {
          '@type': 'Offer',
          name: 'Gallery',
          price: '8',
          priceCurrency: 'EUR',
          url: 'https://buy.example/?a=1&b=2',
          availability: 'https://schema.org/PreSale',
          validFrom: '2027-01-10T09:00:00+01:00',
          validThrough: '2027-03-01T20:00:00+01:00',
        },
      ])
    })

    test('ticketed filters lists by offers, and links repeat it', async () => {
      const sold = await create({ tickets: [STALLS] })
      const other = await create({})
      const [ticketed, others] = [await findIds('ticketed=true'), await findIds('ticketed=false')]
      assert.deepEqual([ticketed.includes(sold.id), ticketed.includes(other.id)], [true, false])
      assert.deepEqual([others.includes(sold.id), others.includes(other.id)], [false, true])
      const { json, status } = await service.send('GET', '/events?ticketed=1')
      assert.deepEqual([status, new URL(json.rest_url).searchParams.get('ticketed')], [200, 'true'])
      assert.equal((await service.send('GET', '/events?ticketed=maybe')).status, 400)
    })

    test('Whether a protected event has offers is visible only to viewers who see all of it', async () => {
      const { id } = await create({ tickets: [STALLS], post_password: 'hush' })
      const listed = async (as: TestUser, query = '') =>
        (await service.send('GET', `/events?include=${id}${query}`, { as })).json.events[0]
      const closed = await listed('anon')
      assert.deepEqual([closed.ticketed, closed.tickets, closed.cost], [null, [], ''])
      const opened = await listed('anon', '&password=hush')
      assert.deepEqual([opened.ticketed, opened.tickets.length, opened.cost], [true, 1, '$12.50'])
      for (const viewer of ['anon', 'subscriber', 'author2'] as const) {
        assert.deepEqual(await findIds(`include=${id}&ticketed=true`, viewer), [], viewer)
        assert.deepEqual(await findIds(`include=${id}&ticketed=false`, viewer), [id], viewer)
      }
      for (const viewer of ['author', 'editor'] as const) {
        assert.deepEqual(await findIds(`include=${id}&ticketed=true`, viewer), [id])
        assert.deepEqual(await findIds(`include=${id}&ticketed=false`, viewer), [])
      }
      assert.deepEqual(await findIds(`include=${id}&ticketed=true&password=hush`), [id])
      assert.deepEqual(await findIds(`include=${id}&ticketed=false&password=hush`), [])
    })
  })

  test(`Offers without a currency have that of the site on ${engine.name}`, async () => {
    const env = { CURRENCY_CODE: 'CHF', CURRENCY_SYMBOL: 'Fr.', CURRENCY_POSITION: 'postfix' }
    const service = await startService({ engine, env })
    const { json } = await service.send('POST', '/events', { as: 'admin', json: { ...EVENT, tickets: [STALLS] } })
    assert.deepEqual([json.tickets[0].currency, json.cost], ['CHF', '12.50Fr.'])
    assert.equal(json.cost_details.currency_position, 'postfix')
    await service.stop()
  })
}
