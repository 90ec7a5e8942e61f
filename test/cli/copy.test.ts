/** Copying a complete calendar from one database to another. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { insertTerm } from '../../src/calendar/terms/term-store.ts'
import { insertIdentity } from '../../src/calendar/users/user-identities.ts'
import { insertDigestLink, insertDigestSubscription } from '../../src/features/digests/subscription-store.ts'
import { insertSubmission, insertSubmissionLink } from '../../src/features/submissions/submission-store.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database } from '../../src/storage/types.ts'
import { type CommandResult, runCalends } from '../helper/command-line.ts'
import { ENGINES, type TestEngine, type TestStorage } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { createTemporaryFolder } from '../helper/media/media-servers.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const copy = (from: string, to: string, env: Readonly<Record<string, string>> = {}): Promise<CommandResult> =>
  runCalends('', ['copy', '--from', from, '--to', to, '--json'], { env })

/** Creates a calendar with records of every kind, and gaps after the highest IDs. */
async function fill(service: TestService): Promise<void> {
  const seeded = await runCalends(service.config.databaseUrl, ['seed', '--events', '300', '--seed', '7', '--no-images'])
  assert.equal(seeded.code, 0, seeded.stderr)
  const make = async (path: string, json: Json): Promise<Json> => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const drawn = await service.send('POST', '//wp-json/wp/v2/media', {
    as: 'admin',
    body: await createImage(40, 30),
    headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="night.jpg"' },
  })
  assert.equal(drawn.status, 201, drawn.text)
  const venue = { venue: "L'Ængstrom “Øst” 🎷", address: '1 Rue', geo_lat: 48.123456789012, geo_lng: -0.1 }
  const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00', timezone: 'Europe/Paris' }
  const first = await make('/events', {
    ...dates,
    title: 'Ärger & Öl \\ "quoted" 日本語',
    description: '<p>100% of_it</p>\n\ttabbed',
    venue,
    organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
    categories: ['zebra', 'Äther', 'ape'],
    tickets: [{ name: 'Stalls', price: '12.50' }],
    image: drawn.json.id,
    cost: '10',
  })
  await make('/events', { ...dates, title: 'Hidden', password: 'p', post_parent: first.id })
  const put = await service.send('PUT', '/events/by-external-id/feed:abc', {
    as: 'admin',
    json: { ...dates, title: 'Known' },
  })
  assert.equal(put.status, 201, put.text)
  await make('/events', { ...dates, title: 'Draft', status: 'draft' })
  const tag = await make('/tags', { name: 'the last' })
  await service.send('DELETE', `/tags/${tag.id}`, { as: 'admin' })
  const trashed = await make('/events', { ...dates, title: 'Trashed' })
  await service.send('DELETE', `/events/${trashed.id}`, { as: 'admin' })
  const identity = { issuer: 'https://id.example', subject: 's', user_id: service.ids.editor }
  await service.services.database.transaction((tx) =>
    insertIdentity(tx, { ...identity, created_utc: '2026-01-01 00:00:00' }),
  )
  await addSubmissionAndSubscription(service, first.id)
  const gone = await make('/venues', { venue: 'Gone' })
  await service.services.database.transaction(async (tx) => {
    await tx.deleteFrom('venues').where('id', '=', gone.id).execute()
    await tx.deleteFrom('post_search').where('rowid', '=', gone.id).execute()
    await tx.deleteFrom('object_ids').where('id', '=', gone.id).execute()
  })
}

/** What visitors without an account have stored: a submission and a subscription, each with a link. */
async function addSubmissionAndSubscription({ services }: TestService, eventId: number): Promise<void> {
  const [now, expires] = ['2026-01-01 00:00:00', '2026-02-01 00:00:00']
  const person = { name: 'Ann', email: 'ann@example.test', note: 'ä', language: 'de' }
  await services.database.transaction(async (tx) => {
    const ids = { eventId, venueId: 0, organizerId: 0 }
    await insertSubmission(tx, { ...ids, ...person, submitted: now, decided: '' }, 'form')
    await insertSubmissionLink(tx, { digest: 'link', event_id: eventId, expires_utc: expires }, now)
    await tx.insertInto('submission_keys').values({ id: 1, secret: 'secret' }).execute()
    const subscription = { email: person.email, scope: '', language: 'de' }
    const subscriptionId = await insertDigestSubscription(tx, subscription, now)
    await insertDigestLink(tx, { digest: 'link', purpose: 'manage', subscriptionId, expires })
  })
}

const PAGES = [
  ...['1', '2', '7'].map((page) => `/events?starts_after=1970-01-01&per_page=50&page=${page}`),
  ...['title', 'title&order=desc', 'modified'].map((order) => `/events?starts_after=1970-01-01&orderby=${order}`),
  '/events?search=ol&starts_after=1970-01-01',
  '/events?search=jazz%20night',
  '/events?status=any&starts_after=1970-01-01&per_page=100',
  '/events?status=trash&starts_after=1970-01-01',
  '/events?ticketed=true&starts_after=1970-01-01',
  '/events?free=true&starts_after=1970-01-01',
  '/events?geoloc_lat=48&geoloc_lng=0&geoloc_radius=50&starts_after=1970-01-01',
  '/events/by-external-id/feed:abc',
  ...['/venues?per_page=100', '/organizers?per_page=100', '/categories?per_page=100', '/tags?per_page=100', '/media'],
]

