import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createWeekly, getDates, listOccurrences, WEEKLY } from '../../helper/series/series-calendar.ts'
import { startService, type TestService } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    test('POST /events with a recurrence creates an event per date and returns the first one', async () => {
      const first = await createWeekly(service, {
        venue: { venue: 'Hall' },
        categories: ['Sport'],
        external_id: 'a:first',
      })
      assert.equal(first.slug, 'yoga-2027-01-05')
      assert.equal(first.external_id, 'a:first')
      assert.equal(first.series.date, '2027-01-05')
      const events = await listOccurrences(service, first.series.id, 'anon')
      assert.deepEqual(getDates(events), [
        ...['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02', '2027-02-09'],
      ])
      assert.ok(events.every(({ venue, categories }) => venue.venue === 'Hall' && categories[0].count === 6))
      assert.ok(events.every(({ slug, start_date }) => slug === `yoga-${start_date.slice(0, 10)}`))
      const { json } = await service.send('GET', '/events/by-slug/yoga-2027-01-12')
      assert.equal(json.id, events[1].id)
    })

    test('The wall time stays across a clock change', async () => {
      const first = await createWeekly(service, { start_date: '2027-03-09 19:00:00', end_date: '2027-03-09 20:00:00' })
      const events = await listOccurrences(service, first.series.id)
      assert.deepEqual(
        events.slice(0, 2).map(({ start_date, utc_start_date }) => [start_date.slice(11), utc_start_date.slice(11)]),
        [
          ['19:00:00', '00:00:00'],
          ['19:00:00', '23:00:00'],
        ],
      )
    })

    test('A series without an end has events up to the horizon', async () => {
      const { series } = await createWeekly(service, { recurrence: 'FREQ=WEEKLY' })
      const { json } = await service.send('GET', `/series/${series.id}`)
      assert.equal(json.extended_until, '2029-01-04')
      assert.equal(json.recurrence_text, 'every Tuesday')
      const { json: list } = await service.send('GET', `/series/${series.id}/events`)
      assert.equal(list.total, 105)
    })

    test('A recurrence that is too fine or has no dates is rejected with the reason', async () => {
      for (const [rrule, reason] of [
        ['FREQ=HOURLY', /more often than daily: FREQ=HOURLY/],
        ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', /has no dates/],
        ['FREQ=WEEKLY;BYDAY=XY', /invalid part: "BYDAY=XY"/],
      ] as const) {
        const { status, json } = await service.send('POST', '/events?strict=1', {
          as: 'admin',
          json: { ...WEEKLY, recurrence: { rrule } },
        })
        assert.equal(status, 400)
        assert.match(json.data.params.recurrence, reason)
      }
    })

    test('GET /series lists series by title, without those that the viewer may not see', async () => {
      const draft = await createWeekly(service, { title: 'Aardvarks', status: 'draft' })
      const path = `/series/${draft.series.id}`
      const { json } = await service.send('GET', '/series')
      assert.ok(json.total >= 3 && json.series.every(({ status }: { status: string }) => status === 'publish'))
      assert.equal((await service.send('GET', path)).status, 404)
      assert.equal((await service.send('GET', `${path}/events`)).status, 404)
      assert.equal((await service.send('GET', path, { as: 'subscriber' })).status, 404)
      const { json: all } = await service.send('GET', '/series?status=any', { as: 'editor' })
      assert.equal(all.series[0].title, 'Aardvarks')
      assert.equal((await service.send('GET', '/series/by-slug/yoga')).status, 200)
      assert.equal((await service.send('GET', '/series/by-slug/aardvarks')).status, 404)
    })

    test('Only users who may edit a series can change it', async () => {
      const { series } = await createWeekly(service)
      const path = `/series/${series.id}`
      const json = { title: 'Mine' }
      assert.equal((await service.send('POST', path, { json })).status, 401)
      assert.equal((await service.send('POST', path, { json, as: 'author' })).status, 403)
      assert.equal((await service.send('DELETE', path, { as: 'subscriber' })).status, 403)
      assert.equal((await service.send('POST', '/series/preview', { json: WEEKLY })).status, 401)
      assert.equal((await service.send('POST', path, { json, as: 'editor' })).status, 200)
    })

    test('POST /series/preview returns dates and conflicts and writes nothing', async () => {
      const first = await createWeekly(service, { venue: { venue: 'Gym' }, title: 'Boxing' })
      const { json: before } = await service.send('GET', '/series')
      const { status, json } = await service.send('POST', '/series/preview', {
        as: 'author',
        json: {
          start_date: '2027-01-19 20:00',
          end_date: '2027-01-19 21:00',
          venue: first.venue.id,
          recurrence: 'FREQ=DAILY;INTERVAL=7;COUNT=5',
        },
      })
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(json.recurrence_text, 'every 7 days, 5 times')
      assert.deepEqual(
        json.dates.map(({ date, conflicts }: { date: string; conflicts: { title: string }[] }) => [
          date,
          conflicts.map(({ title }) => title),
        ]),
        [
          ['2027-01-19', ['Boxing']],
          ['2027-01-26', ['Boxing']],
          ['2027-02-02', ['Boxing']],
          ['2027-02-09', ['Boxing']],
          ['2027-02-16', []],
        ],
      )
      const { json: afterwards } = await service.send('GET', '/series')
      assert.equal(afterwards.total, before.total)
    })

    test('A write with an outdated If-Match is rejected', async () => {
      const { series } = await createWeekly(service)
      const path = `/series/${series.id}`
      const { headers } = await service.send('GET', path)
      const condition = { 'if-match': headers['etag'] ?? '' }
      const write = () => service.send('POST', path, { as: 'admin', json: { title: 'New' }, headers: condition })
      assert.equal((await write()).status, 200)
      assert.equal((await write()).status, 412)
    })
  })
}
