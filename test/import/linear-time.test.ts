/** Time of the readers of files and feeds for hostile and for large input: twice the input takes about twice the time. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { inspectCsv } from '../../src/features/imports/formats/csv/inspect-csv.ts'
import { readCsv } from '../../src/features/imports/formats/csv/read-csv.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { readPage } from '../../src/features/imports/formats/page/read-page.ts'
import { readRecords } from '../../src/features/imports/formats/read-files.ts'
import { readWxrElements } from '../../src/features/imports/formats/wxr/wxr-elements.ts'
import { listCalendarLinks, listPageLinks } from '../../src/features/imports/site/page-links.ts'
import { parseSiteJson } from '../../src/features/imports/site/parse-json.ts'
import { assertGrowth, measureCpuSeconds } from '../helper/properties/linear-time.ts'

/** The size of the smaller input, and what creates an input of a size. */
type Case = readonly [size: number, create: (size: number) => string]

function checkCases(cases: Readonly<Record<string, Case>>, read: (text: string) => unknown): void {
  for (const [name, [small, create]] of Object.entries(cases))
    test(name, () => assertGrowth({ ...{ name, small, large: 2 * small, mostTimes: 2.5 }, create, work: read }))
}

async function readAll(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const entry of entries) assert.ok(entry)
}

const repeat = (count: number, create: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => create(index)).join('')

const calendar = (content: string): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content}END:VCALENDAR\r\n`
const event = (content: string, uid = 'u'): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20270301T190000Z\r\n${content}\r\nEND:VEVENT\r\n`
const property = (start: string, unit: string, end = ''): Case => [
  30_000,
  (size) => calendar(event(`${start}${unit.repeat(size)}${end}`)),
]
const zone = (tzid: string, rule: string, count = 1): string => {
  const period = ['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0123']
  const periods = Array(count).fill([...period, `RRULE:${rule}`, 'END:STANDARD'])
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...periods.flat(), 'END:VTIMEZONE', ''].join('\r\n')
}
const eventInZone = (tzid: string): string =>
  `BEGIN:VEVENT\r\nUID:${tzid}\r\nDTSTART;TZID=${tzid}:20270301T190000\r\nEND:VEVENT\r\n`

