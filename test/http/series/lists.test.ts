import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createWeekly, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Lists with series on ${engine.name}`, () => {
    let service: TestService
    let ids: number[]
    before(async () => {
      service = await startService({ engine })
      const first = await createWeekly(service, { recurrence: 'FREQ=WEEKLY;COUNT=4' })
      const other = await createWeekly(service, { title: 'Choir', recurrence: 'FREQ=DAILY;COUNT=3' })
      ids = [first.series.id, other.series.id]
      const single = { title: 'Single', start_date: '2027-01-06 10:00', end_date: '2027-01-06 11:00' }
      await service.send('POST', '/events', { as: 'admin', json: single })
    })
    after(() => service.stop())

    const list = async (query: string): Promise<string[]> => {
      const { status, json, text } = await service.send('GET', `/events?${query}`)
      assert.equal(status, 200, text)
      assert.equal(json.total, json.events.length)
      return json.events.map((event: Json) => `${event.title} ${event.start_date.slice(5, 10)}`)
    }

    test('series= lists the events of series', async () => {
      assert.deepEqual(await list(`series=${ids[1]}`), ['Choir 01-05', 'Choir 01-06', 'Choir 01-07'])
      assert.equal((await list(`series=${ids.join()}`)).length, 7)
      assert.deepEqual(await list('series=999'), [])
    })

    test('collapse=series shows the first event of each series in the date range', async () => {
      assert.deepEqual(await list('collapse=series'), ['Yoga 01-05', 'Choir 01-05', 'Single 01-06'])
      assert.deepEqual(await list('hide_subsequent_recurrences=true&start_date=2027-01-06'), [
        'Single 01-06',
        'Choir 01-06',
        'Yoga 01-12',
      ])
      assert.deepEqual(await list('collapse=series&ends_after=2027-01-06'), ['Choir 01-07', 'Yoga 01-12'])
      assert.deepEqual(await list('collapse=series&starts_after=2027-01-12'), ['Yoga 01-19'])
    })

    test('An event that is hidden or in the trash is not the first of its series', async () => {
      const [first, second] = await listOccurrences(service, ids[0] ?? 0)
      const write = (id: number, json: Json) => service.send('POST', `/events/${id}`, { as: 'admin', json })
      await write(first.id, { hide_from_listings: true })
      assert.deepEqual(await list('collapse=series'), ['Choir 01-05', 'Single 01-06', 'Yoga 01-12'])
      await write(second.id, { status: 'draft' })
      assert.deepEqual(await list('collapse=series'), ['Choir 01-05', 'Single 01-06', 'Yoga 01-19'])
      await write(first.id, { hide_from_listings: false })
      assert.deepEqual(await list('collapse=series'), ['Yoga 01-05', 'Choir 01-05', 'Single 01-06'])
    })

    test('The URLs of a list repeat the parameters', async () => {
      const { json } = await service.send('GET', `/events?collapse=series&series=${ids.join()}&per_page=1`)
      assert.match(json.next_rest_url, /series=\d+%2C\d+&collapse=series/)
      const next = await service.send('GET', `/${json.next_rest_url.slice(service.origin.length)}`)
      assert.equal(next.status, 200)
    })
  })
}
