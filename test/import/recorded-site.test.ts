/**
 * The main use case on real input: a recorded site is imported completely, and reading it over REST returns the
 * recorded responses.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type ImportReport, importRecords } from '../../src/features/imports/import-records.ts'
import { ONE_ENGINE, type TestEngine } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { createFileReader } from './records.ts'

const repository = join(import.meta.dirname, '..', '..')
const site = join(resolve(repository, process.env['REFERENCE_DIR'] ?? '../shared/reference'), 'site')

/** Parameters with which a list contains every record on some page. */
const QUERY_ALL = {
  categories: 'hide_empty=false',
  tags: 'hide_empty=false',
  venues: 'status=any',
  organizers: 'status=any',
  events: 'status=any&hidden=true&starts_after=1970-01-01',
} as const

type Plural = keyof typeof QUERY_ALL
const KINDS: readonly Plural[] = ['categories', 'tags', 'venues', 'organizers', 'events']

/** Recorded records by ID; a list that is read page by page contains some of them twice. */
function recorded(kind: Plural): Map<number, Json> {
  const lines = gunzipSync(readFileSync(join(site, `${kind}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
  return new Map(lines.filter((line) => line !== '').map((line) => [JSON.parse(line).id, JSON.parse(line)]))
}

/** This service adds whether events have offers; no recorded one has any. */
function withoutOffers(record: Json): Json {
  const { ticketed, tickets, ...rest } = record
  return ticketed === false && tickets?.length === 0 ? rest : record
}

async function readAllRecords(service: TestService, kind: Plural): Promise<Json[]> {
  const records: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { status, json } = await service.send('GET', `/${kind}?${QUERY_ALL[kind]}&per_page=100&page=${page}`, {
      as: 'admin',
    })
    assert.equal(status, 200)
    records.push(...json[kind])
    pages = json.total_pages
  }
  return records
}

/** The paths at which two records differ. The order of keys counts. */
function differences(expected: Json, actual: Json, path = ''): string[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return []
  const areObjects = [expected, actual].every((value) => typeof value === 'object' && value !== null)
  if (!areObjects) return [`${path}: ${JSON.stringify(expected)} was recorded, ${JSON.stringify(actual)} is answered`]
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
  const inside = [...keys].flatMap((key) => differences(expected[key], actual[key], `${path}.${key}`))
  return inside.length > 0 ? inside : [`${path}: the order of keys`]
}

if (!existsSync(site)) {
  test('A recorded site is imported completely', () => console.log(`no recorded site at ${site}: import not compared`))
} else {
  for (const engine of ONE_ENGINE) compareOn(engine)
}

function compareOn(engine: TestEngine): void {
  describe(`A recorded site on ${engine.name}`, () => {
    let service: TestService
    let report: ImportReport
    const problems: string[] = []
    before(async () => {
      service = await startService({ engine, env: { PUBLIC_URL: 'http://reference.example' } })
      report = await importRecords(service.services, createFileReader([site]), {
        problem: (text) => problems.push(text),
        progress: () => {},
      })
    })
    after(() => service.stop())

    test('Every record is imported', () => {
      assert.deepEqual(problems, [])
      assert.equal(report.invalid, 0)
      assert.equal(report.events.created, recorded('events').size)
    })

    for (const kind of KINDS) {
      test(`GET of ${kind} returns the recorded responses`, async () => {
        const expected = recorded(kind)
        if (kind === 'venues' || kind === 'organizers') addEmbedded(expected, kind)
        const actual = (await readAllRecords(service, kind)).map(withoutOffers)
        const unequal = actual.flatMap((record) => differences(expected.get(record.id), record, `${kind} ${record.id}`))
        const equal = actual.filter(
          (record) => JSON.stringify(record) === JSON.stringify(expected.get(record.id)),
        ).length
        console.log(`${engine.name}: ${kind}: ${equal} of ${expected.size} are equal`)
        assert.deepEqual(unequal.slice(0, 20), [])
        assert.equal(new Set(actual.map(({ id }) => id)).size, expected.size)
      })
    }
  })
}

/** Records that occur only inside events; they look the same there. */
function addEmbedded(expected: Map<number, Json>, kind: 'venues' | 'organizers'): void {
  for (const event of recorded('events').values()) {
    for (const record of [event[kind.slice(0, -1)]].flat()) expected.set(record.id, record)
  }
}
