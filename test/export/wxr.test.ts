/** Exports in the format of WordPress: after an import into an empty database, records are equal. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { detectExportFormat, exportTo } from '../../src/features/exports/export-to.ts'
import { importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { buildUrls, MOUNTS } from '../../src/http/request/resolve-mount.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { collectResults } from '../import/collect-results.ts'

const send = async (service: TestService, method: string, path: string, json?: Json): Promise<Json> => {
  const response = await service.send(method, path, { as: 'admin', json })
  assert.ok(response.status < 300, `${path}: ${response.text}`)
  return response.json
}

async function upload(service: TestService): Promise<number> {
  const body = await createImage(400, 300)
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="poster.jpg"' }
  const { status, json, text } = await service.send('POST', '/media', { as: 'admin', body, headers })
  assert.equal(status, 201, text)
  await send(service, 'POST', `/media/${json.id}`, { alt_text: 'A "poster" & more' })
  return json.id
}

/** Records in all states that the format has. */
async function fill(service: TestService): Promise<void> {
  const image = await upload(service)
  const child = await send(service, 'POST', '/categories', { name: 'Jazz & more', description: '<b>x</b>' })
  const parent = await send(service, 'POST', '/categories', { name: 'Music' })
  await send(service, 'POST', `/categories/${child.id}`, { parent: parent.id })
  const venue = {
    ...{ venue: 'Café “Ω”', address: '1 Road', city: 'Ghent', country: 'Belgium', zip: '9000', phone: '1', image },
    ...{ stateprovince: 'OV', geo_lat: 51.05, geo_lng: 3.7, website: 'https://v.example/', show_map_link: false },
  }
  const first = await send(service, 'POST', '/events', {
    ...{
      title: 'It’s <em>on</em> & ]]> 日本',
      description: '<p>One &amp; two</p>\r\n\r\n]]> "three" -- x\r',
      excerpt: 'x',
    },
    ...{ start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 03:00:00', timezone: 'Europe/Brussels', venue },
    ...{ organizer: [{ organizer: 'Bob' }, { organizer: 'Ann', email: 'a@x.example' }], tags: ['live', 'new'] },
    ...{ categories: [child.id], website: 'https://x.example/?a=1&b=2', featured: true, sticky: true, image },
    ...{ cost: ['€5', '€10', '7'], show_map: false, author: service.ids.author },
  })
  await send(service, 'POST', '/events', {
    ...{ title: 'Secret', post_password: 'pw', post_parent: first.id, all_day: true, hide_from_listings: true },
    ...{ start_date: '2027-04-01', end_date: '2027-04-02', event_status: 'canceled', event_status_reason: 'Storm' },
  })
  const dates = { start_date: '2027-05-03 18:00:00', end_date: '2027-05-03 19:00:00' }
  await send(service, 'POST', '/events', { title: 'Draft', ...dates, status: 'draft', slug: '' })
  await send(service, 'POST', '/events', { title: 'Later', ...dates, date: '2027-01-01 00:00:00' })
  const trashed = await send(service, 'POST', '/events', { title: 'Trashed', ...dates, status: 'private' })
  await send(service, 'DELETE', `/events/${trashed.id}`)
}

/** Columns that the format has; the files of images get new names. */
async function readRecords({ services }: TestService): Promise<Json> {
  const { read } = services.database
  const [events, venues, organizers, links, terms, eventTerms, media] = [
    await read.selectFrom('events').selectAll().orderBy('id').execute(),
    await read.selectFrom('venues').selectAll().orderBy('id').execute(),
    await read.selectFrom('organizers').selectAll().orderBy('id').execute(),
    await read.selectFrom('links').selectAll().orderBy('event_id').orderBy('kind').orderBy('position').execute(),
    await read.selectFrom('terms').selectAll().orderBy('id').execute(),
    await read.selectFrom('event_terms').selectAll().orderBy('event_id').orderBy('term_id').execute(),
    await read.selectFrom('media').select(['id', 'alt_text', 'width', 'height']).orderBy('id').execute(),
  ]
  const withoutTime = terms.map(({ modified_utc, ...term }) => term)
  return { events, venues, organizers, links, terms: withoutTime, eventTerms, media }
}

for (const engine of ONE_ENGINE) {
  describe(`WordPress exports from ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-wxr-export-'))
      service = await startService({ engine })
      await fill(service)
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const write = async (name: string): Promise<string> => {
      const urls = buildUrls({ mount: MOUNTS.api, language: undefined, site: service.origin })
      const [path = ''] = await exportTo(service.services, join(folder, name), 'wxr', urls)
      return path
    }
    const load = async (target: TestService, path: string) => {
      const { observer, problems } = collectResults()
      const options = { isDryRun: false, fetchesImages: true }
      return { ...(await importInputs(target.services, [path], options, observer)), problems }
    }

    for (const targetEngine of ONE_ENGINE) {
      test(`Records are equal after the import into an empty database on ${targetEngine.name}`, async () => {
        const path = await write('site.xml')
        const env = { IMAGE_FETCH_ALLOW: new URL(service.origin).host }
        const target = await startService({ engine: targetEngine, env })
        try {
          const { problems, ignored } = await load(target, path)
          assert.deepEqual([problems, ignored], [[], {}])
          assert.deepEqual(await readRecords(target), await readRecords(service))
          const secret = await target.send('GET', '/events?search=Secret&start_date=2027-01-01&hidden=true', {
            as: 'admin',
          })
          const { id } = secret.json.events[0]
          const [closed, opened] = [
            await target.send('GET', `/events/${id}`),
            await target.send('GET', `/events/${id}?password=pw`),
          ]
          assert.notEqual(closed.json.event_status_reason, 'Storm')
          assert.deepEqual([opened.status, opened.json.event_status_reason], [200, 'Storm'])
          await load(target, path)
          assert.deepEqual(await readRecords(target), await readRecords(service))
        } finally {
          await target.stop()
        }
      })
    }

    test('An export imported into its own database changes nothing', async () => {
      const before = await readRecords(service)
      const { problems, records } = await load(service, await write('own.xml'))
      assert.deepEqual([problems, records?.events.created, records?.images.fetched], [[], 0, 0])
      assert.deepEqual(await readRecords(service), before)
    })

    test('A folder gets one file, with the elements that WordPress reads', async () => {
      const path = await write('folder')
      assert.equal(path, join(folder, 'folder', 'wordpress.xml'))
      assert.deepEqual([detectExportFormat('a.XML'), detectExportFormat('a.wxr')], ['wxr', 'wxr'])
      const text = readFileSync(path, 'utf8')
      assert.match(text, /<wp:wxr_version>1\.2<\/wp:wxr_version>/)
      assert.match(text, /<wp:author_login><!\[CDATA\[author\]\]><\/wp:author_login>/)
      assert.match(text, /<wp:post_type><!\[CDATA\[tribe_venue\]\]>/)
      assert.match(text, /<category domain="tribe_events_cat" nicename="jazz-more"><!\[CDATA\[Jazz &amp; more\]\]>/)
      // A category follows its parent, although it is older.
      assert.ok(text.indexOf('<wp:term_slug><![CDATA[music]]>') < text.indexOf('<wp:term_slug><![CDATA[jazz-more]]>'))
      assert.doesNotMatch(text, /@example\.test/)
    })
  })
}
