import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Urls } from '../../../src/calendar/posts/urls.ts'
import { importExternalRecords } from '../../../src/features/imports/external/import-external.ts'
import { readIcs } from '../../../src/features/imports/formats/ics/read-ics.ts'
import { sendReviewMails } from '../../../src/features/review/review-mails.ts'
import { addSample } from '../../../src/features/settings/sample/create-sample.ts'
import type { Mail } from '../../../src/kernel/mailer.ts'
import { runCalends } from '../../helper/command-line.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService, type TestUser } from '../../helper/service.ts'
import { formatFeed } from '../../helper/sources/feed-server.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const HOME = 'https://calendar.example'
const URLS: Urls = { site: HOME, home: HOME, base: `${HOME}/api`, files: HOME, globalIdPrefix: '' }

for (const engine of ONE_ENGINE) {
  describe(`The review on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2027-01-10T10:00:00Z' })
    })
    after(() => service.stop())

    const send = async (status: number, as: TestUser, request: string, options: RequestOptions = {}): Promise<Json> => {
      const [method = '', path = ''] = request.split(' ')
      const response = await service.send(method, path, { as, ...options })
      assert.equal(response.status, status, `${request}: ${response.text}`)
      return response.json
    }
    const submit = (title: string, json: Json = {}): Promise<Json> =>
      send(201, 'contributor', 'POST /events', { json: { title, ...DATES, status: 'pending', ...json } })
    const listIds = (items: Json): number[] => items.map(({ id }: Json) => id)
    /** Mails of the changes since the last call. */
    const collectMails = async (): Promise<Mail[]> => {
      const mails: Mail[] = []
      const mailer = { send: async (mail: Mail) => void mails.push(mail) }
      await sendReviewMails({ ...service.services, mailer }, () => URLS)
      return mails
    }

    test('An editor returns a submitted event with a reason, which its author and the history show', async () => {
      const { id } = await submit('Unclear concert')
      const note = await send(200, 'editor', `POST /events/${id}/return`, { json: { reason: 'Where is it?' } })
      assert.deepEqual([note.action, note.text, note.user.id], ['return', 'Where is it?', service.ids.editor])
      assert.equal((await send(200, 'contributor', `GET /events/${id}`)).status, 'draft')
      await send(201, 'contributor', `POST /events/${id}/notes`, { json: { text: 'In the hall.' } })
      const { notes } = await send(200, 'contributor', `GET /events/${id}/notes`)
      assert.deepEqual(
        notes.map(({ action, text }: Json) => [action, text]),
        [
          ['return', 'Where is it?'],
          ['note', 'In the hall.'],
        ],
      )
      const { history } = await send(200, 'contributor', `GET /events/${id}/history`)
      assert.deepEqual(
        history.slice(0, 2).map(({ action, changes }: Json) => [action, changes[0].after]),
        [
          ['return', 'Where is it?'],
          ['update', 'draft'],
        ],
      )
      const conflict = await send(409, 'editor', `POST /events/${id}/return`, { json: { reason: 'Again' } })
      assert.equal(conflict.code, 'record-not-pending')
    })

    test('Venues and organizers can be returned too', async () => {
      for (const [path, json] of [
        ['venues', { venue: 'New hall' }],
        ['organizers', { organizer: 'New club' }],
      ] as const) {
        const { id } = await send(201, 'contributor', `POST /${path}`, { json: { ...json, status: 'pending' } })
        await send(200, 'editor', `POST /${path}/${id}/return`, { json: { reason: 'No address' } })
        assert.equal((await send(200, 'contributor', `GET /${path}/${id}`)).status, 'draft')
      }
    })

    test('The overview has all records for editors and only own ones for contributors', async () => {
      const pending = await submit('Waiting')
      const returned = await submit('To return')
      await send(200, 'editor', `POST /events/${returned.id}/return`, { json: { reason: 'Why' } })
      const create = (title: string, date: string) =>
        send(201, 'author', 'POST /events', { json: { title, ...DATES, date } })
      const soon = await create('Soon', '2027-01-12 10:00:00')
      const later = await create('Later', '2027-02-12 10:00:00')
      const overview = await send(200, 'editor', 'GET /review')
      assert.ok(listIds(overview.pending).includes(pending.id))
      assert.deepEqual(listIds(overview.scheduled), [soon.id])
      const item = overview.returned.find(({ id }: Json) => id === returned.id)
      assert.deepEqual(
        [item.kind, item.notes, item.note.text, item.author.id],
        ['event', 1, 'Why', service.ids.contributor],
      )
      const month = await send(200, 'editor', 'GET /review?days=60')
      assert.deepEqual(listIds(month.scheduled).sort(), [soon.id, later.id].sort())
      const own = await send(200, 'contributor', 'GET /review')
      assert.deepEqual([own.scheduled, listIds(own.pending).includes(pending.id)], [[], true])
      const others = await send(200, 'author2', 'GET /review')
      assert.deepEqual([others.pending, others.returned, others.scheduled], [[], [], []])
    })

    test('Only users who may edit a record read and write its notes, and only editors return it', async () => {
      const { id } = await submit('Private notes')
      for (const as of ['author2', 'subscriber'] as const) {
        await send(403, as, `GET /events/${id}/notes`)
        await send(403, as, `POST /events/${id}/notes`, { json: { text: 'x' } })
      }
      await send(401, 'anon', `GET /events/${id}/notes`)
      await send(403, 'contributor', `POST /events/${id}/return`, { json: { reason: 'x' } })
      await send(403, 'subscriber', 'GET /review')
      await send(400, 'editor', `POST /events/${id}/return`, { json: { reason: ' ' } })
      await send(404, 'editor', 'GET /events/99999/notes')
      await send(412, 'editor', `POST /events/${id}/return`, {
        json: { reason: 'x' },
        headers: { 'if-match': 'W/"1-abc"' },
      })
    })

    test('Editors are mailed about submissions, and authors about decisions, in their language, once', async () => {
      await collectMails()
      await send(200, 'editor', 'POST /review/mails', { json: { language: 'de' } })
      await send(200, 'admin', 'POST /review/mails', { json: { mails: false } })
      assert.deepEqual(await send(200, 'admin', 'GET /review/mails'), { mails: false, language: 'en' })
      const { id } = await submit('Jazz & more')
      const submitted = await collectMails()
      assert.deepEqual(
        submitted.map(({ to, subject }) => [to, subject]),
        [['editor@example.test', 'Zur Prüfung: Jazz & more']],
      )
      assert.match(submitted[0]?.text ?? '', new RegExp(`${HOME}/admin/events/${id}\n`))
      assert.deepEqual(await collectMails(), [])
      await send(200, 'editor', `POST /events/${id}/return`, { json: { reason: 'Where?' } })
      const [returned, ...others] = await collectMails()
      assert.deepEqual([returned?.to, others], ['contributor@example.test', []])
      assert.match(returned?.text ?? '', /Where\?/)
      await send(200, 'contributor', `PUT /events/${id}`, { json: { status: 'pending' } })
      await collectMails()
      const published = await send(200, 'editor', `PUT /events/${id}`, { json: { status: 'publish' } })
      const approved = await collectMails()
      assert.deepEqual(
        approved.map(({ to, subject }) => [to, subject]),
        [['contributor@example.test', 'Accepted: Jazz & more']],
      )
      assert.match(approved[0]?.text ?? '', new RegExp(`${HOME}/event/${published.slug}/`))
    })

    test('Records of imports, seeds and the sample calendar are not mailed', async () => {
      await send(200, 'admin', 'POST /review/mails', { json: { mails: true } })
      await collectMails()
      const text = formatFeed([
        {
          ...{ uid: 'a', title: 'Imported', start: '2027-03-01 10:00:00', end: '2027-03-01 12:00:00' },
          ...{ description: '', venue: '', category: '', isCanceled: false },
        },
      ])
      const entries = readIcs({ bytes: Buffer.from(text), name: 'feed.ics', siteZone: 'UTC' })
      await importExternalRecords(service.services, entries, { source: 'feed', status: 'pending' })
      await runCalends(service.config.databaseUrl, ['seed', '--events', '60', '--seed', '1', '--no-images'])
      await addSample(service.services, { id: service.ids.admin, role: 'administrator' })
      const { total } = (await service.send('GET', '/events?status=pending&start_date=2000-01-01', { as: 'admin' }))
        .json
      assert.ok(total > 1)
      assert.deepEqual(await collectMails(), [])
    })

    test('Old submissions are not mailed, and a failing mail server does not stop the others', async () => {
      await submit('Old')
      service.setNow('2027-01-15T10:00:00Z')
      assert.deepEqual(await collectMails(), [])
      await submit('New')
      const failures: unknown[] = []
      const tried: string[] = []
      const mailer = {
        send: async ({ to }: Mail) => {
          tried.push(to)
          throw new Error('refused')
        },
      }
      await send(200, 'admin', 'POST /review/mails', { json: { mails: true } })
      const reportError = (error: unknown) => void failures.push(error)
      await sendReviewMails({ ...service.services, mailer, reportError }, () => URLS)
      assert.deepEqual([tried.sort(), failures.length], [['admin@example.test', 'editor@example.test'], 2])
    })
  })
}