describe('A calendar is read in linear time', () => {
  checkCases(
    {
      events: [2000, (size) => calendar(repeat(size, (index) => event('SUMMARY:A', `u${index}`)))],
      'events with one UID': [5000, (size) => calendar(repeat(size, () => event('SUMMARY:A')))],
      'replaced occurrences': [
        1500,
        (size) =>
          calendar(
            event('RRULE:FREQ=DAILY') + repeat(size, () => event('RECURRENCE-ID:20270302T190000Z\r\nSUMMARY:B')),
          ),
      ],
      'events without an end': [10_000, (size) => calendar(repeat(size, () => 'BEGIN:VEVENT\r\nUID:1\r\n'))],
      'blank lines': [100_000, (size) => calendar(event('\r\n'.repeat(size)))],
      'a folded UID': [30_000, (size) => calendar(event('SUMMARY:A', '1\r\n '.repeat(size)))],
      'folded lines': [100_000, (size) => calendar(event(`DESCRIPTION:A${'\r\n B'.repeat(size)}`))],
      'bytes that are not UTF-8': [100_000, (size) => calendar(event(`DESCRIPTION:${'\xc3\xa9\xe9'.repeat(size)}`))],
      'lines that are no properties': [30_000, (size) => calendar(event('A\r\n'.repeat(size)))],
      'nested components': [10_000, (size) => calendar(event('BEGIN:VALARM\r\n'.repeat(size)))],
      'properties of the calendar': [30_000, (size) => calendar('X-A;B=C:D\r\n'.repeat(size))],
      'many properties': [
        10_000,
        (size) => calendar(event('CONTACT:A\\, b@x.example\r\nATTACH:a.png\r\n'.repeat(size))),
      ],
      'dates in one RDATE': [
        8000,
        (size) => calendar(event(`RDATE:${'20270401T190000Z,'.repeat(size)}20270501T190000Z`)),
      ],
      'dates in one EXDATE': [
        10_000,
        (size) => calendar(event(`RRULE:FREQ=DAILY\r\nEXDATE:${'20270401T190000Z,'.repeat(size)}20270501T190000Z`)),
      ],
      'added periods': [4000, (size) => calendar(event(`RDATE:${'20270401T190000Z/PT1H,'.repeat(size)}`))],
      'recurrence rules': [500, (size) => calendar(event('RRULE:FREQ=DAILY;COUNT=50\r\n'.repeat(size)))],
      'excluded rules': [500, (size) => calendar(event('EXRULE:FREQ=DAILY;COUNT=50\r\n'.repeat(size)))],
      'parts of a rule': [5000, (size) => calendar(event(`RRULE:FREQ=DAILY${';X=1'.repeat(size)}`))],
      'divided series': [
        200,
        (size) =>
          calendar(
            event('RRULE:FREQ=DAILY') +
              repeat(size, (index) => event(`RECURRENCE-ID;RANGE=THISANDFUTURE:2027${1000 + index}T190000Z`)),
          ),
      ],
      'days of a rule': [10_000, (size) => calendar(event(`RRULE:FREQ=MONTHLY;BYMONTHDAY=${'1,'.repeat(size)}2`))],
      'tags without an end': property('DESCRIPTION:', '<b '),
      'bodies without an end': property('X-ALT-DESC;FMTTYPE=text/html:', '<body '),
      bodies: property('X-ALT-DESC;FMTTYPE=text/html:', '<body></body>'),
      'blanks in a location': property('LOCATION:A', ' ', 'B'),
      'lines in a location': property('LOCATION:A', ' \\n ', 'B'),
      'a location without a comma': [100_000, (size) => calendar(event(`LOCATION:${'A'.repeat(size)}`))],
      'words in a location': property('LOCATION:A', ' A'),
      'commas in a location': property('LOCATION:', ' ,'),
      backslashes: property('SUMMARY:', '\\'),
      'quotation marks': property('SUMMARY;A=', '"', ':B'),
      parameters: [10_000, (size) => calendar(event(`SUMMARY${';A="b"'.repeat(size)}:B`))],
      'an address of an organizer': property('ORGANIZER:mailto:', '@'),
      'time zones that repeat every second': [
        500,
        (size) => calendar(repeat(size, (index) => zone(`Z${index}`, 'FREQ=SECONDLY') + eventInZone(`Z${index}`))),
      ],
      'unknown time zones': [
        200,
        (size) =>
          calendar(
            repeat(size, (index) => zone(`Z${index}`, 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU') + eventInZone(`Z${index}`)),
          ),
      ],
      'rules of a time zone': [
        1000,
        (size) => calendar(zone('Own', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', size) + eventInZone('Own')),
      ],
    },
    (text) => readAll(readIcs({ bytes: Buffer.from(text, 'latin1'), name: 'a.ics', siteZone: 'UTC' })),
  )
})

test('A time zone that repeats every second ends no process', async () => {
  const text = calendar(zone('Own', 'FREQ=SECONDLY') + eventInZone('Own'))
  const seconds = await measureCpuSeconds(async () => {
    for await (const entry of readIcs({ bytes: Buffer.from(text), name: 'a.ics', siteZone: 'UTC' }))
      assert.ok('failure' in entry && /the time zone "Own", which is neither known nor defined/.test(entry.failure))
  })
  assert.ok(seconds < 5, `${seconds} s`)
})

const table = (...rows: readonly string[]): string => ['Event Name,Event Start Date', ...rows, ''].join('\n')

describe('A table is read in linear time', () => {
  const read = async (text: string) => {
    for (const work of [
      async () => inspectCsv({ text, name: 'a.csv' }),
      () => readAll(readCsv({ text, name: 'a.csv' })),
    ])
      await work().catch((error: unknown) => assert.match(String(error), /^Error: .*(?:headings|quotation mark)/i))
  }
  checkCases(
    {
      rows: [3000, (size) => table(repeat(size, (index) => `A${index},2027-03-01 19:00\n`))],
      'equal rows': [3000, (size) => table('A,2027-03-01 19:00\n'.repeat(size))],
      headings: [20_000, (size) => `Event Name,Event Start Date${',A'.repeat(size)}\n`],
      'headings and short rows': [
        1500,
        (size) => `Event Name,Event Start Date${',A'.repeat(size)}\n${'A,2027-03-01\n'.repeat(size)}`,
      ],
      'quotation marks': [50_000, (size) => table('"'.repeat(size))],
      'quotation marks in the heading': [50_000, (size) => '"'.repeat(size)],
      'cells with quotation marks': [30_000, (size) => table('"a""b",'.repeat(size))],
      'carriage returns': [100_000, (size) => table('\r'.repeat(size))],
      'blanks in a time': [50_000, (size) => table(`A,2027-03-01 7:${' '.repeat(size)}x`)],
      'separators of a time': [50_000, (size) => table(`A,2027-03-01${'T'.repeat(size)}`)],
      'lines before the headings': [50_000, (size) => `${'A\n'.repeat(size)}${table('A,2027-03-01')}`],
      'a separator line': [50_000, (size) => `sep=;${' '.repeat(size)}x\n${table('A,2027-03-01')}`],
      'letters in a date': [50_000, (size) => table(`A,5 ${'janvier '.repeat(size)}`)],
      'digits in a date': [50_000, (size) => table(`A,${'1'.repeat(size)}`)],
      'blanks in a cell': [50_000, (size) => table(`A${' '.repeat(size)}B,2027-03-01`)],
    },
    read,
  )
})

describe('Files are read in linear time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-linear-'))
  after(() => rmSync(folder, { recursive: true }))
  const readFile = (name: string, read: (path: string) => AsyncIterable<unknown>) => (content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return readAll(read(path))
  }
  const rss = (content: string) => `<rss><channel>${content}</channel></rss>`
  checkCases(
    {
      items: [3000, (size) => rss('<item><title>A</title><wp:post_id>1</wp:post_id></item>'.repeat(size))],
      'items without an end': [10_000, (size) => `<rss><channel>${'<item><title>A</title>'.repeat(size)}`],
      'tags in a text': [50_000, (size) => rss(`<item><title><![CDATA[${'<b '.repeat(size)}]]></title></item>`)],
      'a tag without an end': [50_000, (size) => `<rss><channel><item ${'a '.repeat(size)}`],
      attributes: [20_000, (size) => rss(`<item ${repeat(size, (index) => `a${index}="b" `)}></item>`)],
      entities: [20_000, (size) => rss(`<item><title>${'&amp;&a;'.repeat(size)}</title></item>`)],
      'a document type': [50_000, (size) => `<!DOCTYPE rss [${'<!ENTITY a "b">'.repeat(size)}]>${rss('')}`],
      'a comment': [50_000, (size) => rss(`<!--${'- '.repeat(size)}-->`)],
      terms: [
        20_000,
        (size) => rss(`<item>${'<category domain="post_tag" nicename="a">A</category>'.repeat(size)}</item>`),
      ],
      metadata: [
        4000,
        (size) =>
          rss(
            `<item>${'<wp:postmeta><wp:meta_key>_a</wp:meta_key><wp:meta_value>b</wp:meta_value></wp:postmeta>'.repeat(size)}</item>`,
          ),
      ],
    },
    readFile('a.xml', readWxrElements),
  )
  const readList = (name: string) => readFile(name, (path) => readRecords([path]))
  checkCases({ records: [20_000, (size) => JSON.stringify(Array(size).fill({ id: 1 }))] }, readList('a.json'))
  checkCases(
    {
      lines: [10_000, (size) => '{"id":1}\n'.repeat(size)],
      'one line': [2_000_000, (size) => `"${'a'.repeat(size)}"`],
      'nested lists': [500_000, (size) => '['.repeat(size)],
    },
    readList('a.ndjson'),
  )
})

const EVENT = { '@type': 'Event', name: 'A', startDate: '2027-03-01T19:00:00Z' }
const scriptOf = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const repeatEvent = (size: number, fields: object): unknown[] =>
  Array.from({ length: size }, (_, index) => ({ ...EVENT, name: `A${index}`, ...fields }))

describe('Responses of sites are read in linear time', () => {
  checkCases(
    {
      warnings: [500_000, (size) => '<b>Warning</b>: {'.repeat(size / 10)],
      'nested lists': [100_000, (size) => `x${'['.repeat(size)}`],
    },
    (text) => parseSiteJson(Buffer.from(text)),
  )
  checkCases(
    {
      events: [
        500,
        (size) =>
          scriptOf(Array.from({ length: size }, (_, index) => ({ ...EVENT, url: `https://x.example/${index}` }))),
      ],
      'events with one URL': [500, (size) => scriptOf(repeatEvent(size, { url: 'https://x.example/' }))],
      'equal events': [2000, (size) => scriptOf(Array(size).fill(EVENT))],
      'events of Gancio': [1000, (size) => JSON.stringify(Array(size).fill({ id: 1, title: 'A', start_datetime: 1 }))],
      'nested events': [20_000, (size) => `${'{"@type":"Event","subEvent":'.repeat(size)}1${'}'.repeat(size)}`],
      'scripts without an end': [5000, (size) => '<script type="application/ld+json">'.repeat(size)],
      scripts: [2000, (size) => `${scriptOf({ '@type': 'Place' })}\n`.repeat(size)],
      'broken scripts': [2000, (size) => '<script type="application/ld+json">{"a": "Event</script>\n'.repeat(size)],
      'quotation marks in a script': [
        50_000,
        (size) => `<script type="application/ld+json">${'"a'.repeat(size)}</script>`,
      ],
      'opening brackets': [50_000, (size) => `<script type="application/ld+json">${'['.repeat(size)}</script>`],
    },
    (text) => {
      try {
        return [...readPage({ text, name: 'a', url: 'https://x.example/', siteZone: 'UTC' })]
      } catch (error) {
        assert.match(String(error), /the page describes no events/)
        return []
      }
    },
  )
  checkCases(
    {
      'links to files': [3000, (size) => repeat(size, (index) => `<a href="/${index}.ics">`)],
      'equal links': [5000, (size) => '<a href="/a.ics">'.repeat(size)],
      'tags without an end': [30_000, (size) => '<a '.repeat(size)],
      'quotation marks without an end': [30_000, (size) => `<a ${'"'.repeat(size)}b='`],
      'attributes without values': [30_000, (size) => `<a ${'b '.repeat(size)}>`],
      'a long attribute': [100_000, (size) => `<a ${'b'.repeat(size)}>`],
      'colons of an attribute': [30_000, (size) => `<a ${'b:'.repeat(size)}>`],
      'blanks before a value': [100_000, (size) => `<a b${' '.repeat(size)}c>`],
      entities: [50_000, (size) => `<a href="${'&amp'.repeat(size)}">`],
    },
    (html) => listCalendarLinks(html, 'https://x.example/'),
  )
  checkCases(
    {
      'links without an end': [20_000, (size) => '<link '.repeat(size)],
      links: [9000, (size) => '<link rel="a">'.repeat(size)],
      'references without an end': [20_000, (size) => `<link rel="https://api.w.org/" ${'href="'.repeat(size)}>`],
    },
    (html) => listPageLinks(Buffer.from(html)),
  )
})