async function getResponses(service: TestService): Promise<readonly string[]> {
  const responses: string[] = []
  for (const path of PAGES) {
    for (const as of ['anon', 'admin', 'author'] as const) {
      const { status, text } = await service.send('GET', path, { as })
      if (as === 'admin') assert.equal(status, 200, `${path}: ${text}`)
      responses.push(`${as} ${path} ${status}\n${text}`)
    }
  }
  return responses
}

/** IDs of the next venue, tag and user, and the number of the next change. */
async function nextNumbers(service: TestService): Promise<readonly number[]> {
  const venue = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Next' } })
  const tag = await service.send('POST', '/tags', { as: 'admin', json: { name: 'next' } })
  const { databaseUrl } = service.config
  const arguments_ = ['--role', 'editor', '--email', 'next@example.test', '--app-password', 'x', '--json']
  const user = await runCalends(databaseUrl, ['user', 'add', 'next', ...arguments_])
  const { read } = service.services.database
  const change = await read.selectFrom('changes').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow()
  const word = await read.selectFrom('application_passwords').select('id').orderBy('id', 'desc').executeTakeFirst()
  return [venue.json.id, tag.json.id, JSON.parse(user.stdout).id, change.seq, word?.id ?? 0]
}

/** In both directions; to the same engine where only one is tested. */
const PAIRS = ENGINES.flatMap((from) => ENGINES.map((to) => ({ from, to }))).filter(
  ({ from, to }) => from !== to || ENGINES.length === 1,
)

for (const { from, to } of PAIRS) {
  describe(`calends copy from ${from.name} to ${to.name}`, () => {
    const files = createTemporaryFolder()
    const env = { PUBLIC_URL: 'https://calendar.example', MEDIA_URL: `file:${files}` }
    let original: TestService
    let [copied, copiedBack]: TestStorage[] = []
    let report: Json
    before(async () => {
      original = await startService({ engine: from, env })
      await fill(original)
      copied = await to.create()
      copiedBack = await from.create()
      const result = await copy(original.config.databaseUrl, copied.url, env)
      assert.equal(result.code, 0, result.stderr)
      report = JSON.parse(result.stdout)
    })
    after(async () => {
      await original.stop()
      await copied?.remove()
      await copiedBack?.remove()
      rmSync(files, { recursive: true, force: true })
    })

    test('copy reports what it copied, and where the files of images remain', async () => {
      assert.equal(report.pictures, 1)
      assert.equal(report.files, files)
      const rows = Object.fromEntries(report.tables.map((table: Json) => [table.name, table.rows]))
      assert.equal(rows.events, 305)
      assert.deepEqual([rows.users, rows.user_identities], [6, 1])
      const { submissions, submission_links, submission_keys, digest_subscriptions, digest_links } = rows
      const ofVisitors = [submissions, submission_links, submission_keys, digest_subscriptions, digest_links]
      assert.deepEqual(ofVisitors, [1, 1, 1, 1, 1])
      assert.ok(rows.post_search > 320 && rows.changes > 320 && rows.links > 300 && rows.event_terms > 300)
    })

    test('The copy is complete, and copied back it equals the original', async () => {
      const [to = '', originalUrl = ''] = [copied?.url, copiedBack?.url]
      const checked = await runCalends(to, ['check', '--json'], { env })
      assert.deepEqual(JSON.parse(checked.stdout), { findings: [], repaired: 0, orphans: [], removed: 0 })
      const again = await copy(to, originalUrl, env)
      assert.equal(again.code, 0, again.stderr)
      assert.deepEqual(JSON.parse(again.stdout).tables, report.tables)
    })

    test('A service returns the same responses from the copy, and continues with the same IDs', async () => {
      const copies: TestService[] = []
      for (const target of [copied, copiedBack]) {
        const url = target?.url ?? ''
        const engine: TestEngine = { ...to, create: async () => ({ url, folder: files, remove: async () => {} }) }
        copies.push(await startService({ engine, env, existing: original }))
      }
      const responses = await getResponses(original)
      for (const copied of copies) assert.deepEqual(await getResponses(copied), responses)
      const numbers = await nextNumbers(original)
      for (const copied of copies) assert.deepEqual(await nextNumbers(copied), numbers)
      for (const copied of copies) await copied.stop()
    })
  })
}

