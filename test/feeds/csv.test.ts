import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { csv, formatCell } from '../../src/calendar/feeds/csv.ts'
import { parseCsv } from '../helper/http/feed-readers.ts'
import { createFeedRecord, writeFeed } from '../helper/http/feed-records.ts'
import { fc } from '../helper/properties/seeds.ts'

const signs = fc.string({
  unit: fc.constantFrom(...'",\r\n=+-@＝＋－＠\t\'aü😀 \0\x7f'),
  maxLength: 40,
})

describe('The CSV feed', () => {
  test('The feed starts with a byte order mark and a header row, and ends rows with CRLF', () => {
    const text = writeFeed(csv, [createFeedRecord({ id: 7, title: 'Ünï' })])
    assert.ok(text.startsWith('\ufeffid,global_id,title,'))
    const [names = [], row = [], ...others] = parseCsv(text)
    assert.equal(others.length, 0)
    const values = Object.fromEntries(names.map((name, at) => [name, row[at]]))
    assert.deepEqual([values['id'], values['title'], values['all_day']], ['7', 'Ünï', 'false'])
    assert.ok(text.endsWith('\r\n'))
  })

  test('A text is read back unchanged, with an apostrophe before formulas', () => {
    fc.assert(
      fc.property(signs, (text) => {
        const [[read] = []] = parseCsv(`${formatCell(text)}\r\n`)
        const expected = text.replace(/[\0\x7f]/g, '')
        assert.equal(read, /^[=+\-@＝＋－＠\t\r\n]/.test(expected) ? `'${expected}` : expected)
      }),
    )
  })

  test('Numbers are written unchanged', () => {
    const hall = { venue: '-Hall', geo_lat: -33.5, geo_lng: -0.25 }
    const [names = [], row = []] = parseCsv(writeFeed(csv, [createFeedRecord({ venue: hall, timezone: '+02:00' })]))
    const value = (name: string) => row[names.indexOf(name)]
    assert.deepEqual([value('latitude'), value('longitude')], ['-33.5', '-0.25'])
    assert.deepEqual([value('venue'), value('timezone')], ["'-Hall", "'+02:00"])
  })

  test('Flags of a closed event are empty', () => {
    const [names = [], row = []] = parseCsv(writeFeed(csv, [createFeedRecord({ all_day: null, featured: null })]))
    assert.deepEqual([row[names.indexOf('all_day')], row[names.indexOf('featured')]], ['', ''])
  })
})
