import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ExternalEntry } from '../../src/features/imports/external/external-record.ts'
import { type CsvMapping, parseCsvMapping } from '../../src/features/imports/formats/csv/csv-mapping.ts'
import { readCsv } from '../../src/features/imports/formats/csv/read-csv.ts'
import { importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { collectResults } from './collect-results.ts'

const read = async (text: string, mapping: CsvMapping = {}): Promise<Json[]> => {
  const entries: ExternalEntry[] = []
  for await (const entry of readCsv({ text, name: 'a.csv', mapping })) entries.push(entry)
  return entries
}
const readFields = async (text: string, mapping?: CsvMapping): Promise<Json> => (await read(text, mapping))[0]?.fields

describe('CSV reader', () => {
  test('The columns of the reference become fields', async () => {
    const fields = await readFields(
      [
        'Event Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event,Event Venue Name,Event Organizer Name,Event Cost,Event Currency Symbol,Event Category,Event Tags,Feature Event',
        '"Jazz, live","Two\nlines",2027-03-01,7:30 PM,2027-03-01,9:00 pm,FALSE,Town Hall,"Ann, Bob",12,$,"Music, Jazz",live,yes',
      ].join('\r\n'),
    )
    assert.deepEqual(fields, {
      title: 'Jazz, live',
      description: 'Two\nlines',
      venue: 'Town Hall',
      all_day: false,
      featured: true,
      categories: ['Music', 'Jazz'],
      tags: ['live'],
      organizer: ['Ann', 'Bob'],
      cost: '$12',
      start_date: '2027-03-01 19:30:00',
      end_date: '2027-03-01 21:00:00',
    })
  })

  test('Headings of seven languages, delimiters and orders of dates are detected', async () => {
    const tables: readonly (readonly [string, string])[] = [
      ['Veranstaltungsname;Startdatum;Startzeit', 'N;01.03.2027;19.30 Uhr'],
      ['Nom de l’évènement;Date de début;Heure de début', 'N;01/03/2027;19h30'],
      ['Nombre del evento|Fecha de inicio|Hora de inicio', 'N|01/03/2027|19:30'],
      ['Nome evento\tData di inizio\tOra di inizio', 'N\t01/03/2027\t19:30:00'],
      ['Naam evenement,Begindatum,Begintijd', 'N,01-03-2027,19:30'],
      ['Nome do evento,Data de início,Hora de início', 'N,01/03/2027,19:30'],
      ['EVENT NAME,EVENT START DATE,EVENT START TIME', 'N,03/01/2027,7:30pm'],
      ['title,start_date', 'N,2027-03-01 19:30:00'],
    ]
    for (const [headings, row] of tables) {
      const { title, start_date } = (await readFields(`\ufeff${headings}\n${row}`)) ?? {}
      assert.deepEqual([title, start_date], ['N', '2027-03-01 19:30:00'], headings)
    }
    const [first] = await read('Event Name,Event Start Date\nA,02/03/2027\nB,25/03/2027')
    assert.equal(first.fields.start_date, '2027-03-02 00:00:00')
  })

  test('Tables of venues and organizers are recognized', async () => {
    const venue = 'Venue Name,Venue Address,Venue Address 2,Venue City,Venue Zip\nHall,1 Road,Floor 2,Ghent,9000'
    const [place] = await read(venue)
    assert.deepEqual([place.kind, place.fields.address, place.fields.zip], ['venue', '1 Road, Floor 2', '9000'])
    const [person] = await read('Organizer Name,Organizer Email\nAnn,ann@x.example')
    assert.deepEqual([person.kind, person.fields.email], ['organizer', 'ann@x.example'])
  })

  test('A mapping names columns, delimiter and order of dates', async () => {
    const mapping = parseCsvMapping(
      '{"columns":{"What":"title","When":"start_date"},"delimiter":":","dates":"DMY"}',
      'm',
    )
    assert.deepEqual(await readFields('What:When\nX:1.2.2027', mapping), {
      title: 'X',
      start_date: '2027-02-01 00:00:00',
      end_date: '2027-02-01 00:00:00',
    })
    await assert.rejects(read('What,When\nX,1'), /a\.csv:1: the headings/)
    assert.throws(() => parseCsvMapping('{"columns":{"A":"nope"}}', 'm.json'), /unknown column "nope" for "A"/)
    assert.throws(() => parseCsvMapping('[', 'm.json'), /no JSON object/)
  })

  test('Failures name line and column', async () => {
    const text =
      'Event Name,Event Start Date,Event Start Time\n"A\nB",2027-03-01,x\nC,someday,\nD,2027-03-01,\n"broken,'
    const entries = await read(text)
    assert.deepEqual(
      entries.map(({ where, failure }) => failure && `${where} ${failure}`),
      [
        'a.csv:2 column 3 (Event Start Time): "x" is not a time',
        'a.csv:4 column 2 (Event Start Date): "someday" is not a date',
        undefined,
        'a.csv:6 a quotation mark has no end; the lines from here on are not imported',
      ],
    )
  })
})

for (const engine of ONE_ENGINE) {
  describe(`CSV import on ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-csv-'))
      service = await startService({ engine })
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const load = async (files: Readonly<Record<string, string>>) => {
      const { observer, problems } = collectResults(folder)
      const paths = Object.entries(files).map(([name, text]) => {
        writeFileSync(join(folder, name), text)
        return join(folder, name)
      })
      const options = { isDryRun: false, fetchesImages: false, status: 'pending', categories: ['Imported'] } as const
      const { inputs } = await importInputs(service.services, paths, options, observer)
      return { counts: inputs.map(({ counts }) => counts), problems }
    }

    test('Tables of events and venues are imported once, with an invalid cell named by its column', async () => {
      const files = {
        'events.csv':
          'Event Name,Event Start Date,Event End Date,Event Venue Name\nA,2027-03-01,2027-03-02,Hall\nB,2027-03-05,2027-03-01,',
        'venues.csv': 'Venue Name,Venue City\nHall,Ghent',
      }
      const { counts, problems } = await load(files)
      assert.deepEqual(
        counts.map(({ created, updated, failed }) => [created, updated, failed]),
        [
          [1, 0, 1],
          [0, 1, 0],
        ],
      )
      assert.match(
        problems.join(),
        /^events\.csv:3: failed: column 3 \(Event End Date\): The end must not be before the start\.$/,
      )
      const { events } = (await service.send('GET', '/events?start_date=2027-01-01&status=pending', { as: 'admin' }))
        .json
      assert.deepEqual([events[0].venue.city, events[0].categories[0].name], ['Ghent', 'Imported'])
      const again = await load(files)
      assert.deepEqual(
        again.counts.map(({ unchanged }) => unchanged),
        [1, 1],
      )
    })
  })
}
