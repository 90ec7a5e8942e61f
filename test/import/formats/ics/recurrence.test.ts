/** Recurrences of calendars: zones of expansion, keys of occurrences, and what one rule of dates cannot represent. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../helper/service.ts'
import {
  createCalendar,
  createEvent,
  describeCalendar,
  describeEvent,
  listStarts,
  readEntries,
  shortenStarts,
} from './describe-calendar.ts'

const NEW_YORK = 'DTSTART;TZID=America/New_York:20270105T190000'
const TUESDAYS = ['2027-01-06 00:00', '2027-01-13 00:00', '2027-01-20 00:00']

const readRecurrence = async (...lines: readonly string[]): Promise<Json> => {
  const [entry] = await readEntries(createCalendar(...lines))
  assert.ok(entry && 'fields' in entry, JSON.stringify(entry))
  return entry.fields['recurrence']
}
const readWarnings = async (...lines: readonly string[]): Promise<readonly string[]> => {
  const [entry] = await readEntries(createCalendar(createEvent(...lines)))
  assert.ok(entry && 'fields' in entry, JSON.stringify(entry))
  return entry.warnings ?? []
}

describe('A series that starts in UTC is expanded in UTC', () => {
  test('with days of the week and of the month, and across a change of clocks', async () => {
    assert.deepEqual(await listStarts('DTSTART:20270301T030000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1;COUNT=3'), [
      ...['2027-03-01 03:00', '2027-04-01 03:00', '2027-05-01 03:00'],
    ])
    assert.deepEqual(await listStarts('DTSTART:20270310T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'), [
      ...['2027-03-10 19:00', '2027-03-17 19:00'],
    ])
  })

  test('with changes, exclusions and additions in other zones', async () => {
    const main = createEvent(
      ...['DTSTART:20270106T010000Z', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=4'],
      ...[
        'EXDATE;TZID=America/New_York:20270119T200000',
        'RDATE;TZID=America/New_York:20270127T200000,20270130T120000',
      ],
    )
    const change = createEvent('RECURRENCE-ID;TZID=America/New_York:20270112T200000', 'DTSTART:20270113T020000Z')
    assert.deepEqual(shortenStarts(await describeCalendar(createCalendar(main, change))), [
      ...['2027-01-06 01:00', '2027-01-13 02:00', '2027-01-27 01:00', '2027-01-28 01:00', '2027-01-30 17:00'],
    ])
    assert.deepEqual(await readRecurrence(main), {
      rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4',
      rdate: ['2027-01-28', '2027-01-30 17:00:00'],
      exdate: ['2027-01-20'],
      timezone: 'UTC',
    })
  })

  test('unless the start satisfies the rule in the zone of the calendar', async () => {
    const read = (zone: string, ...lines: readonly string[]) =>
      readRecurrence(`X-WR-TIMEZONE:${zone}`, createEvent('DTSTART:20270106T010000Z', ...lines))
    assert.equal((await read('America/New_York', 'RRULE:FREQ=WEEKLY;BYDAY=TU')).timezone, undefined)
    assert.equal((await read('America/New_York', 'RRULE:FREQ=WEEKLY;BYDAY=WE')).timezone, 'UTC')
    assert.equal((await read('America/New_York', 'RRULE:FREQ=WEEKLY;BYDAY=TU;BYHOUR=1')).timezone, 'UTC')
    assert.equal((await read('Nowhere', 'RRULE:FREQ=WEEKLY;BYDAY=TU')).timezone, 'UTC')
  })

  test('and one with an offset in this offset', async () => {
    const lines = ['DTSTART:20270105T190000-0500', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2']
    assert.deepEqual(await listStarts(...lines), TUESDAYS.slice(0, 2))
    assert.equal((await readRecurrence(createEvent(...lines))).timezone, 'Etc/GMT+5')
  })
})

describe('Spellings of rules', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['freq=weekly;byday=tu;count=3;', 'FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
    ['FREQ=WEEKLY; BYDAY=TU, TH; COUNT=3', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3'],
    ['FREQ=WEEKLY;COUNT=03;INTERVAL=01', 'FREQ=WEEKLY;INTERVAL=1;COUNT=3'],
    ['FREQ=YEARLY;BYMONTH=01;BYMONTHDAY=05', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5'],
    ['FREQ=WEEKLY;BYHOUR=19;BYMINUTE=0;BYSECOND=0', 'FREQ=WEEKLY'],
    ['RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=OMIT', 'FREQ=WEEKLY'],
    ['FREQ=WEEKLY;COUNT=1001', 'FREQ=WEEKLY;UNTIL=20460306'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;COUNT=1002', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;UNTIL=20460309'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=1500', 'FREQ=DAILY;INTERVAL=3;UNTIL=20390429'],
    ['FREQ=MONTHLY;COUNT=5000', 'FREQ=MONTHLY'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20270120T000000Z', 'FREQ=WEEKLY;COUNT=3'],
    ['FREQ=WEEKLY;COUNT=4;UNTIL=20270120T000000Z', 'FREQ=WEEKLY;UNTIL=20270119'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=99991231', 'FREQ=WEEKLY;COUNT=3'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3;UNTIL=20400101', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3'],
  ]
  for (const [rule, expected] of cases)
    test(rule, async () => assert.equal((await readRecurrence(createEvent(NEW_YORK, `RRULE:${rule}`))).rrule, expected))
})

describe('A rule that is not supported is reported with its line, and the start is an event', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['RSCALE=CHINESE;FREQ=YEARLY', 'RSCALE=CHINESE'],
    ['FREQ=YEARLY;SKIP=FORWARD', 'SKIP=FORWARD'],
    ['FREQ=WEEKLY;BYEASTER=1', 'BYEASTER=1'],
    ['FREQ=WEEKLY;BYHOUR=9,19', 'BYHOUR=9,19'],
    ['FREQ=HOURLY;COUNT=3', 'FREQ=HOURLY'],
    ['FREQ=WEEKLY;UNTIL=soon', 'UNTIL=SOON'],
    ['FREQ=WEEKLY;FREQ=DAILY', 'FREQ=DAILY'],
    ['FREQ=WEEKLY;COUNT=many', 'COUNT=MANY'],
    ['COUNT=3', 'FREQ is missing'],
  ]
  for (const [rule, part] of cases)
    test(rule, async () =>
      assert.deepEqual(await listStarts(NEW_YORK, `RRULE:${rule}`), [
        `line 7: RRULE is not supported (${part}): ${rule}. Its other dates are not imported.`,
        '2027-01-06 00:00',
      ]),
    )
})

describe('Several rules', () => {
  test('are merged if the others have an end', async () => {
    const rules = ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3']
    const expected = ['2027-01-06 00:00', '2027-01-09 00:00', '2027-01-12 00:00', '2027-01-13 00:00']
    assert.deepEqual(await listStarts(NEW_YORK, ...rules), expected)
    assert.deepEqual(await listStarts(NEW_YORK, ...rules.toReversed()), expected)
    const endless = ['RRULE:FREQ=DAILY;INTERVAL=3;UNTIL=20270111', 'RRULE:FREQ=WEEKLY']
    assert.deepEqual(await readRecurrence(createEvent(NEW_YORK, ...endless)), {
      ...{ rrule: 'FREQ=WEEKLY', rdate: ['2027-01-05', '2027-01-08', '2027-01-11'], exdate: [] },
    })
  })

  test('without an end, or with too many dates, are reported', async () => {
    for (const rule of ['FREQ=MONTHLY', 'FREQ=DAILY;COUNT=2000'])
      assert.deepEqual(await readWarnings(NEW_YORK, 'RRULE:FREQ=WEEKLY', `RRULE:${rule}`), [
        `line 8: RRULE is a second rule with too many dates, which are not imported: ${rule}`,
      ])
  })

  test('of exclusions are expanded, up to the end of the series', async () => {
    for (const rule of ['FREQ=WEEKLY;INTERVAL=2;COUNT=2', 'FREQ=WEEKLY;INTERVAL=2'])
      assert.deepEqual(await listStarts(NEW_YORK, 'RRULE:FREQ=WEEKLY;COUNT=4', `EXRULE:${rule}`), [
        ...['2027-01-13 00:00', '2027-01-27 00:00'],
      ])
    assert.deepEqual(await readWarnings(NEW_YORK, 'RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=MONTHLY'), [
      'line 8: EXRULE has too many dates, which are not excluded: FREQ=MONTHLY',
    ])
    assert.deepEqual(await readWarnings(NEW_YORK, 'RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=HOURLY'), [
      'line 8: EXRULE is not supported (FREQ=HOURLY): FREQ=HOURLY. Its dates are not excluded.',
    ])
  })
})

describe('Added dates', () => {
  test('with other times have them in their keys', async () => {
    const lines = [NEW_YORK, 'RDATE;TZID=America/New_York:20270107T140000,20270108T190000', 'EXDATE:20270107T190000Z']
    assert.deepEqual(await readRecurrence(createEvent(...lines)), {
      ...{ rrule: '', rdate: ['2027-01-07 14:00:00', '2027-01-08'], exdate: ['2027-01-07 14:00:00'] },
    })
  })

  test('keep a duration of their own', async () => {
    const lines = ['DTSTART:20270105T190000Z', 'DTEND:20270105T200000Z', 'RDATE;VALUE=PERIOD:']
    const periods = '20270106T190000Z/PT2H,20270107T190000Z/20270107T193000Z,20270108T190000Z/PT1H'
    assert.deepEqual(await describeEvent(...lines.slice(0, 2), `RDATE;VALUE=PERIOD:${periods}`), [
      '2027-01-05 19:00 to 2027-01-05 20:00 E',
      '2027-01-06 19:00 to 2027-01-06 21:00 E',
      '2027-01-07 19:00 to 2027-01-07 19:30 E',
      '2027-01-08 19:00 to 2027-01-08 20:00 E',
    ])
    const [entry] = await readEntries(createCalendar(createEvent(...lines.slice(0, 2), `RDATE:${periods}`)))
    assert.ok(entry && 'fields' in entry)
    assert.deepEqual(
      entry.overrides?.map(({ date }) => date),
      ['2027-01-06', '2027-01-07'],
    )
  })

  test('that equal the start make no series', async () => {
    assert.equal(await readRecurrence(createEvent(NEW_YORK, 'RDATE;TZID=America/New_York:20270105T190000')), undefined)
  })

  test('are none of the dates of the rule, of which the start is the first', async () => {
    assert.deepEqual(await listStarts(NEW_YORK, 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'), [
      ...['2027-01-06 00:00', '2027-01-12 00:00', '2027-01-19 00:00'],
    ])
    assert.deepEqual(await listStarts(NEW_YORK, 'RRULE:FREQ=WEEKLY;UNTIL=20270104'), ['2027-01-06 00:00'])
  })
})

describe('A change of an occurrence and all that follow divides the series', () => {
  const read = async (rule: string, ...others: readonly string[]) =>
    shortenStarts(await describeCalendar(createCalendar(createEvent(NEW_YORK, `RRULE:${rule}`), ...others)))
  const change = (id: string, start: string, ...lines: readonly string[]) =>
    createEvent(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:${id}`,
      `DTSTART;TZID=America/New_York:${start}`,
      ...lines,
    )
  const third = change('20270119T190000', '20270119T200000')
  const LATER = ['2027-01-20 01:00', '2027-01-27 01:00']

  test('with COUNT, UNTIL and without an end', async () => {
    const expected = [...TUESDAYS.slice(0, 2), ...LATER]
    assert.deepEqual(await read('FREQ=WEEKLY;COUNT=4', third), expected)
    assert.deepEqual(await read('FREQ=WEEKLY;BYDAY=TU;UNTIL=20270127T000000Z', third), expected)
    assert.deepEqual((await read('FREQ=WEEKLY', third)).slice(0, 4), expected)
    assert.deepEqual(await read('FREQ=WEEKLY;COUNT=3', third), expected.slice(0, 3))
  })

  test('into records with keys of their own', async () => {
    const entries = await readEntries(createCalendar(createEvent(NEW_YORK, 'RRULE:FREQ=WEEKLY'), third))
    assert.deepEqual(
      entries.map((entry) => 'kind' in entry && [entry.key, entry.where, (entry.fields['recurrence'] as Json).rrule]),
      [
        ['A', 'a.ics:3', 'FREQ=WEEKLY;UNTIL=20270118'],
        ['A#2027-01-19T19:00:00', 'a.ics:9', 'FREQ=WEEKLY'],
      ],
    )
  })

  test('to another day, with the days of the rule', async () => {
    const moved = change('20270119T190000', '20270121T190000')
    const expected = [...TUESDAYS.slice(0, 2), '2027-01-22 00:00', '2027-01-29 00:00']
    assert.deepEqual(await read('FREQ=WEEKLY;COUNT=4', moved), expected)
    assert.deepEqual(await read('FREQ=WEEKLY;BYDAY=TU;COUNT=4', moved), expected)
    const monthly = change('20270309T190000', '20270310T190000')
    assert.deepEqual(await read('FREQ=MONTHLY;BYDAY=2TU;COUNT=3', monthly), [
      ...['2027-01-06 00:00', '2027-01-13 00:00', '2027-02-10 00:00', '2027-03-11 00:00'],
    ])
    assert.equal(
      (await read('FREQ=MONTHLY;BYDAY=1TU', monthly)).at(-1),
      'failed on line 12: RECURRENCE-ID cannot divide the series (a rule with so many dates cannot be moved to other days): 20270309T190000',
    )
  })

  test('with exclusions, additions, changes and another division after it', async () => {
    const main = createEvent(
      ...[NEW_YORK, 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE;TZID=America/New_York:20270112T190000,20270126T190000'],
      'RDATE;TZID=America/New_York:20270106T190000,20270203T190000,20270204T100000',
    )
    const single = createEvent('RECURRENCE-ID:20270203T000000Z', 'DTSTART:20270203T120000Z')
    const last = change('20270209T190000', '20270209T210000')
    assert.deepEqual(shortenStarts(await describeCalendar(createCalendar(last, main, single, third))), [
      ...['2027-01-06 00:00', '2027-01-07 00:00', '2027-01-20 01:00', '2027-02-03 12:00', '2027-02-04 01:00'],
      ...['2027-02-04 16:00', '2027-02-10 02:00'],
    ])
  })

  test('unless it has another range, or the calendar lacks the series, which is reported', async () => {
    const prior = createEvent('RECURRENCE-ID;RANGE=THISANDPRIOR:20270113T000000Z', 'DTSTART:20270112T120000Z')
    assert.deepEqual(await read('FREQ=WEEKLY;COUNT=3', prior), [
      'line 12: RANGE=THISANDPRIOR has no effect here, so only one occurrence is changed',
      ...['2027-01-06 00:00', '2027-01-12 12:00', '2027-01-20 00:00'],
    ])
    assert.deepEqual(shortenStarts(await describeCalendar(createCalendar(third))), [
      'line 6: RANGE=THISANDFUTURE has no effect here, so only one occurrence is changed',
      '2027-01-20 01:00',
    ])
  })

  test('and replaces it from its first occurrence on', async () => {
    assert.deepEqual(await read('FREQ=WEEKLY;COUNT=2', change('20270105T190000', '20270105T200000')), [
      ...['2027-01-06 01:00', '2027-01-13 01:00'],
    ])
  })
})

test('Rules of an event beyond the tenth are reported', async () => {
  const read = (count: number) => readWarnings(NEW_YORK, ...Array<string>(count).fill('RRULE:FREQ=DAILY;COUNT=2'))
  const isReported = (warning: string) => warning.includes('more than 10 rules')
  assert.deepEqual((await read(10)).filter(isReported), [])
  assert.equal((await read(11)).filter(isReported).length, 1)
})
