/** Decisions about submissions: what is public, what the submitter is told and may change, and what is deleted. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Urls } from '../../../src/calendar/posts/urls.ts'
import { sendReviewMails } from '../../../src/features/review/review-mails.ts'
import { deleteOldSubmissions } from '../../../src/features/submissions/delete-old-submissions.ts'
import type { Mail } from '../../../src/kernel/mailer.ts'
import { startMailServer } from '../../helper/accounts/mail-server.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { connectOverHttp } from '../../helper/http/mcp-client.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'
import { CONCERT, createVisitor, type FormTexts } from '../../helper/submissions/visitor.ts'

const START = '2027-01-10T10:00:00Z'
const ENV = { SUBMISSIONS: 'on', LANGUAGES: 'en,de', TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '0' }
const HOME = 'https://calendar.example'
const URLS: Urls = { site: HOME, home: HOME, base: `${HOME}/api`, files: HOME, globalIdPrefix: '' }
const PLACE: FormTexts = { venue: 'Secret Barn', venue_city: 'Port', organizer: 'Hidden Club' }

for (const engine of ONE_ENGINE) {
  describe(`Decisions about submissions on ${engine.name}`, () => {
    let service: TestService
    let clients = 0
    let now = START
    before(async () => {
      service = await startService({ engine, now: START, env: ENV })
    })
    after(() => service.stop())

    const arrive = () => {
      now = new Date(Date.parse(now) + 3_600_000).toISOString()
      service.setNow(now)
      return createVisitor(service, now, `203.0.113.${++clients}`)
    }
    const send = async (status: number, as: TestUser, request: string, json?: Json): Promise<Json> => {
      const [method = '', path = ''] = request.split(' ')
      const response = await service.send(method, path, { as, ...(json !== undefined && { json }) })
      assert.equal(response.status, status, `${request}: ${response.text}`)
      return response.json
    }
    const findId = async (title: string): Promise<number> => {
      const { pending } = await send(200, 'editor', 'GET /review')
      const item = pending.find((one: Json) => one.title === title)
      assert.ok(item, `${title} waits for review`)
      return item.id
    }
    const collectMails = async (): Promise<Mail[]> => {
      const mails: Mail[] = []
      const mailer = { send: async (mail: Mail) => void mails.push(mail) }
      await sendReviewMails({ ...service.services, mailer }, () => URLS)
      return mails
    }
    const submitNew = async (title: string, texts: FormTexts = {}, image?: Buffer) => {
      const visitor = arrive()
      const link = await visitor.submit({ ...CONCERT, ...texts, title }, image)
      return { visitor, link, id: await findId(title) }
    }

    /** What visitors can read: every output, as text. */
    const readPublic = async (id: number): Promise<string> => {
      const paths = [
        ...['/events', '/events?search=Zephyr', '/venues', '/organizers', '/media', '/changes', '/events.ics'],
        ...['/events.rss', '/calendar?start_date=2027-03-01&end_date=2027-03-31', `/events/${id}`, `/events/${id}.ics`],
        ...['//sitemap.xml', '//events/', '//events/2027-03/', '//events/2027-03-01/', '//events/week/2027-03-01/'],
        ...['//events/?search=Zephyr', '//embed/events/', `//?p=${id}&post_type=tribe_events`, '//events/submit/'],
        ...['//wp-json/wp/v2/media', '//wp-json/wp/v2/tribe_events_cat'],
      ]
      const texts = []
      for (const path of paths) texts.push((await service.send('GET', path)).text)
      const { client, callTool } = await connectOverHttp(service)
      const found = await callTool('list_events', { search: 'Zephyr' })
      assert.equal(found.isError, false, found.text)
      texts.push(found.text, (await callTool('list_venues')).text, (await callTool('list_organizers')).text)
      await client.close()
      return texts.join('\n')
    }

    test('Nothing of a submission is public before its approval, and everything but the submitter is after it', async () => {
      const texts = { ...PLACE, description: 'Zephyr songs', image_alt: 'A zephyr', note: 'Call 555-0199' }
      const { id } = await submitNew('Zephyr night', texts, await createImage(60, 40))
      const hidden = /Zephyr (?:night|songs)|zephyr|Secret Barn|Hidden Club|ann@example|555-0199/
      assert.doesNotMatch((await readPublic(id)).replaceAll('search=Zephyr', ''), hidden)
      const { venue, organizer, image } = await send(200, 'editor', `GET /events/${id}`)
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish' })
      for (const path of [`events/${id}`, `venues/${venue.id}`, `organizers/${organizer[0].id}`, `media/${image.id}`])
        await send(200, 'anon', `GET /${path}`)
      const shown = await readPublic(id)
      for (const text of [/Zephyr night/, /Secret Barn/, /Hidden Club/]) assert.match(shown, text)
      assert.doesNotMatch(shown, /ann@example|Ann Singer|555-0199/)
    })

    test('A rejected or withdrawn event takes its venue along, and a restored one brings it back', async () => {
      const { id, visitor, link } = await submitNew('Rejected', { ...PLACE, venue: 'Barn 2' })
      const { venue } = await send(200, 'editor', `GET /events/${id}`)
      await send(200, 'editor', `DELETE /events/${id}`)
      assert.equal((await send(200, 'editor', `GET /venues/${venue.id}`)).status, 'trash')
      assert.match((await visitor.open(link)).text, /Closed<\/strong>/)
      await send(200, 'editor', `POST /events/${id}`, { status: 'pending' })
      assert.equal((await send(200, 'editor', `GET /venues/${venue.id}`)).status, 'pending')
      const page = await visitor.change(link, { ...CONCERT, title: 'Rejected', venue: 'Barn 2' })
      assert.equal(page.status, 303)
    })

    test('The submitter changes the event until it is published, through a link that expires', async () => {
      const { id, visitor, link } = await submitNew('Draft title', { ...PLACE, venue: 'Barn 4', organizer: 'Club 4' })
      const page = await visitor.open(link)
      assert.equal(page.status, 200)
      assert.match(page.text, /name="title"[^>]*value="Draft title"/)
      assert.match(page.text, /name="venue_city"[^>]*value="Port"/)
      assert.deepEqual(
        [page.headers['cache-control']?.includes('no-store'), page.headers['referrer-policy']],
        [true, 'no-referrer'],
      )
      const before = await send(200, 'editor', `GET /events/${id}`)
      const texts = { ...CONCERT, title: 'Better title', venue: 'Barn 4', venue_city: 'Harbor', organizer: '' }
      assert.equal((await visitor.change(link, texts)).status, 303)
      const after = await send(200, 'editor', `GET /events/${id}`)
      assert.deepEqual([after.title, after.venue.id, after.venue.city], ['Better title', before.venue.id, 'Harbor'])
      assert.deepEqual(after.organizer, [])
      assert.equal((await send(200, 'editor', `GET /organizers/${before.organizer[0].id}`)).status, 'trash')
      const invalid = await visitor.change(link, { ...texts, title: '' })
      assert.deepEqual([invalid.status, /Enter a title/.test(invalid.text)], [400, true])
      await send(200, 'editor', `POST /events/${id}`, { title: 'By an editor' })
      const stale = await visitor.change(link, { ...texts, revision: '1' })
      assert.deepEqual([stale.status, /value="By an editor"/.test(stale.text)], [409, true])
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish' })
      const published = await visitor.open(link)
      assert.match(published.text, /Published<\/strong>/)
      assert.match(published.text, /href="\/event\/by-an-editor\/"/)
      assert.doesNotMatch(published.text, /<textarea|value="withdraw"/)
      assert.equal((await visitor.change(link, { ...texts, revision: '1' })).status, 409)
      assert.equal((await send(200, 'anon', `GET /events/${id}`)).title, 'By an editor')
      assert.equal((await visitor.open(link.replace(/.$/, (end) => (end === '0' ? '1' : '0')))).status, 404)
      visitor.advance(91 * 86_400)
      assert.equal((await visitor.open(link)).status, 404)
    })

    test('The submitter replaces and removes the image, and withdraws the event', async () => {
      const { id, visitor, link } = await submitNew('Pictures', { image_alt: 'One' }, await createImage(50, 50))
      const { image } = await send(200, 'editor', `GET /events/${id}`)
      const texts = { ...CONCERT, title: 'Pictures', has_image: '1' }
      assert.equal((await visitor.change(link, { ...texts, image_alt: '' })).status, 400)
      assert.equal((await visitor.change(link, { ...texts, image_alt: 'First' })).status, 303)
      assert.equal((await send(200, 'editor', `GET /media/${image.id}`)).alt_text, 'First')
      await visitor.change(link, { ...texts, image_alt: 'Second' }, await createImage(60, 60))
      assert.notEqual((await send(200, 'editor', `GET /events/${id}`)).image.id, image.id)
      await visitor.change(link, { ...texts, image_remove: '1' })
      assert.equal((await send(200, 'editor', `GET /events/${id}`)).image, false)
      const withdrawn = await service.send('POST', `/${link}`, {
        body: 'action=withdraw',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.equal(withdrawn.status, 303)
      assert.equal((await send(403, 'editor', `GET /events/${id}`)).code, 'event-no-longer-available')
      assert.match((await visitor.open(link)).text, /withdrawn or not accepted/)
      const { history } = await send(200, 'editor', `GET /events/${id}/history`)
      assert.ok(history.every(({ channel }: Json) => channel === 'submission'))
      const { audit } = await send(200, 'admin', 'GET /audit?channel=submission&per_page=1')
      assert.equal(audit[0].channel, 'submission')
    })

    test('Editors are mailed once per submission, and the submitter about each decision of others', async () => {
      await collectMails()
      const { id, visitor, link } = await submitNew('Mailed', { ...PLACE, venue: 'Barn 3', email: 'ben@example.org' })
      const submitted = await collectMails()
      assert.deepEqual(submitted.map(({ to, subject }) => [to, subject]).sort(), [
        ['admin@example.test', 'For review: Mailed'],
        ['editor@example.test', 'For review: Mailed'],
      ])
      assert.match(submitted[0]?.text ?? '', /Ann Singer has submitted "Mailed"/)
      await send(200, 'editor', `POST /events/${id}/return`, { reason: 'Which room?' })
      const [returned, ...others] = await collectMails()
      assert.deepEqual([returned?.to, returned?.subject, others], ['ben@example.org', 'Please change: Mailed', []])
      assert.match(returned?.text ?? '', /Which room\?/)
      const url =
        new RegExp(`${HOME}/en(/events/submission/\\?token=[0-9a-f]{64})`).exec(returned?.text ?? '')?.[1] ?? ''
      const page = await visitor.open(url)
      assert.match(page.text, /Returned to you<\/strong>/)
      assert.match(page.text, /<blockquote class="submit-reason">Which room\?<\/blockquote>/)
      assert.equal((await visitor.change(url, { ...CONCERT, title: 'Mailed again' })).status, 303)
      assert.deepEqual((await collectMails()).map(({ subject }) => subject).sort(), [
        'For review: Mailed again',
        'For review: Mailed again',
      ])
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish' })
      const [approved] = await collectMails()
      assert.deepEqual([approved?.to, approved?.subject], ['ben@example.org', 'Accepted: Mailed again'])
      assert.match(approved?.text ?? '', new RegExp(`${HOME}/event/mailed-again/`))
      const other = await submitNew('Refused', { email: 'cy@example.org' })
      await collectMails()
      await send(200, 'editor', `DELETE /events/${other.id}`)
      assert.deepEqual(
        (await collectMails()).map(({ to, subject }) => [to, subject]),
        [['cy@example.org', 'Not accepted: Refused']],
      )
      assert.equal((await visitor.open(link)).status, 200)
    })

    test('The data of submitters is deleted 30 days after the decision, and that of waiting events is not', async () => {
      const decided = await submitNew('Decided')
      const waiting = await submitNew('Waiting')
      await send(200, 'editor', `POST /events/${decided.id}`, { status: 'publish' })
      decided.visitor.advance(29 * 86_400)
      await deleteOldSubmissions(service.services)
      assert.equal((await decided.visitor.open(decided.link)).status, 200)
      decided.visitor.advance(2 * 86_400)
      now = '2027-03-01T00:00:00Z'
      assert.ok((await deleteOldSubmissions(service.services)) > 0)
      assert.equal((await decided.visitor.open(decided.link)).status, 404)
      assert.equal((await decided.visitor.open(waiting.link)).status, 200)
      await send(200, 'anon', `GET /events/${decided.id}`)
    })

    test('An event that is deleted permanently takes the data of its submitter along', async () => {
      const { id, visitor, link } = await submitNew('Deleted', { ...PLACE, venue: 'Barn 5' })
      const { venue } = await send(200, 'editor', `GET /events/${id}`)
      await send(200, 'editor', `DELETE /events/${id}?permanent=true`)
      assert.equal((await visitor.open(link)).status, 404)
      assert.equal((await send(200, 'editor', `GET /venues/${venue.id}`)).status, 'trash')
    })
  })

  test(`With a mail server, only the mail contains the link, on ${engine.name}`, async () => {
    const server = await startMailServer()
    const service = await startService({ engine, now: START, env: { ...ENV, SMTP_URL: server.url } })
    try {
      const visitor = createVisitor(service, START)
      const location = await visitor.submit({ ...CONCERT, title: 'Über & "more"' })
      assert.equal(location, '/events/submit/?sent=1')
      assert.match((await visitor.open(location)).text, /We have sent you an email/)
      const [mail = ''] = server.mails
      assert.match(mail, /^To: ann@example\.org$/m)
      assert.match(mail, /^Subject: Received: Über & "more"$/m)
      const link = /\/events\/submission\/\?token=[0-9a-f]{64}/.exec(mail)?.[0] ?? ''
      assert.match((await visitor.open(link)).text, /Waiting for review<\/strong>/)
    } finally {
      await service.stop()
      await server.close()
    }
  })

  test(`A mail server that refuses the mail does not lose the link, on ${engine.name}`, async () => {
    const server = await startMailServer({ rejects: true })
    const service = await startService({ engine, now: START, env: { ...ENV, SMTP_URL: server.url }, report: () => {} })
    try {
      const visitor = createVisitor(service, START)
      assert.match((await visitor.open(await visitor.submit())).text, /Waiting for review<\/strong>/)
    } finally {
      await service.stop()
      await server.close()
    }
  })
}
