/** Databases of earlier versions keep their contents. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { findLinkedIds } from '../../../src/calendar/linked/find-linked-ids.ts'
import type { EventQuery } from '../../../src/calendar/lists/event-query.ts'
import { findEventIds } from '../../../src/calendar/lists/find-event-ids.ts'
import type { LinkedQuery } from '../../../src/calendar/lists/linked-query.ts'
import { planEvents, planLinked, planTerms, type ResolvedIds } from '../../../src/calendar/lists/query-plan.ts'
import {
  deleteMergesInto,
  findMergeTargetBySlug,
  findMergeTargets,
  insertMergedRecords,
} from '../../../src/calendar/posts/merged-records.ts'
import { findPost, findPostsByTitle } from '../../../src/calendar/posts/post-store.ts'
import { findPreviewLink, insertPreviewLink } from '../../../src/calendar/posts/preview-link-store.ts'
import { findStoredSettings, saveStoredSettings } from '../../../src/calendar/settings-store.ts'
import { findTermIds } from '../../../src/calendar/terms/find-term-ids.ts'
import { findAllTerms } from '../../../src/calendar/terms/term-store.ts'
import { digestSecret } from '../../../src/calendar/users/application-password-fields.ts'
import { findSignIn, listApplicationPasswords } from '../../../src/calendar/users/application-password-store.ts'
import { listSessions } from '../../../src/calendar/users/session-store.ts'
import { findIdentityUser, hasIdentity, insertIdentity } from '../../../src/calendar/users/user-identities.ts'
import { deleteUser, findCredentials } from '../../../src/calendar/users/user-store.ts'
import { findPasskey, insertPasskey, listPasskeys } from '../../../src/features/accounts/passkey-store.ts'
import {
  deleteDigestSubscription,
  findLinkedSubscription,
  insertDigestLink,
  insertDigestSubscription,
} from '../../../src/features/digests/subscription-store.ts'
import { DEFAULT_SETTINGS } from '../../../src/features/imports/import.ts'
import { findImportedChanges } from '../../../src/features/imports/import-changes.ts'
import { listImportProgress, saveImportProgress } from '../../../src/features/imports/import-progress.ts'
import { insertImport } from '../../../src/features/imports/import-store.ts'
import { findMailSettings, saveMailSettings } from '../../../src/features/review/mail-store.ts'
import { findNotes, insertNote } from '../../../src/features/review/note-store.ts'
import { listCheckedSites } from '../../../src/features/settings/link-checks.ts'
import { listSampleRecords } from '../../../src/features/settings/sample-records.ts'
import { findRun, insertRun } from '../../../src/features/sources/run-store.ts'
import type { SourceSettings } from '../../../src/features/sources/source.ts'
import {
  deleteSourceRow,
  findDueSources,
  findSource,
  insertSource,
  listSources,
} from '../../../src/features/sources/source-store.ts'
import {
  findLinkedSubmission,
  findSubmissions,
  insertSubmission,
  insertSubmissionLink,
} from '../../../src/features/submissions/submission-store.ts'
import type { NewDelivery } from '../../../src/features/webhooks/delivery.ts'
import { findDueDeliveries, queueDeliveries } from '../../../src/features/webhooks/delivery-store.ts'
import type { Webhook } from '../../../src/features/webhooks/webhook.ts'
import { deleteWebhook, findWebhook, insertWebhook } from '../../../src/features/webhooks/webhook-store.ts'
import { createSystemOrigin } from '../../../src/kernel/change-record.ts'
import { NO_SERIES, pickSeriesFields } from '../../../src/kernel/post.ts'
import { ANONYMOUS, type Viewer } from '../../../src/kernel/user.ts'
import { recordChange } from '../../../src/storage/change-log/change-log.ts'
import { findHistory } from '../../../src/storage/change-log/history.ts'
import { openEngine } from '../../../src/storage/engine.ts'
import { findListingErrors } from '../../../src/storage/listed-events.ts'
import { createInitialTables } from '../../../src/storage/migrations/001-first.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import type { Tables } from '../../../src/storage/tables/tables.ts'
import type { Database } from '../../../src/storage/types.ts'
import { SPLIT_ENGINES, type TestEngine } from '../../helper/engines.ts'

const CLOCK = { now: '2026-06-01 00:00:00', zone: 'UTC', dayCutoff: '00:00' }
const ALL = { page: 1, perPage: 5000 }

type Fill = (db: Kysely<Tables>) => Promise<unknown>

/** A database of the first version with data, opened by this version. */
async function upgraded(context: TestContext, { create }: TestEngine, fill: Fill): Promise<Database> {
  const storage = await create()
  const old = await openEngine(storage.url)
  await old.write.transaction().execute(async (tx) => {
    await createInitialTables(tx, old.engine)
    await sql`create table migrations (name text primary key, at text not null)`.execute(tx)
    await sql`insert into migrations values ('001-first', '')`.execute(tx)
    await fill(tx)
  })
  await old.write.destroy()
  await old.read.destroy()
  const database = await openDatabase(storage.url)
  context.after(async () => {
    await database.close()
    await storage.remove()
  })
  return database
}

