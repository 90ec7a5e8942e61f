import assert from 'node:assert/strict'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Writer } from '../../src/storage/types.ts'
import { runCalends } from '../helper/command-line.ts'
import { ENGINES } from '../helper/engines.ts'
import { createFileForm } from '../helper/http/upload-body.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

for (const engine of ENGINES) {
  describe(`calends check on ${engine.name}`, () => {
    let service: TestService
    /** IDs of two events, of their venue, and of two categories. */
    let ids: { first: number; second: number; venue: number; above: number; below: number }
    before(async () => {
      service = await startService({ engine })
      ids = await somethingToDamage(service)
    })
    after(() => service.stop())

    const check = async (...options: readonly string[]): Promise<Json> => {
      const { code, stdout } = await runCalends(service.config.databaseUrl, ['check', '--json', ...options], {
        env: { MEDIA_URL: service.config.mediaUrl },
      })
      assert.match(stdout, /^\{[^\n]+\}\n$/)
      return { code, ...JSON.parse(stdout) }
    }
    const uploaded = async (title: string): Promise<Json> => {
      const file = createFileForm({ title }, await createImage(40, 30), `${title}.jpg`)
      return (await service.send('POST', '/media', { as: 'admin', ...file })).json
    }
    const change = (work: (tx: Writer) => Promise<unknown>): Promise<unknown> =>
      service.services.database.transaction(work)

    test('check reports no problems in an intact database', async () => {
      assert.deepEqual(await check(), { code: 0, findings: [], repaired: 0, orphans: [], removed: 0 })
    })

    test('check finds and repairs wrong counts and search texts', async () => {
      await change((tx) => tx.updateTable('terms').set({ count: 41 }).where('id', '=', ids.above).execute())
      await change((tx) => tx.deleteFrom('post_search').where('rowid', 'in', [ids.first, ids.venue]).execute())
      await change((tx) => tx.insertInto('post_search').values({ rowid: 4711, text: 'nothing' }).execute())
      const found = await check()
      assert.equal(found.code, 1)
      assert.deepEqual(
        found.findings.map(({ text }: { text: string }) => text),
        [
          `category ${ids.above} says 41 events and has 1`,
          `event ${ids.first} has no search text`,
          `venue ${ids.venue} has no search text`,
          'search text 4711 has no record',
        ],
      )
      const { code, findings, repaired } = await check('--repair')
      assert.deepEqual([code, findings, repaired], [0, [], 4])
      const { json } = await service.send('GET', '/events?search=harvest')
      assert.equal(json.total, 1)
      const { read } = service.services.database
      const newest = await read.selectFrom('changes').select(['kind', 'id']).orderBy('seq', 'desc').limit(3).execute()
      assert.deepEqual(newest, [
        { kind: 'venue', id: ids.venue },
        { kind: 'event', id: ids.first },
        { kind: 'count', id: ids.above },
      ])
    })

    test('check finds and repairs stored fragments that differ from their records', async () => {
      // A write stores the fragment of its record.
      for (const path of [`/events/${ids.first}`, `/venues/${ids.venue}`]) {
        const { status } = await service.send('PUT', path, { as: 'admin', json: { date: '2026-05-01 10:00:00' } })
        assert.equal(status, 200)
      }
      await change((tx) => tx.updateTable('fragments').set({ author: 4711 }).where('id', '=', ids.first).execute())
      await change((tx) =>
        tx
          .updateTable('fragments')
          .set({ open: Buffer.from('x') })
          .where('id', '=', ids.venue)
          .execute(),
      )
      assert.deepEqual(
        (await check()).findings.map(({ about, text }: { about: string; text: string }) => `${about}: ${text}`),
        [
          `fragments: event ${ids.first} has a stored fragment that differs from the record`,
          `fragments: venue ${ids.venue} has a stored fragment that differs from the record`,
        ],
      )
      const { code, repaired } = await check('--repair')
      assert.deepEqual([code, repaired], [0, 2])
      assert.equal((await service.send('GET', `/events/${ids.first}`)).json.venue.venue, 'Mill')
    })

    test('check finds and repairs lists that differ from the records', async () => {
      await change((tx) => tx.deleteFrom('listed_events').where('scope', '=', 'all').execute())
      const found = await check()
      assert.deepEqual(
        [found.code, found.findings],
        [1, [{ about: 'lists', text: 'listed_events lacks 2 rows and has 0 wrong ones' }]],
      )
      assert.deepEqual(await check('--repair'), { code: 0, findings: [], repaired: 1, orphans: [], removed: 0 })
      assert.equal((await service.send('GET', '/events')).json.total, 2)
    })

    test('check finds and repairs search texts that contradict the password of their record', async () => {
      const create = async (title: string, post_password: string): Promise<number> => {
        const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
        const event = { ...dates, title, description: 'Bassoon', post_password }
        return (await service.send('POST', '/events', { as: 'admin', json: event })).json.id
      }
      const [lost, disclosed, open] = [
        await create('Lost', 'x'),
        await create('Disclosed', 'x'),
        await create('Open', ''),
      ]
      assert.deepEqual((await check()).findings, [])
      await change(async (tx) => {
        await tx.deleteFrom('protected_search').where('rowid', '=', lost).execute()
        await tx.updateTable('post_search').set({ text: 'disclosed bassoon' }).where('rowid', '=', disclosed).execute()
        await tx.insertInto('protected_search').values({ rowid: open, text: 'open' }).execute()
      })
      const texts = [lost, disclosed, open].map((id) => `event ${id} has search texts that do not fit its password`)
      assert.deepEqual(
        (await check()).findings.map(({ text }: { text: string }) => text),
        texts,
      )
      assert.deepEqual(await check('--repair'), { code: 0, findings: [], repaired: 3, orphans: [], removed: 0 })
      const find = async (as: 'admin' | 'anon') =>
        (await service.send('GET', '/events?search=bassoon', { as })).json.events.map(({ id }: Json) => id)
      assert.deepEqual(await find('admin'), [lost, disclosed, open])
      assert.deepEqual(await find('anon'), [open])
    })

    test('check finds and repairs images that a search cannot find', async () => {
      const { id } = await uploaded('Windmill')
      await change((tx) => tx.deleteFrom('post_search').where('rowid', '=', id).execute())
      assert.deepEqual((await check()).findings, [{ about: 'search', text: `picture ${id} has no search text` }])
      assert.deepEqual((await check('--repair')).repaired, 1)
      assert.equal((await service.send('GET', '/media?search=windmill', { as: 'admin' })).json.total, 1)
      const { read } = service.services.database
      const newest = await read.selectFrom('changes').select(['kind', 'id']).orderBy('seq', 'desc').limit(1).execute()
      assert.deepEqual(newest, [{ kind: 'media', id }])
    })

    test('Files without an image are reported as notes, and --repair deletes those older than an hour', async () => {
      const { url } = await uploaded('Kept')
      const key: string = url.split('/uploads/')[1]
      const [old, recent] = [key.replace('kept', 'old'), key.replace('kept', 'recent')]
      const { files } = service.services
      for (const orphan of [old, recent]) await files.write(orphan, Buffer.from('x'), 'image/jpeg')
      const uploads = join(service.config.DATA_DIR, 'uploads')
      const twoHoursAgo = new Date(Date.now() - 7_200_000)
      for (const name of [old, key]) utimesSync(join(uploads, name), twoHoursAgo, twoHoursAgo)
      assert.deepEqual(await check(), { code: 0, findings: [], repaired: 0, orphans: [old, recent], removed: 0 })
      assert.deepEqual(await check('--repair'), { code: 0, findings: [], repaired: 0, orphans: [recent], removed: 1 })
      assert.deepEqual([existsSync(join(uploads, old)), existsSync(join(uploads, key))], [false, true])
      await files.remove([recent])
    })

    test('--repair deletes no files where most belong to no image of the database', async () => {
      const { files } = service.services
      const keys = Array.from({ length: 101 }, (_, at) => `2026/10/other-${String(at).padStart(3, '0')}.jpg`)
      for (const key of keys) await files.write(key, Buffer.from('x'), 'image/jpeg')
      const twoHoursAgo = new Date(Date.now() - 7_200_000)
      for (const key of keys) utimesSync(join(service.config.DATA_DIR, 'uploads', key), twoHoursAgo, twoHoursAgo)
      const { code, orphans, removed } = await check('--repair')
      assert.deepEqual([code, orphans, removed], [0, keys, 0])
      await files.remove(keys)
    })

    test('check finds images without files, and records that refer to missing images', async () => {
      const { id, url } = await uploaded('Lost')
      const key = url.split('/uploads/')[1]
      const { files } = service.services
      await files.remove([key])
      await change((tx) => tx.updateTable('events').set({ image: 4711 }).where('id', '=', ids.first).execute())
      const { findings } = await check('--repair')
      assert.deepEqual(
        findings.map(({ text }: { text: string }) => text),
        [`event ${ids.first} shows picture 4711, which is not there`, `picture ${id} has no file ${key}`],
      )
      await change((tx) => tx.updateTable('events').set({ image: 0 }).where('id', '=', ids.first).execute())
      await service.send('DELETE', `/media/${id}`, { as: 'admin' })
    })

    test('check finds categories and events without their parent, and --repair makes them top-level', async () => {
      await change((tx) => tx.updateTable('terms').set({ parent: 4711 }).where('id', '=', ids.below).execute())
      await change((tx) => tx.updateTable('events').set({ post_parent: 4711 }).where('id', '=', ids.second).execute())
      assert.deepEqual(
        (await check()).findings.map(({ text }: { text: string }) => text),
        [
          `category ${ids.below} has the parent 4711, which is no category`,
          `event ${ids.second} has the parent 4711, which is no event`,
        ],
      )
      assert.deepEqual(await check('--repair'), { code: 0, findings: [], repaired: 2, orphans: [], removed: 0 })
      const category = await service.send('GET', `/categories/${ids.below}`)
      assert.equal(category.json.parent, 0)
      const { read } = service.services.database
      const newest = await read.selectFrom('changes').select(['kind', 'id']).orderBy('seq', 'desc').limit(2).execute()
      assert.deepEqual(newest, [
        { kind: 'event', id: ids.second },
        { kind: 'category', id: ids.below },
      ])
      await change((tx) => tx.updateTable('terms').set({ parent: ids.above }).where('id', '=', ids.below).execute())
    })

    test('check reports problems that require manual repair, and changes nothing', async () => {
      await change((tx) => tx.deleteFrom('fragments').execute())
      await change((tx) => tx.updateTable('links').set({ target_id: ids.second }).execute())
      await change((tx) => tx.updateTable('terms').set({ parent: ids.below }).where('id', '=', ids.above).execute())
      await change((tx) =>
        tx
          .updateTable('events')
          .set({ utc_end_date: '2027-03-01 12:00:00', slug: 'same' })
          .where('id', '=', ids.first)
          .execute(),
      )
      await change((tx) => tx.updateTable('events').set({ slug: 'same' }).where('id', '=', ids.second).execute())
      await change((tx) => tx.updateTable('venues').set({ slug: '' }).execute())
      const post_parent = ids.first
      await change((tx) => tx.updateTable('events').set({ post_parent }).where('id', '=', ids.first).execute())
      await change((tx) => tx.insertInto('object_ids').values({ id: 9000, kind: 'organizer' }).execute())
      const { code, findings, repaired } = await check('--repair')
      assert.deepEqual([code, repaired], [1, 0])
      assert.deepEqual(
        findings.map(({ about, text }: { about: string; text: string }) => `${about}: ${text}`),
        [
          'numbers: number 9000 was given to a record of kind organizer that is not there',
          `links: event ${ids.first} links ${ids.second} as its venue, which is of kind event`,
          `parents: category ${ids.above} is its own ancestor`,
          `parents: category ${ids.below} is its own ancestor`,
          `parents: event ${ids.first} is its own ancestor`,
          `dates: event ${ids.first}: its end_date 2027-03-01 12:00:00 in America/New_York is not its utc_end_date 2027-03-01 12:00:00`,
          'slugs: 2 records of kind event have the slug same',
          `slugs: venue ${ids.venue} is published without a slug`,
        ],
      )
    })
  })
}

async function somethingToDamage(service: TestService) {
  const post = async (path: string, json: Json): Promise<Json> =>
    (await service.send('POST', path, { as: 'admin', json })).json
  const above = await post('/categories', { name: 'Above' })
  const below = await post('/categories', { name: 'Below', parent: above.id })
  const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
  const venue = { venue: 'Mill' }
  const first = await post('/events', { ...dates, title: 'Harvest', venue, categories: [above.id, below.id] })
  const second = await post('/events', { ...dates, title: 'Sowing' })
  return { first: first.id, second: second.id, venue: first.venue.id, above: above.id, below: below.id }
}
