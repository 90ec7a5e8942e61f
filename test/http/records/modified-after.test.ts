/** The filter modified_after of every list (decisions: Changed since). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const getIds = (list: readonly Json[]): number[] => list.map(({ id }) => id)

for (const engine of SPLIT_ENGINES) {
  describe(`The filter modified_after on ${engine.name}`, () => {
    const ALL = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
    const dates = { start_date: '2027-03-01', end_date: '2027-03-02' }
    const NEW = {
      events: (name: string) => ({ title: name, ...dates }),
      venues: (name: string) => ({ venue: name }),
      organizers: (name: string) => ({ organizer: name }),
      categories: (name: string) => ({ name }),
      tags: (name: string) => ({ name }),
    } as const
    let service: TestService
    const created: Record<string, number[]> = {}

    const write = async (method: string, path: string, json?: Json): Promise<Json> => {
      const response = await service.send(method, path, { as: 'admin', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const findIds = async (list: string, moment: string, more = ''): Promise<number[]> => {
      const query = `hide_empty=false&modified_after=${encodeURIComponent(moment)}${more}`
      const { status, json } = await service.send('GET', `/${list}?${query}`)
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(json.total, json[list].length)
      return getIds(json[list]).sort((a, b) => a - b)
    }

    // New York is five hours behind UTC.
    before(async () => {
      service = await startService({ engine, now: '2027-01-01T12:00:00Z' })
      for (const list of ALL) created[list] = []
      for (const [n, moment] of ['2027-01-01T12:00:00Z', '2027-01-01T12:00:01Z', '2027-01-02T12:00:00Z'].entries()) {
        service.setNow(moment)
        for (const list of ALL) created[list]?.push((await write('POST', `/${list}`, NEW[list](`${list} ${n}`))).id)
      }
    })
    after(() => service.stop())

    for (const list of ALL) {
      test(`The filter finds ${list} changed after a time, to the second, as an instant or as wall time of the site`, async () => {
        const [first = 0, second = 0, third = 0] = created[list] ?? []
        assert.deepEqual(await findIds(list, '2027-01-01T11:59:59Z'), [first, second, third])
        assert.deepEqual(await findIds(list, '2027-01-01T12:00:00Z'), [second, third])
        assert.deepEqual(await findIds(list, '2027-01-01T14:00:01+02:00'), [third])
        assert.deepEqual(await findIds(list, '2027-01-01 07:00:00'), [second, third])
        assert.deepEqual(await findIds(list, '2027-01-02'), [third])
        assert.deepEqual(await findIds(list, '@1798804800'), [second, third])
        assert.deepEqual(await findIds(list, '-1 hour'), [third])
        assert.deepEqual(await findIds(list, 'tomorrow'), [])
      })

      test(`GET of ${list} returns 400 for an invalid date`, async () => {
        for (const value of ['nonsense', '', '2027-13-45', '0', '99999999999999']) {
          const { status, json } = await service.send('GET', `/${list}?modified_after=${value}`)
          assert.deepEqual([status, Object.keys(json.data.params)], [400, ['modified_after']], value)
        }
      })

      test(`The links of ${list} contain the instant that a relative date meant`, async () => {
        const { json } = await service.send('GET', `/${list}?hide_empty=false&per_page=1&modified_after=-2%20days`)
        assert.equal(new URL(json.next_rest_url).searchParams.get('modified_after'), '2026-12-31T12:00:00Z')
        assert.equal(new URL(json.rest_url).searchParams.get('modified_after'), '2026-12-31T12:00:00Z')
      })
    }

    test('Writes of every kind count as changes', async () => {
      service.setNow('2027-01-03T12:00:00Z')
      for (const list of ALL) {
        const [id = 0] = created[list] ?? []
        await write('PATCH', `/${list}/${id}`, { description: 'new' })
        assert.deepEqual(await findIds(list, '2027-01-03T11:59:59Z'), [id], list)
      }
    })

    test('A term that gains or loses an event has not changed, one with a new parent has', async () => {
      service.setNow('2027-01-04T12:00:00Z')
      const [category = 0] = created['categories'] ?? []
      const [tag = 0] = created['tags'] ?? []
      const child = (await write('POST', '/categories', { name: 'Below', parent: category })).id
      const lower = (await write('POST', '/categories', { name: 'Further below', parent: child })).id
      service.setNow('2027-01-05T12:00:00Z')
      await write('POST', '/events', { title: 'With terms', ...dates, categories: [category], tags: [tag, 'New tag'] })
      assert.deepEqual(await findIds('categories', '2027-01-04T12:00:00Z'), [])
      assert.equal((await findIds('tags', '2027-01-04T12:00:00Z')).length, 1)
      await write('DELETE', `/categories/${child}`)
      assert.deepEqual(await findIds('categories', '2027-01-04T12:00:00Z'), [lower])
    })

    test('The filter combines with other filters and orders', async () => {
      const [, second = 0, third = 0] = created['events'] ?? []
      assert.deepEqual(
        await findIds('events', '2027-01-01T12:00:00Z', '&search=events&orderby=modified'),
        created['events'],
      )
      assert.deepEqual(await findIds('events', '2027-01-01T12:00:00Z', `&include=${second},${third}`), [second, third])
      assert.deepEqual(
        await findIds('events', '2027-01-01T12:00:00Z', `&exclude=${second}&starts_before=2027-02-01`),
        [],
      )
      const { json } = await service.send('GET', '/events?orderby=modified&order=desc&per_page=1')
      assert.equal(json.events[0].title, 'With terms')
    })

    test('Drafts and private records stay hidden, whenever they changed', async () => {
      service.setNow('2027-02-01T12:00:00Z')
      await write('POST', '/events', { title: 'Draft', ...dates, status: 'draft' })
      await write('POST', '/venues', { venue: 'Private', status: 'private' })
      for (const list of ['events', 'venues']) {
        assert.deepEqual(await findIds(list, '2027-01-31T00:00:00Z'), [])
        const { json } = await service.send('GET', `/${list}?modified_after=2027-01-31T00:00:00Z`, { as: 'editor' })
        assert.equal(json.total, 1)
      }
    })
  })
}
