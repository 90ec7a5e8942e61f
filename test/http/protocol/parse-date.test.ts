/** `POST /dates/parse`: dates in words, without writing anything. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Json, startService, type TestService } from '../../helper/service.ts'

describe('The interpretation of dates in words', () => {
  let service: TestService
  before(async () => {
    // A Wednesday, 7 AM in New York and 1 PM in Berlin.
    service = await startService({ env: { LANGUAGES: 'en,de' }, now: '2026-11-25T12:00:00Z' })
  })
  after(() => service.stop())

  const parse = (json: object, headers: Record<string, string> = {}) =>
    service.send('POST', '/dates/parse', { json, headers })

  test('The response has the keys of an event, and the interpretation in words', async () => {
    const { status, json, headers } = await parse({ text: 'Fri 8-11pm', zone: 'Europe/Berlin' })
    assert.equal(status, 200)
    assert.equal(headers['content-language'], 'en')
    const { description, ...period } = json
    assert.deepEqual(period, {
      start_date: '2026-11-27 20:00:00',
      end_date: '2026-11-27 23:00:00',
      all_day: false,
      timezone: 'Europe/Berlin',
    })
    assert.match(description, /^Friday, November 27, 2026.* 8:00\s–\s11:00\sPM$/)
    const { start_date, end_date, all_day, timezone } = json
    const event = { title: 'Sent back', start_date, end_date, all_day, timezone }
    const created = await service.send('POST', '/events', { as: 'author', json: event })
    assert.deepEqual([created.status, created.json.utc_start_date], [201, '2026-11-27 19:00:00'])
  })

  test('The text is in the language of the request', async () => {
    const german = await parse({ text: 'morgen 20 Uhr', zone: '' }, { 'accept-language': 'de' })
    const { start_date, end_date, timezone, description } = german.json
    assert.deepEqual([start_date, end_date, timezone], ['2026-11-26 20:00:00', null, 'America/New_York'])
    assert.match(description, /^Donnerstag, 26\. November 2026/)
    assert.equal((await parse({ text: 'morgen 20 Uhr' })).status, 400)
  })

  test('Relative words and passed times depend on the zone', async () => {
    assert.equal((await parse({ text: '10am' })).json.start_date, '2026-11-25 10:00:00')
    assert.equal((await parse({ text: '10am', zone: 'Europe/Berlin' })).json.start_date, '2026-11-26 10:00:00')
  })

  test('A time that does not exist moves forward by the gap', async () => {
    const { json } = await parse({ text: 'March 28, 2027 02:30', zone: 'Europe/Berlin' })
    assert.equal(json.start_date, '2027-03-28 03:30:00')
  })

  test('A text that cannot be interpreted is a 400 that names it and the reason', async () => {
    for (const [text, reason] of [
      ['fri 8pm sharp', '"sharp" is not understood.'],
      ['fri 8pm 9pm', '"9pm" contradicts an earlier part of the text.'],
      ['Feb 30', 'This date or time does not exist.'],
      ['on the', 'The text contains neither a date nor a time.'],
      ['tonight', 'The text states no clear date or period.'],
    ] as const) {
      const { status, json } = await parse({ text })
      assert.deepEqual([status, json.code, json.data.params], [400, 'rest_invalid_param', { text: reason }], text)
    }
    const german = await parse({ text: 'Heiligabend' }, { 'accept-language': 'de' })
    assert.equal(german.json.data.params.text, '„heiligabend“ wird nicht verstanden.')
  })

  test('Missing, empty and long texts and unknown zones are a 400', async () => {
    assert.equal((await parse({})).json.code, 'rest_missing_callback_param')
    for (const text of ['', 5, ['fri'], 'x'.repeat(201)])
      assert.deepEqual(Object.keys((await parse({ text })).json.data.params), ['text'])
    assert.deepEqual(Object.keys((await parse({ text: 'fri', zone: 'Mars' })).json.data.params), ['zone'])
  })

  test('Filters of lists reject words that the format of dates does not have', async () => {
    const { status, json } = await service.send('GET', '/events?start_date=fri+8-11pm')
    assert.deepEqual([status, Object.keys(json.data.params)], [400, ['start_date']])
  })

  describe('In writes of events', () => {
    const create = (json: object, headers: Record<string, string> = {}) =>
      service.send('POST', '/events', { as: 'author', json: { title: 'In words', ...json }, headers })
    const pickPeriod = ({ json: { start_date, end_date, all_day } }: { json: Json }) => [start_date, end_date, all_day]

    test('A start with an end sets both', async () => {
      const created = await create({ start_date: 'Fri 8-11pm' })
      assert.equal(created.status, 201)
      assert.deepEqual(pickPeriod(created), ['2026-11-27 20:00:00', '2026-11-27 23:00:00', false])
    })

    test('Days without a time are an all-day event', async () => {
      const created = await create({ start_date: '5 Dec - 7 Dec' })
      assert.equal(created.status, 201)
      assert.deepEqual(pickPeriod(created), ['2026-12-05 00:00:00', '2026-12-07 23:59:59', true])
    })

    test('A given end or all_day takes precedence', async () => {
      const end_date = '2026-11-28 01:00:00'
      const created = await create({ start_date: 'Fri 8-11pm', end_date })
      assert.deepEqual(pickPeriod(created), ['2026-11-27 20:00:00', end_date, false])
    })

    test('Start and end are in words, in the language of the request', async () => {
      const created = await create(
        { start_date: 'morgen 20 Uhr', end_date: 'morgen 22:30 Uhr' },
        { 'accept-language': 'de' },
      )
      assert.deepEqual(pickPeriod(created), ['2026-11-26 20:00:00', '2026-11-26 22:30:00', false])
    })

    test('Words of an update are relative to the time zone of the event', async () => {
      const timezone = 'Pacific/Kiritimati'
      const { json } = await create({ start_date: '2026-12-01', end_date: '2026-12-01', timezone })
      const updated = await service.send('PUT', `/events/${json.id}`, {
        as: 'author',
        json: { start_date: 'today 8-11pm', all_day: false },
      })
      assert.deepEqual(pickPeriod(updated), ['2026-11-26 20:00:00', '2026-11-26 23:00:00', false])
    })

    test('A text without a meaning is an invalid date', async () => {
      const { status, json } = await create({ start_date: 'someday', end_date: '2026-12-01' })
      assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', ['start_date']])
    })
  })
})