for (const engine of SPLIT_ENGINES) {
  describe(`An older database on ${engine.name}`, () => {
    test('Its records have neither offers nor external IDs, and external IDs are unique from now on', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event'), (3, 'organizer')`.execute(db)
        await sql`insert into events (id, status, title, cost) values
          (1, 'publish', 'One', '["5"]'), (2, 'draft', 'Two', '')`.execute(db)
        await sql`insert into organizers (id, status, title) values (3, 'publish', 'Three')`.execute(db)
      })
      const event = await findPost(database.read, 'event', 1)
      assert.deepEqual([event?.title, event?.cost, event?.tickets, event?.external_id], ['One', ['5'], [], ''])
      assert.equal((await findPost(database.read, 'organizer', 3))?.external_id, '')
      const name = (id: number) =>
        database.transaction((tx) =>
          tx.updateTable('events').set({ external_id: 'a:1' }).where('id', '=', id).execute(),
        )
      await name(1)
      await assert.rejects(name(2), (error) => database.engine.isUniqueViolation(error))
    })

    test('Its events are in no series, and a series has one event per date from now on', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event'), (3, 'event')`.execute(db)
        await sql`insert into events (id, status, title) values
          (1, 'publish', 'One'), (2, 'draft', 'Two'), (3, 'publish', 'Three')`.execute(db)
      })
      const event = await findPost(database.read, 'event', 1)
      assert.deepEqual(event && pickSeriesFields(event), NO_SERIES)
      const assign = (id: number, series_date: string) =>
        database.transaction((tx) =>
          tx.updateTable('events').set({ series_id: 9, series_date }).where('id', '=', id).execute(),
        )
      await assign(1, '2027-01-01')
      await assign(2, '2027-01-02')
      await assert.rejects(assign(3, '2027-01-01'), (error) => database.engine.isUniqueViolation(error))
    })

    test('The history of its records is empty, and contains changes from now on with their revisions', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event')`.execute(db)
        await sql`insert into events (id, status, title) values (1, 'publish', 'One')`.execute(db)
        await sql`insert into changes (kind, id, op, at) values ('event', 1, 'create', '2026-01-01 00:00:00')`.execute(
          db,
        )
      })
      const read = () => findHistory(database.read, { kind: 'event', recordId: 1 }, { page: 1, perPage: 10 })
      assert.equal((await read()).total, 0)
      const fields = { title: ['One', 'Two'] } as const
      const change = { kind: 'event', id: 1, op: 'update', at: '2026-06-01 00:00:00', fields } as const
      const origin = { channel: 'api', userId: 7, application: 'phone', ip: '192.0.2.1' } as const
      const revision = await database.withOrigin(origin).transaction((tx) => recordChange(tx, change))
      const { entries } = await read()
      assert.deepEqual(entries, [
        {
          id: 1,
          kind: 'event',
          recordId: 1,
          action: 'update',
          at: change.at,
          revision,
          fields,
          importId: 0,
          ...origin,
        },
      ])
    })

    test('Its venues with an address are queued for geocoding', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'venue'), (2, 'venue'), (3, 'venue')`.execute(db)
        await sql`insert into venues (id, status, title, address, city, country) values
          (1, 'publish', 'Street', '1 High Street', '', ''), (2, 'draft', 'Town', '', 'Leeds', 'UK'),
          (3, 'publish', 'Land', '', '', 'UK')`.execute(db)
      })
      const venues = await Promise.all([1, 2, 3].map((id) => findPost(database.read, 'venue', id)))
      assert.deepEqual(
        venues.map((venue) => [venue?.title, venue?.geo_lat, venue?.geo_lng, venue?.geocoding]),
        [
          ['Street', null, null, 'wanted'],
          ['Town', null, null, 'wanted'],
          ['Land', null, null, ''],
        ],
      )
    })

    test('Its long names are still found, and are indexed up to the length that every engine supports', async (context) => {
      const title = 'x'.repeat(3000)
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'venue')`.execute(db)
        await sql`insert into venues (id, status, title, title_folded) values (1, 'publish', ${title}, ${title})`.execute(
          db,
        )
      })
      const found = await findPostsByTitle(database.read, 'venue', title)
      assert.deepEqual(
        found.map(({ id }) => id),
        [1],
      )
      assert.deepEqual(await findPostsByTitle(database.read, 'venue', title.slice(0, -1)), [])
    })

    test('Its events and venues are listed in every order', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event'), (3, 'venue'), (4, 'venue')`.execute(
          db,
        )
        await sql`insert into events
          (id, status, title_folded, date, modified_utc, start_date, end_date, utc_start_date, utc_end_date, featured) values
          (1, 'publish', 'b', '2026-01-02', '2026-01-01', '2027-01-01', '2027-01-09', '2027-01-01', '2027-01-09', 1),
          (2, 'publish', 'a', '2026-01-01', '2026-01-02', '2027-01-02', '2027-01-03', '2027-01-02', '2027-01-03', 0)`.execute(
          db,
        )
        await sql`insert into venues (id, status, title_folded, date, modified_utc) values
          (3, 'publish', 'b', '2026-01-02', '2026-01-01'), (4, 'publish', 'a', '2026-01-01', '2026-01-02')`.execute(db)
      })
      const seen = { viewer: ANONYMOUS, clock: CLOCK, paging: { page: 1, perPage: 10 } }
      const events = async (query: EventQuery) => (await findEventIds(database.read, planEvents(query, {}, seen))).ids
      const venues = async (query: LinkedQuery) =>
        (await findLinkedIds(database.read, 'venue', planLinked(query, {}, seen))).ids
      for (const orderby of ['start_date', 'modified', 'id'] as const)
        assert.deepEqual(await events({ orderby }), [1, 2])
      for (const orderby of ['end_date', 'title', 'date'] as const) assert.deepEqual(await events({ orderby }), [2, 1])
      assert.deepEqual(await events({ featured: true }), [1])
      for (const orderby of ['modified', 'title'] as const) assert.deepEqual(await venues({ orderby }), [4, 3])
      for (const orderby of ['date', 'id'] as const) assert.deepEqual(await venues({ orderby }), [3, 4])
    })

    test('Its public events are listed by date, category, tag and venue', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values
          (1, 'event'), (2, 'event'), (3, 'event'), (4, 'event'), (5, 'venue')`.execute(db)
        await sql`insert into events (id, status, password, hide_from_listings, start_date, end_date) values
          (1, 'publish', '', 0, '2027-01-02 10:00:00', '2027-01-02 11:00:00'),
          (2, 'publish', '', 0, '2027-01-01 10:00:00', '2027-03-01 11:00:00'),
          (3, 'draft', '', 0, '2027-01-01 10:00:00', '2027-01-01 11:00:00'),
          (4, 'publish', 'x', 0, '2027-01-01 10:00:00', '2027-01-01 11:00:00')`.execute(db)
        await sql`insert into terms (id, taxonomy, name, slug, parent) values
          (1, 'category', 'a', 'a', 0), (2, 'category', 'b', 'b', 1), (3, 'tag', 'c', 'c', 0)`.execute(db)
        await sql`insert into event_terms (event_id, term_id) values
          (1, 1), (1, 2), (2, 2), (2, 3), (3, 1), (4, 1)`.execute(db)
        await sql`insert into links (event_id, kind, position, target_id) values
          (1, 'venue', 0, 5), (2, 'venue', 0, 5), (3, 'venue', 0, 5), (4, 'venue', 0, 5)`.execute(db)
      })
      assert.deepEqual(await findListingErrors(database.read), [])
      const seen = { viewer: ANONYMOUS, clock: CLOCK, paging: { page: 1, perPage: 10 } }
      const list = async (query: EventQuery, found: ResolvedIds = {}) => {
        const { ids, total } = await findEventIds(database.read, planEvents(query, found, seen))
        return { ids: [...ids], total }
      }
      assert.deepEqual(await list({}), { ids: [2, 4, 1], total: 3 })
      assert.deepEqual(await list({ start_date: '2027-01-02' }), { ids: [1], total: 1 })
      assert.deepEqual(await list({ end_date: '2027-01-31' }), { ids: [4, 1], total: 2 })
      assert.deepEqual(await list({ categories: ['a'] }, { categories: [1, 2] }), { ids: [2, 1], total: 2 })
      assert.deepEqual(await list({ tags: ['c'] }, { tags: [3] }), { ids: [2], total: 1 })
      assert.deepEqual(await list({ venue: [5] }, { venue: [5] }), { ids: [2, 1], total: 2 })
    })

    test('Its events are found by cost', async (context) => {
      const events = Array.from({ length: 2500 }, (_, index) => index + 1)
      const costs = ['', '["0"]', '["$10","20"]', '["ask"]', '["FREE"]']
      const database = await upgraded(context, engine, async (db) => {
        for (const id of events) {
          await sql`insert into object_ids (id, kind) values (${id}, 'event')`.execute(db)
          await sql`insert into events (id, status, cost) values (${id}, 'publish', ${costs[id % 5]})`.execute(db)
        }
      })
      const found = async (free: boolean) => {
        const plan = planEvents({ free, include: events }, {}, { viewer: ANONYMOUS, clock: CLOCK, paging: ALL })
        return (await findEventIds(database.read, plan)).ids.toSorted((one, other) => one - other)
      }
      assert.deepEqual(
        await found(true),
        events.filter((id) => id % 5 === 1 || id % 5 === 4),
      )
      assert.deepEqual(
        await found(false),
        events.filter((id) => id % 5 === 2),
      )
      assert.deepEqual(await database.read.selectFrom('changes').selectAll().execute(), [])
    })

    test('Its settings are those of the environment, and it has neither a sample calendar nor link checks', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event')`.execute(db)
        await sql`insert into events (id, status, title, website, utc_end_date) values
          (1, 'publish', 'One', 'https://one.example/', '2026-12-01 00:00:00')`.execute(db)
      })
      assert.deepEqual([...(await findStoredSettings(database.read))], [])
      assert.deepEqual(await listSampleRecords(database.read), [])
      assert.deepEqual(
        (await listCheckedSites(database.read, '2026-06-01 00:00:00')).map(({ url, checked }) => [url, checked]),
        [['https://one.example/', '']],
      )
      await database.transaction((tx) => saveStoredSettings(tx, new Map([['name', 'Springfield']])))
      assert.deepEqual([...(await findStoredSettings(database.read))], [['name', 'Springfield']])
    })

    test('Its application passwords remain valid, have UUIDs, and were never used', async (context) => {
      const secret = 'abcd EFGH 1234 ijkl MNOP 6789'
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into users (id, login, login_folded, email, email_folded, name, role, password_hash, created_utc)
          values (1, 'Zoe', 'zoe', 'zoe@example.test', 'zoe@example.test', 'Zoe', 'editor', 'x', '2026-01-01 10:00:00')`.execute(
          db,
        )
        await sql`insert into application_passwords (id, user_id, name, digest, created_utc) values
          (1, 1, 'phone', ${digestSecret(secret)}, '2026-01-02 10:00:00'), (2, 1, 'wall', 'other', '')`.execute(db)
      })
      const limit = { key: 'a', most: 1, now: CLOCK.now }
      const query = { loginOrEmail: 'ZOE', digest: digestSecret(secret.replaceAll(' ', '')), limit }
      const { user, password, blockedUntil } = await findSignIn(database.read, query)
      assert.deepEqual([user?.login, password?.name, blockedUntil], ['Zoe', 'phone', null])
      const listed = await listApplicationPasswords(database.read, 1)
      assert.deepEqual(
        listed.map(({ name, appId, lastUsed, lastIp }) => [name, appId, lastUsed, lastIp]),
        [
          ['phone', '', undefined, undefined],
          ['wall', '', undefined, undefined],
        ],
      )
      assert.equal(listed[0]?.uuid, password?.uuid)
      assert.equal(new Set(listed.map(({ uuid }) => uuid)).size, 2)
    })

    test('A node of the previous version can still add application passwords and count failures', async (context) => {
      const database = await upgraded(context, engine, async () => {})
      await database.transaction(async (tx) => {
        await sql`insert into users (login, login_folded, email, email_folded, name, role, password_hash, created_utc)
          values ('Zoe', 'zoe', 'zoe@example.test', 'zoe@example.test', 'Zoe', 'editor', 'x', '')`.execute(tx)
        for (const digest of ['one', 'two'])
          await sql`insert into application_passwords (user_id, name, digest, created_utc) values
            (1, ${digest}, ${digest}, '2026-01-02 10:00:00')`.execute(tx)
        await sql`insert into sign_in_failures (key, since, times) values ('a', '2026-01-02 10:00:00', 1)`.execute(tx)
      })
      assert.equal((await listApplicationPasswords(database.read)).length, 2)
    })

    test('Its protected events are found by title only, and do not count for terms', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event'), (3, 'venue')`.execute(db)
        await sql`insert into events (id, author, status, title, content, password) values
          (1, 5, 'publish', 'Öpen 100%', 'bassoon', 'salt$seal'), (2, 5, 'publish', 'Other', 'bassoon', '')`.execute(db)
        await sql`insert into venues (id, author, status, title, password) values (3, 5, 'publish', 'Cellar', 'a$b')`.execute(
          db,
        )
        await sql`insert into post_search (rowid, text) values
          (1, 'open 100\ue025 bassoon'), (2, 'other bassoon'), (3, 'cellar paris')`.execute(db)
        await sql`insert into terms (id, taxonomy, name, slug, count) values
          (1, 'category', 'Music', 'music', 2), (2, 'tag', 'Jazz', 'jazz', 1)`.execute(db)
        await sql`insert into event_terms (event_id, term_id) values (1, 1), (2, 1), (1, 2)`.execute(db)
      })
      const find = async (query: LinkedQuery, viewer: Viewer) => {
        const seen = { viewer, clock: CLOCK, paging: ALL }
        const events = planEvents({ ...query, include: [1, 2] }, {}, seen)
        const venues = planLinked(query, {}, seen)
        const found = await Promise.all([
          findEventIds(database.read, events),
          findLinkedIds(database.read, 'venue', venues),
        ])
        return found.flatMap(({ ids }) => ids)
      }
      const author: Viewer = { id: 5, role: 'author' }
      assert.deepEqual(await find({ search: 'bassoon' }, ANONYMOUS), [2])
      assert.deepEqual(await find({ search: 'bassoon' }, author), [1, 2])
      assert.deepEqual(await find({ search: 'open 100%' }, ANONYMOUS), [1])
      assert.deepEqual(await find({ search: 'paris' }, ANONYMOUS), [])
      assert.deepEqual(await find({ search: 'paris' }, author), [3])
      assert.deepEqual(await find({ search: 'cellar' }, ANONYMOUS), [3])
      const counts = await database.read.selectFrom('terms').select('count').orderBy('id').execute()
      assert.deepEqual(
        counts.map(({ count }) => count),
        [1, 0],
      )
    })

    test('Its events are scheduled and offline, and a node of the previous version can still add events', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event')`.execute(db)
        await sql`insert into events (id, status, title) values (1, 'publish', 'One')`.execute(db)
      })
      await database.transaction((tx) =>
        sql`insert into events (id, status, title, start_date, end_date) values
          (2, 'publish', 'Two', '2026-06-01 20:00:00', '2026-06-01 21:00:00')`.execute(tx),
      )
      for (const id of [1, 2]) {
        const event = await findPost(database.read, 'event', id)
        assert.deepEqual(
          [event?.event_status, event?.event_status_reason, event?.previous_utc_start_date],
          ['scheduled', '', ''],
        )
        assert.deepEqual(
          [event?.attendance_mode, event?.virtual_url, event?.virtual_url_visibility],
          ['offline', '', 'always'],
        )
      }
      const find = async (query: EventQuery) => {
        const context = { viewer: ANONYMOUS, clock: CLOCK, paging: ALL }
        return (await findEventIds(database.read, planEvents({ ...query, include: [1, 2] }, {}, context))).ids
      }
      assert.equal((await find({ event_status: ['scheduled'] })).length, 2)
      assert.equal((await find({ is_virtual: false })).length, 2)
      assert.deepEqual(await find({ is_virtual: true }), [])
      assert.deepEqual(await find({ event_status: ['canceled', 'postponed'] }), [])
    })

    test('Its users can sign in, and a node of the previous version can still add users', async (context) => {
      const insert = (db: Kysely<Tables>, id: number) =>
        sql`
        insert into users (id, login, login_folded, email, email_folded, name, role, password_hash, created_utc) values
          (${id}, ${`u${id}`}, ${`u${id}`}, ${`u${id}@x.test`}, ${`u${id}@x.test`}, '', 'author', 'hash', '2026-01-01 00:00:00')`.execute(
          db,
        )
      const database = await upgraded(context, engine, (db) => insert(db, 1))
      await database.transaction((tx) => insert(tx, 2))
      for (const login of ['u1', 'u2']) {
        const credentials = await findCredentials(database.read, login)
        assert.deepEqual([credentials?.user.isDisabled, credentials?.passwordHash], [false, 'hash'])
      }
      assert.deepEqual(await listSessions(database.read, 1, '2026-01-01 00:00:00'), [])
      assert.deepEqual(await listPasskeys(database.read, 1), [])
      const passkey = {
        ...{ user_id: 1, credential_id: 'AAAA', public_key: 'AAAA', counter: 4_294_967_295, transports: '' },
        ...{ name: 'Key', created_utc: '2026-01-01 00:00:00', last_used_utc: '' },
      }
      assert.equal((await database.transaction((tx) => insertPasskey(tx, passkey)))?.name, 'Key')
      assert.equal((await findPasskey(database.read, 'AAAA'))?.credential.counter, 4_294_967_295)
      await database.transaction((tx) => sql`delete from users where id = 1`.execute(tx))
      assert.deepEqual(await listPasskeys(database.read, 1), [])
    })

    test('Its users can be linked with one identity each, which is deleted with them', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`
        insert into users (id, login, login_folded, email, email_folded, name, role, password_hash, created_utc) values
          (1, 'u1', 'u1', 'u1@x.test', 'u1@x.test', '', 'author', 'hash', '2026-01-01 00:00:00')`.execute(db),
      )
      assert.equal(await hasIdentity(database.read, 1), false)
      const identity = { issuer: 'https://id.example', subject: 'S', user_id: 1, created_utc: '2026-01-01 00:00:00' }
      await database.transaction((tx) => insertIdentity(tx, identity))
      assert.equal((await findIdentityUser(database.read, identity))?.login, 'u1')
      assert.equal(await findIdentityUser(database.read, { ...identity, subject: 's' }), undefined)
      const insertSecond = database.transaction((tx) => insertIdentity(tx, { ...identity, subject: 's' }))
      await assert.rejects(insertSecond, (error) => database.engine.isUniqueViolation(error))
      await database.transaction((tx) => deleteUser(tx, 1))
      assert.equal(await hasIdentity(database.read, 1), false)
    })

    test('It can store sources with their runs, which are deleted with them', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into terms (id, taxonomy, name, slug, count) values (1, 'category', 'Music', 'music', 3)`.execute(
          db,
        ),
      )
      assert.deepEqual(await listSources(database.read), [])
      const settings: SourceSettings = {
        ...({ type: 'ics', status: 'publish', missing: 'cancel' } as const),
        ...{ name: 'Club', url: 'https://club.example/', username: '', password: '', interval: 60 },
        ...{ category: 1, author: 1, isEnabled: true },
      }
      const now = '2026-01-01 00:00:00'
      const id = await database.transaction((tx) => insertSource(tx, settings, now))
      const request = { source: id, isPreview: false, isConfirmed: false }
      const run = await database.transaction((tx) => insertRun(tx, request, now))
      assert.deepEqual(
        [(await findSource(database.read, id))?.category, await findDueSources(database.read, now)],
        [1, [id]],
      )
      await database.transaction((tx) => deleteSourceRow(tx, id))
      assert.equal(await findRun(database.read, run), undefined)
    })

    test('The progress of imports from sites can be stored in it', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into terms (id, taxonomy, name, slug, count) values (1, 'tag', 'a', 'a', 0)`.execute(db),
      )
      const part = { source: 'https://site.example/wp-json', list: 'tag', first: '', last: '', next: '' }
      assert.deepEqual(await listImportProgress(database.read, part.source), [])
      await database.transaction((tx) => saveImportProgress(tx, part))
      assert.deepEqual(await listImportProgress(database.read, part.source), [part])
    })

    test('Its records can have review notes, and its users settings of mails, which are deleted with them', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event')`.execute(db)
        await sql`
        insert into users (id, login, login_folded, email, email_folded, name, role, password_hash, created_utc) values
          (1, 'u1', 'u1', 'u1@x.test', 'u1@x.test', '', 'author', 'hash', '2026-01-01 00:00:00')`.execute(db)
      })
      const note = { recordId: 1, author: 1, action: 'return', text: 'Why', at: '2026-01-01 00:00:00' } as const
      const id = await database.transaction((tx) => insertNote(tx, note))
      assert.deepEqual(await findNotes(database.read, [1]), [{ id, ...note }])
      await database.transaction((tx) => saveMailSettings(tx, 1, { language: 'de', isEnabled: false }))
      assert.deepEqual([...(await findMailSettings(database.read))], [[1, { language: 'de', isEnabled: false }]])
      await database.transaction((tx) => sql`delete from object_ids`.execute(tx))
      await database.transaction((tx) => sql`delete from users`.execute(tx))
      assert.deepEqual([await findNotes(database.read, [1]), (await findMailSettings(database.read)).size], [[], 0])
    })

    test('Its categories have no color, icon and position', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into terms (id, taxonomy, name, slug, count) values (1, 'category', 'Music', 'music', 3)`.execute(
          db,
        ),
      )
      const [term] = await findAllTerms(database.read)
      assert.deepEqual([term?.color, term?.icon, term?.position], ['', '', 0])
    })

    test('Its venues can be merged', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into object_ids (id, kind) values (1, 'venue'), (2, 'venue'), (3, 'venue')`.execute(db),
      )
      await database.transaction(async (tx) => {
        await insertMergedRecords(tx, { kind: 'venue', targetId: 2 }, [{ id: 1, slug: 'old' }])
        await insertMergedRecords(tx, { kind: 'venue', targetId: 3 }, [{ id: 2, slug: 'newer' }])
      })
      assert.equal(await findMergeTargetBySlug(database.read, 'venue', 'old'), 3)
      assert.deepEqual([...(await findMergeTargets(database.read, 'venue', [1, 2, 3]))].sort(), [
        [1, 3],
        [2, 3],
      ])
      assert.equal(await findMergeTargetBySlug(database.read, 'organizer', 'old'), undefined)
      await database.transaction((tx) => deleteMergesInto(tx, 'venue', 3))
      assert.equal(await findMergeTargetBySlug(database.read, 'venue', 'old'), undefined)
    })

    test('Its records have no values of additional fields, and can have some', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'venue'), (3, 'organizer')`.execute(db)
        await sql`insert into events (id, status, title) values (1, 'publish', 'One')`.execute(db)
        await sql`insert into venues (id, status, title) values (2, 'publish', 'Two')`.execute(db)
        await sql`insert into organizers (id, status, title) values (3, 'publish', 'Three')`.execute(db)
      })
      for (const [kind, table, id] of [
        ['event', 'events', 1],
        ['venue', 'venues', 2],
        ['organizer', 'organizers', 3],
      ] as const) {
        assert.deepEqual((await findPost(database.read, kind, id))?.custom_fields, {})
        const custom_fields = '{"age":18}'
        await database.transaction((tx) => tx.updateTable(table).set({ custom_fields }).where('id', '=', id).execute())
        assert.deepEqual((await findPost(database.read, kind, id))?.custom_fields, { age: 18 })
      }
    })

    test('Its events can have preview links', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into terms (id, taxonomy, name, slug, count) values (1, 'tag', 'a', 'a', 0)`.execute(db),
      )
      const link = { event_id: 7, digest: 'd', expires_utc: '2026-01-02 00:00:00', user_id: 3 }
      await database.transaction((tx) => insertPreviewLink(tx, link, '2026-01-01 00:00:00'))
      assert.deepEqual(await findPreviewLink(database.read, 'd', '2026-01-01 00:00:00'), link)
    })

    test('Visitors can subscribe to digests, whose links end with them', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into terms (id, taxonomy, name, slug, count) values (1, 'tag', 'a', 'a', 0)`.execute(db),
      )
      const now = '2026-01-01 00:00:00'
      const key = { digest: 'd', purpose: 'manage' } as const
      const input = { email: 'Ann@example.test', scope: 'tags=a', language: 'en' }
      const id = await database.transaction(async (tx) => {
        const subscriptionId = await insertDigestSubscription(tx, input, now)
        await insertDigestLink(tx, { ...key, subscriptionId, expires: '2026-01-02 00:00:00' })
        return subscriptionId
      })
      assert.deepEqual(await findLinkedSubscription(database.read, key, now), { id, ...input, status: 'pending' })
      await assert.rejects(database.transaction((tx) => insertDigestSubscription(tx, input, now)))
      await database.transaction((tx) => deleteDigestSubscription(tx, id))
      assert.deepEqual(await database.read.selectFrom('digest_links').selectAll().execute(), [])
    })

    test('Its events can be submissions, which are deleted with them', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into object_ids (id, kind) values (1, 'event'), (2, 'event')`.execute(db)
        await sql`insert into events (id, title, status) values (1, 'a', 'pending'), (2, 'b', 'pending')`.execute(db)
      })
      const now = '2026-01-01 00:00:00'
      const people = { name: 'Ann', email: 'ann@example.org', note: '', language: 'en' }
      const submission = { eventId: 1, venueId: 0, organizerId: 0, ...people, submitted: now, decided: '' }
      await database.transaction(async (tx) => {
        await insertSubmission(tx, submission, 'form')
        await insertSubmission(tx, { ...submission, eventId: 2 }, 'other form')
        await insertSubmissionLink(tx, { digest: 'd', event_id: 1, expires_utc: '2026-02-01 00:00:00' }, now)
      })
      assert.deepEqual(await findLinkedSubmission(database.read, 'd', now), submission)
      assert.equal(await findLinkedSubmission(database.read, 'd', '2026-02-01 00:00:00'), undefined)
      await database.transaction((tx) => tx.deleteFrom('events').where('id', '=', 1).execute())
      assert.deepEqual([...(await findSubmissions(database.read, [1, 2])).keys()], [2])
      assert.equal(await findLinkedSubmission(database.read, 'd', now), undefined)
    })

    test('It can have imports, whose changes the history names', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into changes (kind, id, op, at) values ('tag', 1, 'create', '2026-01-01 10:00:00')`.execute(db),
      )
      const row = { ...{ name: 'a.ics', url: '', username: '', password: '', userId: 1 }, settings: DEFAULT_SETTINGS }
      const id = await database.transaction((tx) =>
        insertImport(tx, { ...row, channel: 'api' }, 'run', '2026-01-01 00:00:00'),
      )
      const origin = { ...createSystemOrigin('import'), importId: id }
      await database.withOrigin(origin).transaction((tx) =>
        recordChange(tx, {
          kind: 'tag',
          id: 1,
          op: 'update',
          at: '2026-01-02 00:00:00',
          fields: { name: ['a', 'b'] },
        }),
      )
      const found = await findImportedChanges(database.read, { importId: id, kind: 'tag', before: 99 }, 10)
      assert.deepEqual(
        found.map((one) => [one.id, one.isCreated]),
        [[1, false]],
      )
    })

    test('It can have webhooks, whose deliveries are deleted with them', async (context) => {
      const database = await upgraded(context, engine, (db) =>
        sql`insert into changes (kind, id, op, at) values ('tag', 1, 'create', '2026-01-01 10:00:00')`.execute(db),
      )
      const times = { created: '2026-01-01 00:00:00', modified: '2026-01-01 00:00:00', previousSecretUntil: '' }
      const secrets = { secret: 'whsec_AAAA', previousSecret: '' }
      const webhook: Omit<Webhook, 'id'> = {
        ...{ name: '', url: 'https://receiver.example/', kinds: ['tag'], filters: {}, view: 'public' },
        ...{ isEnabled: true, disabledReason: '', ...secrets, ...times },
      }
      const delivery: NewDelivery = {
        ...{ messageId: 'msg_1', kind: 'tag', recordId: 1, revision: 1, action: 'created', changed: times.created },
      }
      const id = await database.transaction(async (tx) => {
        const inserted = await insertWebhook(tx, webhook)
        await queueDeliveries(tx, inserted, [delivery, { ...delivery, messageId: 'msg_2' }], times.created)
        return inserted
      })
      assert.deepEqual(await findWebhook(database.read, id), { id, ...webhook })
      const due = await findDueDeliveries(database.read, id, times.created, 10)
      assert.deepEqual(
        due.map(({ messageId }) => messageId),
        ['msg_1'],
      )
      await database.transaction((tx) => deleteWebhook(tx, id))
      assert.deepEqual(await findDueDeliveries(database.read, id, times.created, 10), [])
    })

    test('Its terms are sorted by description without case', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into terms (id, taxonomy, name, slug, description, count) values
          (1, 'tag', 'a', 'a', 'beta', 0), (2, 'tag', 'b', 'b', 'Älpha', 0), (3, 'tag', 'c', 'c', 'GAMMA', 0)`.execute(
          db,
        )
      })
      const paging = { page: 1, perPage: 10 }
      const plan = planTerms('tag', { orderby: 'description', hide_empty: false }, { found: {}, clock: CLOCK, paging })
      assert.deepEqual((await findTermIds(database.read, plan)).ids, [2, 1, 3])
    })

    test('Its terms get the time of their last change from the change log', async (context) => {
      const database = await upgraded(context, engine, async (db) => {
        await sql`insert into terms (id, taxonomy, name, slug, count) values
          (1, 'category', 'Music', 'music', 3), (2, 'tag', 'Jazz', 'jazz', 0), (3, 'tag', 'Old', 'old', 0)`.execute(db)
        await sql`insert into changes (kind, id, op, at) values
          ('category', 1, 'create', '2026-01-01 10:00:00'), ('category', 1, 'update', '2026-03-01 10:00:00'),
          ('tag', 1, 'update', '2026-09-09 09:09:09'), ('event', 2, 'update', '2026-09-09 09:09:09'),
          ('tag', 2, 'create', '2026-02-01 10:00:00')`.execute(db)
      })
      const terms = database.read.selectFrom('terms').select(['id', 'count', 'modified_utc']).orderBy('id')
      assert.deepEqual(await terms.execute(), [
        { id: 1, count: 3, modified_utc: '2026-03-01 10:00:00' },
        { id: 2, count: 0, modified_utc: '2026-02-01 10:00:00' },
        { id: 3, count: 0, modified_utc: '0000-00-00 00:00:00' },
      ])
    })
  })
}
