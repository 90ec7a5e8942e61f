/** Values of additional fields in exports and imports of all formats. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exportTo } from '../../../src/features/exports/export-to.ts'
import { importInputs } from '../../../src/features/imports/formats/import-inputs.ts'
import { buildUrls, MOUNTS } from '../../../src/http/request/resolve-mount.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { collectResults } from '../../import/collect-results.ts'

const FIELDS = [
  { key: '_ecp_custom_2', label: 'Age', type: 'number' },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'open', label: 'Open', type: 'boolean' },
]
const EVENT = { title: 'Concert', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const VALUES = { _ecp_custom_2: 18, note: 'One, "two"\nthree & four', open: false }

const defineFields = async (service: TestService): Promise<void> => {
  for (const json of FIELDS) assert.equal((await service.send('POST', '/fields', { as: 'admin', json })).status, 201)
}
const load = async ({ services }: TestService, path: string) => {
  const { observer, problems } = collectResults()
  await importInputs(services, [path], { isDryRun: false, fetchesImages: false }, observer)
  return problems
}
const readValues = async (service: TestService): Promise<Json> => {
  const { json } = await service.send('GET', '/events?start_date=2027-01-01')
  return Object.fromEntries(
    Object.entries<Json>(json.events[0]?.custom_fields ?? {}).map(([key, { value }]) => [key, value]),
  )
}

for (const engine of SPLIT_ENGINES) {
  describe(`Transfer of additional fields on ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-fields-'))
      service = await startService({ engine })
      await defineFields(service)
      const venue = { venue: 'Hall', custom_fields: { note: 'In the yard' } }
      const json = { ...EVENT, custom_fields: VALUES, venue }
      assert.equal((await service.send('POST', '/events?strict=1', { as: 'admin', json })).status, 201)
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })
    const write = async (name: string, format: 'ndjson' | 'wxr' | 'csv'): Promise<string> => {
      const urls = buildUrls({ mount: MOUNTS.api, language: undefined, site: service.origin })
      const [path = ''] = await exportTo(service.services, join(folder, name), format, urls)
      return path
    }
    const withTarget = async (work: (target: TestService) => Promise<void>) => {
      const target = await startService({ engine })
      try {
        await work(target)
      } finally {
        await target.stop()
      }
    }

    for (const [name, format] of [
      ['calends.ndjson', 'ndjson'],
      ['site.xml', 'wxr'],
      ['events.csv', 'csv'],
    ] as const)
      test(`${format} exports contain values, and imports fill defined fields`, async () => {
        const path = await write(name, format)
        await withTarget(async (target) => {
          await defineFields(target)
          assert.deepEqual(await load(target, path), [])
          assert.deepEqual(await readValues(target), VALUES, readFileSync(path, 'utf8'))
          if (format === 'csv') return
          const { json } = await target.send('GET', '/venues')
          assert.equal(json.venues[0].custom_fields.note.value, 'In the yard')
        })
      })

    test('Values without a definition are kept by ndjson, and omitted by other formats', async () => {
      for (const [name, format] of [
        ['a.ndjson', 'ndjson'],
        ['a.xml', 'wxr'],
      ] as const)
        await withTarget(async (target) => {
          assert.deepEqual(await load(target, await write(name, format)), [])
          assert.deepEqual(await readValues(target), {})
          await defineFields(target)
          assert.deepEqual(await readValues(target), format === 'ndjson' ? VALUES : {})
        })
    })

    test('A table reports values that are not valid', async () => {
      const path = join(folder, 'table.csv')
      const heads =
        'Event Name,Event Start Date,Event End Date,custom_fields[_ecp_custom_2],custom_fields[open],custom_fields[other]'
      writeFileSync(path, `${heads}\nA,2027-03-01,2027-03-01,many,Yes,x`)
      await withTarget(async (target) => {
        await defineFields(target)
        const problems = JSON.stringify(await load(target, path))
        assert.match(problems, /custom_fields\[_ecp_custom_2\].*custom_fields\[other\]/)
        assert.deepEqual(await readValues(target), { open: true })
      })
    })
  })
}
