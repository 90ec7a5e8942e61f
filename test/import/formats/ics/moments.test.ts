/** Dates, times, zones and durations of calendars. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCalendar, createEvent, describeCalendar, describeEvent, listStarts } from './describe-calendar.ts'

const WEEKLY = ['DTSTART;TZID=America/New_York:20270105T190000', 'RRULE:FREQ=WEEKLY;COUNT=3']
const STARTS = ['2027-01-06 00:00', '2027-01-13 00:00', '2027-01-20 00:00']
const WITHOUT_SECOND = ['2027-01-06 00:00', '2027-01-20 00:00']

describe('A date without VALUE=DATE is a day', () => {
  test('in DTSTART and DTEND, also with a zone and as midnight', async () => {
    for (const dates of [
      ['DTSTART:20270105', 'DTEND:20270107'],
      ['DTSTART;TZID=Europe/Paris:20270105', 'DTEND;VALUE=DATE-TIME:20270107'],
      ['DTSTART;VALUE=DATE:20270105T000000', 'DTEND;VALUE=DATE:20270107T000000'],
      ['DTSTART:2027-01-05', 'DURATION:P2D'],
    ])
      assert.deepEqual(await describeEvent(...dates), ['2027-01-05 to 2027-01-06 E'])
  })

  test('in EXDATE and RDATE of a series with times, where it stands for the occurrence of that day', async () => {
    assert.deepEqual(await listStarts(...WEEKLY, 'EXDATE:20270112'), WITHOUT_SECOND)
    assert.deepEqual(await listStarts(...WEEKLY, 'RDATE:20270121'), [...STARTS, '2027-01-22 00:00'])
  })

  test('in RECURRENCE-ID, and in UNTIL, whose day it includes', async () => {
    const change = createEvent('RECURRENCE-ID:20270112', 'DTSTART:20270112T120000Z', 'STATUS:CANCELLED')
    const [, second] = await describeCalendar(createCalendar(createEvent(...WEEKLY), change))
    assert.equal(second, '2027-01-12 12:00 to 2027-01-12 12:00 E (canceled)')
    const [start = ''] = WEEKLY
    assert.deepEqual(await listStarts(start, 'RRULE:FREQ=WEEKLY;UNTIL=20270119'), STARTS)
  })
})

test('Days of an all-day series are excluded and added by dates, midnights and times', async () => {
  const start = ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=WEEKLY;COUNT=3']
  for (const value of ['20270112', '20270112T000000', '20270112T000000Z', '20270112T190000'])
    assert.deepEqual(await listStarts(...start, `EXDATE:${value}`, 'RDATE:20270130T120000Z'), [
      ...['2027-01-05', '2027-01-19', '2027-01-30'],
    ])
})

describe('UNTIL is in the zone of the start', () => {
  const start = 'DTSTART;TZID=America/New_York:20270105T190000'
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['local, at the last occurrence', '20270119T190000', STARTS],
    ['local, a second before the last occurrence', '20270119T185959', STARTS.slice(0, 2)],
    ['in UTC, at the last occurrence', '20270120T000000Z', STARTS],
    ['in UTC, a second before the last occurrence', '20270119T235959Z', STARTS.slice(0, 2)],
    ['with an offset', '20270120T010000+0100', STARTS],
    ['with fractions of a second', '20270120T000000.000Z', STARTS],
  ]
  for (const [name, until, expected] of cases)
    test(name, async () => assert.deepEqual(await listStarts(start, `RRULE:FREQ=WEEKLY;UNTIL=${until}`), expected))

  test('and its day belongs to an all-day series in every zone', async () => {
    for (const zone of ['America/New_York', 'Europe/Paris', 'Pacific/Auckland'])
      for (const until of ['20270107', '20270107T000000', '20270107T000000Z', '20270107T235959Z', '20270107T235959']) {
        const text = createCalendar(createEvent('DTSTART:20270105', `RRULE:FREQ=DAILY;UNTIL=${until}`))
        assert.equal((await describeCalendar(text, zone)).length, 3, `${zone} ${until}`)
      }
  })

  test('a start in UTC, also if UNTIL has no zone', async () => {
    const utc = 'DTSTART:20270105T190000Z'
    const expected = ['2027-01-05 19:00', '2027-01-12 19:00']
    assert.deepEqual(await listStarts(utc, 'RRULE:FREQ=WEEKLY;UNTIL=20270112T190000'), expected)
    assert.deepEqual(await listStarts(utc, 'RRULE:FREQ=WEEKLY;UNTIL=20270112'), expected)
  })
})

describe('Values in another zone are converted as instants', () => {
  test('DTEND, EXDATE and RDATE', async () => {
    assert.deepEqual(
      await describeEvent('DTSTART;TZID=America/New_York:20270105T190000', 'DTEND;TZID=Europe/Paris:20270106T020000'),
      ['2027-01-06 00:00 to 2027-01-06 01:00 E'],
    )
    const foreign = ['TZID=Europe/Paris:20270113T010000', 'TZID="Romance Standard Time":20270113T010000']
    for (const value of [...foreign, 'X=1:20270113T000000Z', 'X=1:20270112T190000-05:00', 'X=1:20270112T190000'])
      assert.deepEqual(await listStarts(...WEEKLY, `EXDATE;${value}`), WITHOUT_SECOND, value)
    assert.deepEqual(await listStarts(...WEEKLY, 'RDATE;TZID=Europe/Paris:20270121T010000,20270122T120000'), [
      ...[...STARTS, '2027-01-21 00:00', '2027-01-22 11:00'],
    ])
  })

  test('RECURRENCE-ID', async () => {
    for (const id of [';TZID=Europe/Paris:20270113T010000', ':20270113T000000Z', ':20270112T190000', ':20270112']) {
      const change = createEvent(`RECURRENCE-ID${id}`, 'DTSTART:20270112T120000Z')
      const [, second] = await describeCalendar(createCalendar(createEvent(...WEEKLY), change))
      assert.equal(second, '2027-01-12 12:00 to 2027-01-12 12:00 E', id)
    }
  })

  test('an occurrence at a time that the clocks skip is the one of its day', async () => {
    const skipped = ['DTSTART;TZID=America/New_York:20270313T023000', 'RRULE:FREQ=DAILY;COUNT=3']
    assert.deepEqual(await listStarts(...skipped, 'EXDATE:20270314T073000Z'), ['2027-03-13 07:30', '2027-03-15 06:30'])
  })
})

describe('Time zones are found by name, then by their rules', () => {
  const names: readonly (readonly [string, string])[] = [
    ['W. Europe Standard Time', '2027-07-01 17:00'],
    ['Singapore Standard Time', '2027-07-01 11:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '2027-07-01 23:00'],
    ['tzone://Microsoft/Utc', '2027-07-01 19:00'],
    ['GMT+0100', '2027-07-01 18:00'],
    ['CET', '2027-07-01 17:00'],
    ['EST5EDT', '2027-07-01 23:00'],
    ['Japan', '2027-07-01 10:00'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', '2027-07-01 17:00'],
  ]
  for (const [name, start] of names)
    test(name, async () => {
      assert.deepEqual(await listStarts(`DTSTART;TZID="${name}":20270701T190000`), [start])
      assert.deepEqual(await listStarts(`DTSTART;TZID=${name}:20270701T190000`), [start])
      const text = createCalendar(`X-WR-TIMEZONE:${name}`, createEvent('DTSTART:20270701T190000'))
      assert.match((await describeCalendar(text))[0] ?? '', new RegExp(`^${start}`))
    })

  const rules = (tzid: string) => [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
    ...['DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]

  test('A name takes precedence over rules, and rules select a large city', async () => {
    const read = (tzid: string) =>
      describeCalendar(createCalendar(...rules(tzid), createEvent(`DTSTART;TZID=${tzid}:20270701T190000`)))
    assert.deepEqual(await read('Tokyo Standard Time'), ['2027-07-01 10:00 to 2027-07-01 10:00 E'])
    assert.deepEqual(await read('Customized Time Zone'), ['2027-07-01 17:00 to 2027-07-01 17:00 E'])
  })

  test('A zone that is neither known nor defined is reported with its line, whatever has it', async () => {
    const unknown = 'which is neither known nor defined'
    assert.deepEqual(await describeEvent('DTSTART;TZID=Nowhere:20270701T190000'), [
      `failed on line 6: DTSTART has the time zone "Nowhere", ${unknown}: 20270701T190000`,
    ])
    assert.deepEqual(await describeEvent('DTSTART:20270701T190000Z', 'DTEND;TZID=IST:20270701T200000'), [
      `failed on line 7: DTEND has the time zone "IST", ${unknown}: 20270701T200000`,
    ])
    assert.deepEqual(await listStarts(...WEEKLY, 'EXDATE;TZID=Nowhere:20270112T190000'), [
      `line 8: EXDATE has the time zone "Nowhere", ${unknown}: 20270112T190000`,
      ...STARTS,
    ])
    assert.deepEqual(
      await describeCalendar(createCalendar('X-WR-TIMEZONE:Nowhere', createEvent('DTSTART:20270701T190000'))),
      [
        'X-WR-TIMEZONE "Nowhere" is neither known nor defined. Times without a zone were read in America/New_York.',
        '2027-07-01 23:00 to 2027-07-01 23:00 E',
      ],
    )
    const change = createEvent('RECURRENCE-ID;TZID=Nowhere:20270112T190000', 'DTSTART:20270112T120000Z')
    assert.deepEqual(
      (await describeCalendar(createCalendar(createEvent(...WEEKLY), change))).at(-1),
      `failed on line 12: RECURRENCE-ID has the time zone "Nowhere", ${unknown}: 20270112T190000`,
    )
  })
})

describe('Times with a suffix are converted or rejected, and never read as local', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['20270105T190000.000Z', '2027-01-05 19:00'],
    ['20270105T190000z', '2027-01-05 19:00'],
    ['20270105T190000-0500', '2027-01-06 00:00'],
    ['20270105T190000+05:30', '2027-01-05 13:30'],
    ['20270105T1900Z', '2027-01-05 19:00'],
    ['2027-01-05T19:00:00Z', '2027-01-05 19:00'],
    ['20270105T235960Z', '2027-01-05 23:59'],
    ['20270105T240000Z', '2027-01-06 00:00'],
  ]
  for (const [value, start] of cases)
    test(value, async () => {
      assert.deepEqual(await listStarts(`DTSTART:${value}`), [start])
      assert.deepEqual(await listStarts('DTSTART:20270101T000000Z', `DTEND:${value}`), ['2027-01-01 00:00'])
      assert.deepEqual(await listStarts('DTSTART:20270101T000000Z', `RDATE:${value}`), ['2027-01-01 00:00', start])
    })

  for (const value of ['20270105T190000X', '20270105T190000 EST', '20270105T19', '20270105T250000', '20270230', 'TBD'])
    test(value, async () => {
      assert.deepEqual(await listStarts(`DTSTART:${value}`), [`failed on line 6: DTSTART is not a date: ${value}`])
      assert.deepEqual(await listStarts('DTSTART:20270101T000000Z', `DTEND:${value}`), [
        `failed on line 7: DTEND is not a date: ${value}`,
      ])
      assert.deepEqual(await listStarts(...WEEKLY, `EXDATE:${value}`), [
        `line 8: EXDATE is not a date: ${value}`,
        ...STARTS,
      ])
      assert.deepEqual(await listStarts(...WEEKLY, `RDATE:${value}`), [
        `line 8: RDATE is not a date: ${value}`,
        ...STARTS,
      ])
    })

  test('A zone does not change a time in UTC', async () => {
    assert.deepEqual(await listStarts('DTSTART;TZID=Europe/Paris:20270105T190000Z'), ['2027-01-05 19:00'])
  })
})

describe('Durations', () => {
  const start = 'DTSTART;TZID=America/New_York:20270313T220000'
  const cases: readonly (readonly [string, string])[] = [
    ['PT4H', '2027-03-14 07:00'],
    ['P1D', '2027-03-15 02:00'],
    ['P1W', '2027-03-21 02:00'],
    ['P1DT1H', '2027-03-15 03:00'],
    ['+PT90M', '2027-03-14 04:30'],
    ['pt30s', '2027-03-14 03:00'],
  ]
  for (const [duration, end] of cases)
    test(`${duration} is exact in hours and nominal in days across a change of clocks`, async () => {
      assert.deepEqual(await describeEvent(start, `DURATION:${duration}`), [`2027-03-14 03:00 to ${end} E`])
    })

  test('Invalid ones are rejected with their line', async () => {
    const fail = async (duration: string) => (await describeEvent(start, `DURATION:${duration}`))[0]
    assert.equal(await fail('-PT1H'), 'failed on line 7: DURATION is negative: -PT1H')
    assert.equal(await fail('P37000D'), 'failed on line 7: DURATION is longer than 100 years: P37000D')
    for (const text of ['P', 'PT', '1H', 'P1Y', 'PT1.5H'])
      assert.equal(await fail(text), `failed on line 7: DURATION is not a duration: ${text}`)
  })

  test('A whole day lasts for at least one day, and part of a day counts', async () => {
    for (const end of ['DURATION:PT1H', 'DURATION:P1D', 'DTEND:20270105', 'DTEND:20270106', 'DTEND:20270105T120000'])
      assert.deepEqual(await describeEvent('DTSTART:20270105', end), ['2027-01-05 to 2027-01-05 E'], end)
    assert.deepEqual(await describeEvent('DTSTART:20270105', 'DTEND:20270106T120000'), ['2027-01-05 to 2027-01-06 E'])
    assert.deepEqual(await describeEvent('DTSTART:20270105', 'DTEND:20270104'), [
      'failed on line 7: DTEND is before DTSTART: 20270104',
    ])
  })
})
