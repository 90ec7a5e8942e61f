import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { connectOverHttp, type McpTestClient } from '../../helper/http/mcp-client.ts'
import { getDates } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Model Context Protocol for series on ${engine.name}`, () => {
    let service: TestService
    let assistant: McpTestClient
    before(async () => {
      service = await startService({ engine })
      assistant = await connectOverHttp(service, { as: 'editor' })
    })
    after(async () => {
      await assistant.client.close()
      await service.stop()
    })

    async function use(name: string, args: Json): Promise<Json> {
      const { isError, json, text } = await assistant.callTool(name, args)
      assert.equal(isError, false, text)
      return json
    }

    test('An assistant creates a series from words, changes it in each scope, and detaches an event', async () => {
      const period = await use('parse_date', { text: '5 Jan 2027 19:00, 90 min' })
      const dates = { start_date: period.start_date, end_date: period.end_date }
      assert.deepEqual(dates, { start_date: '2027-01-05 19:00:00', end_date: '2027-01-05 20:30:00' })
      const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=5' }
      const preview = await use('preview_series', { ...dates, recurrence })
      assert.deepEqual([preview.total, (await use('list_series', {})).total], [5, 0])

      const first = await use('create_event', { title: 'Yoga', ...dates, recurrence })
      const seriesId = first.series.id
      const listed = async () => (await use('list_series_events', { id: seriesId })).events as Json[]
      const events = await listed()
      assert.deepEqual(getDates(events), ['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02'])
      assert.deepEqual(events[0].series, { id: seriesId })

      await use('update_event', { id: events[1].id, title: 'Yoga outdoors' })
      const { series_changes } = await use('update_event', { id: events[0].id, title: 'Hatha yoga', scope: 'all' })
      assert.deepEqual(series_changes, { updated: 4, created: 0, trashed: 0, unchanged: 1 })
      await use('delete_event', { id: events[3].id, scope: 'following' })
      assert.deepEqual(
        (await listed()).map(({ title }) => title),
        ['Hatha yoga', 'Yoga outdoors', 'Hatha yoga'],
      )
      assert.equal((await use('detach_event', { id: events[2].id })).series, undefined)
      assert.equal((await listed()).length, 2)
    })

    test('An assistant manages a series as one record', async () => {
      const start = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
      const { id } = await use('create_series', { title: 'Choir', ...start, recurrence: 'FREQ=DAILY;COUNT=3' })
      const { series } = await use('list_series', { per_page: 50 })
      const listed = series.find((one: Json) => one.id === id)
      assert.deepEqual([listed.title, typeof listed.recurrence_text, listed.template], ['Choir', 'string', undefined])
      await use('update_series', { id, recurrence: 'FREQ=DAILY;COUNT=2' })
      assert.equal((await use('get_series', { id })).recurrence.rrule, 'FREQ=DAILY;COUNT=2')
      assert.equal((await use('list_series_events', { id })).total, 2)
      assert.equal((await use('delete_series', { id })).status, 'trash')
    })
  })
}
