import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { escapeXml } from '../../src/base/text/escape-xml.ts'
import { ndjson } from '../../src/calendar/feeds/ndjson.ts'
import { rss } from '../../src/calendar/feeds/rss.ts'
import { parseRss } from '../helper/http/feed-readers.ts'
import { createFeedRecord, writeFeed } from '../helper/http/feed-records.ts'
import { fc } from '../helper/properties/seeds.ts'

const FORBIDDEN = ['\0', '\x1f', '\x7f', '\ufffe', '\uffff']

describe('The RSS feed', () => {
  test('rss-parser reads all values of an event', async () => {
    const event = createFeedRecord({
      title: 'Jazz &#038; &#8220;Blues&#8221; &lt;b&gt;',
      description: '<p>Text <b>bold</b> ]]&gt;</p>',
      excerpt: '<p>Short</p>',
      ...{ timezone: 'Europe/Berlin', start: '2027-07-01 20:00:00', end: '2027-07-01 22:00:00' },
      categories: [{ name: 'R&amp;B' }],
      tags: [{ name: 'loud' }],
      image: { url: 'https://calendar.example/a.png', extension: 'png', filesize: 123 },
      venue: { venue: 'Hall', city: 'Berlin' },
    })
    const feed = await parseRss(
      writeFeed(rss, [event], { name: 'Town & <more>', url: 'https://calendar.example/e.rss?a=1&b=2' }),
    )
    assert.equal(feed.title, 'Town & <more>')
    assert.equal(feed.feedUrl, 'https://calendar.example/e.rss?a=1&b=2')
    const [item] = feed.items
    assert.equal(item?.title, 'Jazz & “Blues” <b>')
    assert.equal(item?.guid, 'calendar.example?id=1')
    assert.equal(item?.link, 'https://calendar.example/event/e1/')
    assert.equal(item?.isoDate, '2027-01-01T00:00:00.000Z')
    assert.equal(item?.content, '<p>Short</p>')
    assert.equal(item?.['content:encoded'], '<p>Text <b>bold</b> ]]&gt;</p>')
    assert.deepEqual(item?.categories, ['R&B', 'loud'])
    assert.deepEqual(
      { ...item?.enclosure },
      { url: 'https://calendar.example/a.png', length: '123', type: 'image/png' },
    )
    assert.deepEqual(
      [item?.['ev:startdate'], item?.['ev:enddate']],
      ['2027-07-01T20:00:00+02:00', '2027-07-01T22:00:00+02:00'],
    )
    assert.equal(item?.['ev:location'], 'Hall, Berlin')
  })

  test('All-day events have dates without time, and unpublished events no pubDate', async () => {
    const days = { all_day: true, start_date: '2027-02-27 04:00:00', end_date: '2027-03-01 03:59:59' }
    const [item] = (await parseRss(writeFeed(rss, [createFeedRecord({ ...days, date_utc: '0000-00-00 00:00:00' })])))
      .items
    assert.deepEqual(
      [item?.['ev:startdate'], item?.['ev:enddate'], item?.pubDate],
      ['2027-02-27', '2027-02-28', undefined],
    )
  })

  test('Any text that XML allows is read back unchanged', async () => {
    const texts = fc.string({
      unit: fc.constantFrom(
        ...[...FORBIDDEN, '<', '&', '>', '"', "'", ']]>', '&amp;', '\r', '\n', '\t'],
        ...['\ud800', '\udc00', 'ü', '😀', 'x', ' '],
      ),
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { title = '' } = await parseRss(writeFeed(rss, [], { name: `.${text}.` }))
        const allowed = FORBIDDEN.reduce((rest, sign) => rest.replaceAll(sign, ''), text.toWellFormed())
        assert.equal(title, `.${allowed}.`)
      }),
    )
    assert.equal(escapeXml('a\0b\ud800'), 'ab\ufffd')
  })
})

describe('The NDJSON feed', () => {
  test('Each line is the JSON of a record', () => {
    const records = [createFeedRecord({ id: 1, title: 'a\nb\u2028' }), createFeedRecord({ id: 2 })]
    assert.equal(writeFeed(ndjson, records), `${records[0]?.json}\n${records[1]?.json}\n`)
  })
})
