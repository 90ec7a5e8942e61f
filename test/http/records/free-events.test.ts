/** Lists of free and of paid events: `free`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00', timezone: 'Europe/Paris' }
const offer = (price: unknown, more: Json = {}): Json => ({ name: 'Seat', price, ...more })

const FREE: Readonly<Record<string, Json>> = {
  'a number': { cost: 0 },
  'a text': { cost: ['0'] },
  'with a symbol': { cost: '€0.00' },
  'the word': { cost: 'free' },
  'the word of another language': { cost: 'Kostenlos' },
  'the word among others': { cost: ['Free', 'Bring a friend'] },
  offers: { tickets: [offer(0), offer('0.00', { currency: 'EUR' })] },
  'a cost before offers': { cost: '0', tickets: [offer(5)] },
}
const PAID: Readonly<Record<string, Json>> = {
  'a number': { cost: 10 },
  'a range': { cost: '5 - 10' },
  'for some': { cost: ['0', '10'] },
  'a sentence': { cost: 'Suggested $10 donation' },
  offers: { tickets: [offer('12.50')] },
  'offers for some': { tickets: [offer(0), offer(5)] },
  'a cost before offers': { cost: '$7', tickets: [offer(0)] },
}
const WITHOUT_PRICE: Readonly<Record<string, Json>> = {
  nothing: {},
  words: { cost: 'Ask at the door' },
  'words before offers': { cost: 'Pay what you can', tickets: [offer(5)] },
}

for (const engine of ONE_ENGINE) {
  describe(`The filter free on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { LANGUAGES: 'en,de' } })
      for (const name of ['Narrow', 'Paged']) await service.send('POST', '/tags', { as: 'editor', json: { name } })
    })
    after(() => service.stop())

    let count = 0
    const create = async (more: Json): Promise<number> => {
      const json = { ...EVENT, title: `Evening ${++count}`, ...more }
      const response = await service.send('POST', '/events', { as: 'author', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    const change = (id: number, json: Json) => service.send('PUT', `/events/${id}`, { as: 'author', json })
    const findIds = async (query: string, as: TestUser = 'anon'): Promise<readonly number[]> =>
      (await service.send('GET', `/events?per_page=100&${query}`, { as })).json.events.map(({ id }: Json) => id)
    /** The list of the two that contains an event. */
    const listed = async (id: number, query = '', as: TestUser = 'anon') => {
      const lists = await Promise.all(
        ['true', 'false'].map((free) => findIds(`include=${id}&free=${free}${query}`, as)),
      )
      return lists.map((ids) => ids.includes(id))
    }

    for (const [events, name, expected] of [
      [FREE, 'free', [true, false]],
      [PAID, 'not free', [false, true]],
      [WITHOUT_PRICE, 'neither', [false, false]],
    ] as const) {
      for (const [by, more] of Object.entries(events)) {
        test(`An event is ${name} by ${by}`, async () => assert.deepEqual(await listed(await create(more)), expected))
      }
    }

    test('Changes of cost and offers move an event between the lists', async () => {
      const id = await create({ cost: '5' })
      await change(id, { cost: 0 })
      assert.deepEqual(await listed(id), [true, false])
      await change(id, { title: 'Other' })
      assert.deepEqual(await listed(id), [true, false])
      await change(id, { cost: null })
      assert.deepEqual(await listed(id), [false, false])
      await change(id, { tickets: [offer(3)] })
      assert.deepEqual(await listed(id), [false, true])
    })

    test('The filter combines with other filters', async () => {
      const tags = ['Narrow']
      const [free, sold, paid] = [
        await create({ tags, cost: 0, featured: true }),
        await create({ tags, tickets: [offer(0)] }),
        await create({ tags, cost: '9', start_date: '2027-02-01' }),
      ]
      await create({ tags })
      assert.deepEqual(await findIds('tags=narrow&free=true'), [free, sold])
      assert.deepEqual(await findIds('tags=narrow&free=true&orderby=id&order=desc'), [sold, free])
      assert.deepEqual(await findIds('tags=narrow&free=true&ticketed=true'), [sold])
      assert.deepEqual(await findIds('tags=narrow&free=true&featured=true'), [free])
      assert.deepEqual(await findIds('tags=narrow&free=false'), [paid])
      assert.deepEqual(await findIds('tags=narrow&free=false&start_date=2027-02-15'), [])
    })

    test('Links repeat the filter, and so do those of the next pages', async () => {
      const tags = ['Paged']
      for (const cost of [0, 0, 5, 0]) await create({ tags, cost })
      const { json } = await service.send('GET', '/events?tags=paged&free=TRUE&per_page=2')
      assert.deepEqual([json.total, json.events.length], [3, 2])
      for (const url of [json.rest_url, json.next_rest_url]) assert.equal(new URL(url).searchParams.get('free'), 'true')
      const { json: plain } = await service.send('GET', '/events')
      assert.equal(new URL(plain.rest_url).searchParams.has('free'), false)
    })

    test('The filter accepts the spellings of a boolean and rejects other values', async () => {
      const id = await create({ cost: 0 })
      for (const spelling of ['1', 'true', 'True'])
        assert.deepEqual(await findIds(`include=${id}&free=${spelling}`), [id])
      for (const no of ['0', 'false', 'FALSE']) assert.deepEqual(await findIds(`include=${id}&free=${no}`), [])
      for (const bad of ['', 'yes', '2', 'maybe', 'null']) {
        const { status, json } = await service.send('GET', `/events?free=${bad}`)
        assert.deepEqual([status, json.code], [400, 'rest_invalid_param'], bad)
        assert.deepEqual(Object.keys(json.data.params), ['free'], bad)
      }
    })

    test('The price of a protected event is found only by viewers who see all of it', async () => {
      for (const [more, expected] of [
        [{ cost: 0 }, [true, false]],
        [{ cost: 10 }, [false, true]],
        [{ tickets: [offer(0)] }, [true, false]],
      ] as const) {
        const id = await create({ ...more, post_password: 'hush' })
        for (const viewer of ['anon', 'subscriber', 'author2'] as const)
          assert.deepEqual(await listed(id, '', viewer), [false, false], viewer)
        assert.deepEqual(await listed(id, '&password=hush'), expected)
        for (const viewer of ['author', 'editor', 'admin'] as const)
          assert.deepEqual(await listed(id, '', viewer), expected, viewer)
      }
    })

    test('The routes describe the filter in every language', async () => {
      const { args } = (await service.send('OPTIONS', '/events')).json.endpoints[0]
      assert.deepEqual([args.free.type, args.free.required], ['boolean', false])
      const { paths } = (await service.send('GET', '/doc')).json
      const declared = paths['/events'].get.parameters.find(({ name }: Json) => name === 'free')
      assert.deepEqual([declared.in, declared.schema.type], ['query', 'boolean'])
      const headers = { 'accept-language': 'de' }
      const german = (await service.send('OPTIONS', '/events', { headers })).json.endpoints[0].args.free.description
      assert.match(german, /kostenlose Veranstaltungen/)
    })
  })
}
