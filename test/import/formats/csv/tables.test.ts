/** Tables of other programs: each file of this folder gives the events that its author meant. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { importInputs } from '../../../../src/features/imports/formats/import-inputs.ts'
import { ONE_ENGINE } from '../../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../../helper/service.ts'
import { collectResults } from '../../collect-results.ts'

const FOLDER = import.meta.dirname

interface Expected {
  /** Title, start and end in UTC, and what else the table states. */
  readonly events: readonly (readonly string[])[]
  readonly problems?: readonly string[]
}

const GUESSED = 'The file is not encoded in UTF-8 and was read as Windows-1252. Check its accented letters.'
/** 19:00 and 20:30 in New York on January 5. */
const [START, END] = ['2027-01-06 00:00:00', '2027-01-06 01:30:00']

const EXPECTED: Readonly<Record<string, Expected>> = {
  'v06-latin1.csv': {
    events: [['V06 Café', START, '2027-01-06 01:00:00']],
    problems: [`v06-latin1.csv:2: ${GUESSED}`],
  },
  'v13-outlook.csv': {
    events: [['V13', START, '2027-01-06 01:00:00', 'venue Hall', 'category Art', 'category Music']],
  },
  'v22-iso.csv': {
    events: [
      ['V22a', '2027-01-05 19:00:00', '2027-01-05 20:00:00', 'zone Europe/Paris'],
      ['V22b', START, '2027-01-06 01:00:00'],
      ['V22c', START, '2027-01-06 01:00:00'],
    ],
  },
  'v27-title-line.csv': { events: [['V27', START, '2027-01-06 01:00:00']] },
  'v29-sep-comma.csv': { events: [['V29', START, '2027-01-06 01:00:00']] },
  'v30-24.csv': { events: [['V30', START, '2027-01-06 05:00:00']] },
  'v31-bad.csv': {
    events: [],
    problems: [
      'v31-bad.csv:2: failed: column 2 (Event Start Date): "2027-02-30" is not a date',
      'v31-bad.csv:3: failed: column 2 (Event Start Date): "TBA" is not a date',
      'v31-bad.csv:4: failed: column 3 (Event Start Time): "25:00" is not a time',
    ],
  },
  'google.csv': {
    events: [
      ['Choir', START, END, 'venue Town Hall', 'address 12 Main St, Ghent'],
      ['Retreat', '2027-01-06 05:00:00', '2027-01-08 04:59:59', 'all day', 'private'],
      ['Talk', '2027-01-08 15:00:00', '2027-01-08 16:00:00', 'link https://meet.example/talk'],
    ],
  },
  'outlook-de.csv': {
    events: [
      ['Chorprobe', START, END, 'venue Bürgerhaus', 'category Chor', 'category Musik'],
      ['Klausur', '2027-01-06 05:00:00', '2027-01-08 04:59:59', 'all day', 'private'],
    ],
    problems: [`outlook-de.csv:2: ${GUESSED}`],
  },
  'outlook-es.csv': { events: [['Coro', START, END, 'venue Ateneo']] },
  'outlook-fr.csv': {
    events: [['Chorale', START, END, 'venue Salle des fêtes', 'category Musique']],
    problems: [`outlook-fr.csv:2: ${GUESSED}`],
  },
  'outlook-it.csv': { events: [['Coro del paese', START, END, 'venue Sala']] },
  'outlook-nl.csv': { events: [['Koor', START, END, 'venue Zaal']] },
  'outlook-pt.csv': { events: [['Coro da vila', START, END, 'venue Sala']] },
  'meetup.csv': {
    events: [
      ['Evening walk', START, START, 'venue Station', 'address Square 1, left', 'organizer Ghent Walkers'],
      ['Night walk', '2027-01-07 02:00:00', '2027-01-07 02:00:00', 'organizer Ghent Walkers', 'canceled'],
    ],
  },
  'eventbrite.csv': {
    events: [
      [
        ...['Workshop', '2027-01-06 01:00:00', '2027-01-06 03:00:00', 'venue Studio 5', 'address 5 Lake St'],
        'zone America/Chicago',
      ],
      ['Rehearsal', '2027-01-07 01:00:00', '2027-01-07 03:00:00', 'zone America/Chicago', 'draft'],
    ],
  },
  'utf16.txt': { events: [['Café', START, START, 'venue Hall']] },
  'serial.csv': {
    events: [
      ['Serial', START, '2027-01-06 02:00:00'],
      ['Serial in one cell', '2027-01-05 23:00:00', '2027-01-05 23:00:00'],
    ],
  },
  'months.csv': {
    events: [
      ['Janvier', START, START],
      ['Août', '2027-08-01 23:00:00', '2027-08-01 23:00:00'],
    ],
  },
  'quote.csv': {
    events: [['Good', '2027-01-05 05:00:00', '2027-01-05 05:00:00']],
    problems: [
      'quote.csv:3: failed: a quotation mark is inside of a cell without quotation marks; the lines from here on are not imported',
    ],
  },
}

function describeEvent(event: Json): string[] {
  const { venue, address } = event.venue
  return [
    ...[event.title, event.utc_start_date, event.utc_end_date],
    ...(venue ? [`venue ${venue}`] : []),
    ...(address ? [`address ${address}`] : []),
    ...event.organizer.map(({ organizer }: Json) => `organizer ${organizer}`),
    ...event.categories.map(({ name }: Json) => `category ${name}`).sort(),
    ...(event.timezone === 'America/New_York' || event.timezone === 'EST' ? [] : [`zone ${event.timezone}`]),
    ...(event.virtual_url ? [`link ${event.virtual_url}`] : []),
    ...(event.all_day ? ['all day'] : []),
    ...(event.event_status === 'canceled' ? ['canceled'] : []),
    ...(event.status === 'publish' ? [] : [event.status]),
  ]
}

for (const engine of ONE_ENGINE) {
  describe(`tables of other programs on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { SITE_TIMEZONE: 'America/New_York' } })
    })
    after(() => service.stop())

    test('every file of the folder is tested', () => {
      const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.test.ts'))
      assert.deepEqual(files.sort(), Object.keys(EXPECTED).sort())
    })

    for (const [name, { events, problems = [] }] of Object.entries(EXPECTED))
      test(`${name} gives its events`, async () => {
        const collected = collectResults(FOLDER)
        const options = { isDryRun: false, fetchesImages: false }
        await importInputs(service.services, [`${FOLDER}/${name}`], options, collected.observer)
        const found: Json[] = []
        for (const { id } of collected.changes.filter(({ outcome }) => outcome !== 'failed'))
          found.push((await service.send('GET', `/events/${id}`, { as: 'admin' })).json)
        assert.deepEqual(found.map(describeEvent), events)
        assert.deepEqual(collected.problems, problems)
      })
  })
}