for (const engine of ENGINES) {
  describe(`A copy to ${engine.name}`, () => {
    const folder = createTemporaryFolder()
    const url = `sqlite:${join(folder, 'source.db')}`
    let target: TestStorage
    before(async () => {
      const seeded = await runCalends(url, ['seed', '--events', '2000', '--seed', '1', '--no-images'])
      assert.equal(seeded.code, 0, seeded.stderr)
    })
    after(() => rmSync(folder, { recursive: true, force: true }))
    beforeEach(async () => {
      target = await engine.create()
    })
    afterEach(() => target.remove())

    const tag = (name: string) => ({ taxonomy: 'tag', name, slug: name, description: '', parent: 0 }) as const
    const addTag = (database: Database, name: string) =>
      database.transaction((tx) => insertTerm(tx, tag(name), '2027-01-01 00:00:00'))
    /** Runs work on the target and closes it. */
    async function onTarget<T>(work: (database: Database) => Promise<T>): Promise<T> {
      const database = await openDatabase(target.url)
      return work(database).finally(database.close)
    }
    const isEmpty = () =>
      onTarget(async ({ read }) => {
        const ids = await read.selectFrom('object_ids').selectAll().limit(1).execute()
        return ids.length === 0 && (await read.selectFrom('terms').selectAll().limit(1).execute()).length === 0
      })

    test('A copy that is killed leaves an empty target, which the next copy fills', async () => {
      const result = await runCalends('', ['copy', '--from', url, '--to', target.url], {
        during: (child) => child.stdout?.on('data', (text) => /copying: [3-9]0/.test(text) && child.kill('SIGKILL')),
      })
      assert.equal(result.code, null)
      assert.doesNotMatch(result.stdout, /copied/)
      assert.ok(await isEmpty())
      assert.equal((await copy(url, target.url)).code, 0)
    })

    test('A copy to a database with records is rejected', async () => {
      await onTarget((database) => addTag(database, 'mine'))
      const result = await copy(url, target.url)
      assert.deepEqual(result, {
        code: 1,
        stdout: '',
        stderr: 'calends: the target is not empty: it has rows in terms. Name a database without records\n',
      })
      const names = await onTarget(({ read }) => read.selectFrom('terms').select('name').execute())
      assert.deepEqual(names, [{ name: 'mine' }])
    })

    test('A copy fails when the target returns different data, and stores nothing', async () => {
      const change = sql`update terms set description = 'changed' where name = 'weekend'`
      await onTarget(({ transaction }) =>
        transaction(async (tx) => {
          if (engine.name === 'sqlite')
            return sql`create trigger meddle after insert on terms begin ${change}; end`.execute(tx)
          await sql`create function meddle() returns trigger language plpgsql as $$ begin ${change}; return null; end $$`.execute(
            tx,
          )
          return sql`create trigger meddle after insert on terms execute function meddle()`.execute(tx)
        }),
      )
      const result = await copy(url, target.url)
      assert.deepEqual(
        [result.code, result.stderr],
        [1, 'calends: terms: the target returns other rows than were written; nothing was written\n'],
      )
      assert.ok(await isEmpty())
    })
  })
}

describe('calends copy', () => {
  const folder = createTemporaryFolder()
  const [from, to] = [`sqlite:${join(folder, 'from.db')}`, `sqlite:${join(folder, 'to.db')}`]
  after(() => rmSync(folder, { recursive: true, force: true }))
  const readFailure = async (...args: Parameters<typeof copy>) => {
    const { code, stdout, stderr } = await copy(...args)
    assert.deepEqual([code, stdout], [1, ''])
    return stderr
  }

  test('copy names the error in a database URL, without repeating the URL', async () => {
    assert.match(
      await readFailure('mysql://me:hush@x/y', to),
      /^calends: --from is not a valid database URL\. Expected sqlite:PATH[^\n]*\n$/,
    )
    assert.doesNotMatch(await readFailure(from, 'mysql://me:hush@x/y'), /hush/)
    assert.equal(
      await readFailure(from, to),
      `calends: --from cannot be read: there is no file ${join(folder, 'from.db')}\n`,
    )
    const unreachable = 'postgres://me:hush@127.0.0.1:1/x'
    assert.match(await readFailure(unreachable, to), /^calends: --from cannot be read: .*ECONNREFUSED 127.0.0.1:1\n$/)
  })

  test('copy reads only a database of its own version, and does not modify others', async () => {
    const { close, transaction } = await openDatabase(from)
    await transaction((tx) => tx.deleteFrom('migrations').where('name', '=', '006-media').execute())
    assert.match(await readFailure(from, to), /--from cannot be read: it is of an older version, without 006-media/)
    await transaction((tx) =>
      tx
        .insertInto('migrations')
        .values([
          { name: '006-media', at: '' },
          { name: '999-later', at: '' },
        ])
        .execute(),
    )
    assert.match(await readFailure(from, to), /--from cannot be read: it is of a newer version, which knows 999-later/)
    await transaction((tx) => sql`drop table migrations`.execute(tx))
    assert.match(await readFailure(from, to), /--from cannot be read: it holds no calendar: no such table: migrations/)
    await close()
  })
})
