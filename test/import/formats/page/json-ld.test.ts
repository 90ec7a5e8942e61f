/** Events that pages describe in JSON-LD. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPage } from '../../../../src/features/imports/formats/page/read-page.ts'
import type { Json } from '../../../helper/service.ts'

const read = (text: string, url = ''): Json[] => [...readPage({ text, name: 'a', url, siteZone: 'Europe/Brussels' })]
const readFixture = (name: string): Json[] => read(readFileSync(join(import.meta.dirname, name), 'utf8'))
const wrap = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('an event in a graph is read with all its fields', () => {
  const entries = readFixture('graph.html')
  assert.equal(entries.length, 1)
  const [{ key, where, fields }] = entries as [Json]
  assert.deepEqual([key, where], ['https://hall.example/agenda/jazz/#event', 'a:5'])
  assert.deepEqual(fields, {
    timezone: 'Europe/Brussels',
    title: 'Jazz &amp; more',
    description: '<p>Live  music</p>',
    website: 'https://hall.example/agenda/jazz/',
    image: 'https://hall.example/img/jazz.jpg',
    tags: ['jazz', 'live'],
    organizer: [{ organizer: 'Jazz Club', website: 'https://club.example/', email: 'info@club.example', phone: '' }],
    cost: ['12.50 EUR', '0', '20 EUR'],
    event_status: 'postponed',
    start_date: '2027-01-06 00:00:00Z',
    end_date: '2027-01-06 03:30:00Z',
    all_day: false,
    venue: {
      ...{
        venue: 'Great Hall',
        address: 'Main St 1',
        city: 'Ghent',
        stateprovince: '',
        zip: '9000',
        country: 'Belgium',
      },
      ...{ phone: '+32 9 123', website: 'https://hall.example/', geo_lat: 51.05, geo_lng: 3.72 },
    },
    virtual_url: 'https://stream.example/jazz',
    attendance_mode: 'mixed',
  })
})

test('events in lists and other records are read once, and broken ones are reported', () => {
  const entries = readFixture('list.html')
  assert.deepEqual(
    entries.map(({ key, fields, failure }) => (failure ? [key, failure] : [key, fields.start_date, fields.end_date])),
    [
      [undefined, 'the description of events is not valid JSON'],
      ['https://hall.example/fair', '2027-01-05 00:00:00', '2027-01-06 00:00:00'],
      ['https://hall.example/play|Play|2027-01-07T20:00', '2027-01-07 20:00:00', '2027-01-07 20:00:00'],
      ['https://hall.example/play|Play|2027-01-08T20:00', '2027-01-08 20:00:00', '2027-01-08 20:00:00'],
      ['|Soon|to be announced', 'startDate is not a date: "to be announced"'],
      ['quiz-9', '2027-01-09 20:00:00Z', '2027-01-09 20:00:00Z'],
    ],
  )
  const [, fair, play, canceled] = entries as [Json, Json, Json, Json]
  assert.deepEqual([fair.fields.all_day, fair.fields.venue], [true, { venue: 'Market Square', address: 'Ghent' }])
  assert.deepEqual([play.fields.cost, canceled.fields.event_status], [['0'], 'canceled'])
})

test('relative URLs are those of the page', () => {
  const [event] = read(
    wrap({ '@type': 'Event', name: 'A', startDate: '2027-01-05', url: 'a', image: '//cdn.example/a.png' }),
    'https://x.example/agenda/',
  )
  assert.deepEqual([event.key, event.fields.image], ['https://x.example/agenda/a', 'https://cdn.example/a.png'])
  const [unsafe] = read(wrap({ '@type': 'schema:Event', name: 'A', startDate: '2027-01-05', url: 'javascript:x' }))
  assert.equal(unsafe.fields.website, '')
})

test('other records, and series without dates, are no events', () => {
  const others = [
    { '@type': 'WebPage' },
    { '@type': 'EventVenue', startDate: '2027-01-05' },
    { '@type': 'EventSeries', name: 'S' },
  ]
  const none = /^Error: a: the page describes no events \(JSON-LD\)$/
  assert.throws(() => read(wrap(others)), none)
  const scripts = '<script type="application/ld+json">null</script><script>{"@type":"Event"}</script>'
  assert.throws(() => read(scripts), none)
  const nested = {
    '@type': 'EventSeries',
    name: 'S',
    subEvent: [{ '@type': 'Event', name: 'A', startDate: '2027-01-05' }],
  }
  assert.deepEqual(
    read(JSON.stringify(nested)).map(({ key }) => key),
    ['|A|2027-01-05'],
  )
})
