/** Visitors submit events: validation, protection against programs, limits, and what is stored. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TEXT_LIMITS } from '../../../src/features/submissions/submission-form.ts'
import { countSubmission } from '../../../src/features/submissions/submission-limits.ts'
import { VISITOR_FORM_LIMIT } from '../../../src/http/request/parse-upload.ts'
import { HOSTILE_ADDRESSES } from '../../helper/accounts/hostile-addresses.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { openRawConnection } from '../../helper/http/raw-http.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'
import { CONCERT, createVisitor, type FormTexts } from '../../helper/submissions/visitor.ts'

const START = '2027-01-10T10:00:00Z'

for (const engine of ONE_ENGINE) {
  describe(`Submitting events on ${engine.name}`, () => {
    let service: TestService
    let clients = 0
    before(async () => {
      const env = { SUBMISSIONS: 'on', LANGUAGES: 'en,de', TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '0' }
      service = await startService({ engine, now: START, env })
    })
    after(() => service.stop())

    let now = START
    /** A visitor with a new address, whose time continues that of earlier ones. */
    const arrive = () => {
      now = new Date(Date.parse(now) + 3_600_000).toISOString()
      service.setNow(now)
      return createVisitor(service, now, `203.0.113.${++clients}`)
    }
    const review = async (): Promise<Json> => (await service.send('GET', '/review', { as: 'editor' })).json
    const findEvent = async (title: string): Promise<Json> => {
      const item = (await review()).pending.find((one: Json) => one.title === title)
      assert.ok(item, `${title} waits for review`)
      return { item, ...(await service.send('GET', `/events/${item.id}`, { as: 'editor' })).json }
    }
    const sanitize = (text: string) => text.replace(/\s+/g, ' ')

    test('Line breaks in one-line texts become spaces', async () => {
      await arrive().submit({ ...CONCERT, title: 'Free\r\n\r\nBcc: all', venue: 'Hall\nB' })
      const event = await findEvent('Free Bcc: all')
      assert.equal(event.venue.venue, 'Hall B')
    })

    test('A submission becomes a pending event with its venue, organizer, categories and image', async () => {
      const category = (await service.send('POST', '/categories', { as: 'editor', json: { name: 'Music' } })).json
      const texts: FormTexts = {
        ...CONCERT,
        'categories[]': String(category.id),
        venue: 'Harbor Hall',
        venue_address: '1 Quay',
        venue_zip: '12345',
        venue_city: 'Port',
        organizer: 'Sea Choir',
        organizer_email: 'choir@example.org',
        website: 'choir.example.org/concert',
        cost: '8–12',
        image_alt: 'Singers on a ship',
        note: 'Please call me.',
      }
      await arrive().submit(texts, await createImage(300, 200))
      const event = await findEvent(CONCERT['title'] ?? '')
      assert.equal(event.status, 'pending')
      assert.deepEqual([event.start_date, event.end_date], ['2027-03-01 19:00:00', '2027-03-01 21:00:00'])
      assert.deepEqual([event.author, event.website], ['0', 'https://choir.example.org/concert'])
      assert.deepEqual(
        event.categories.map(({ name }: Json) => name),
        ['Music'],
      )
      assert.deepEqual([event.venue.venue, event.venue.city, event.venue.status], ['Harbor Hall', 'Port', 'pending'])
      assert.deepEqual([event.organizer[0].organizer, event.organizer[0].status], ['Sea Choir', 'pending'])
      const image = (await service.send('GET', `/media/${event.image.id}`, { as: 'editor' })).json
      assert.equal(image.alt_text, 'Singers on a ship')
      assert.deepEqual(event.item.submission, {
        name: 'Ann Singer',
        email: 'ann@example.org',
        note: 'Please call me.',
        records: [
          { kind: 'venue', id: event.venue.id, title: 'Harbor Hall' },
          { kind: 'organizer', id: event.organizer[0].id, title: 'Sea Choir' },
        ],
      })
      const pending = (await review()).pending
      assert.deepEqual([...new Set(pending.map(({ kind }: Json) => kind))], ['event'])
      const { history } = (await service.send('GET', `/events/${event.id}/history`, { as: 'editor' })).json
      assert.deepEqual([history.length, history[0].channel, history[0].user], [1, 'submission', null])
      assert.doesNotMatch(JSON.stringify(history), /ann@example|call me/i)
    })

    test('Only users who review see the image of a submission before it is approved', async () => {
      const title = 'Concert with a poster'
      await arrive().submit({ ...CONCERT, title, image_alt: 'Poster' }, await createImage(300, 200))
      const { id, image } = await findEvent(title)
      const viewers = ['editor', 'author', 'contributor', 'subscriber', 'anon'] as const
      const sees = async (as: TestUser) => {
        const { status } = await service.send('GET', `/media/${image.id}`, { as })
        const { json } = await service.send('GET', '/media?per_page=100', { as })
        return [status, json.media.some((one: Json) => one.id === image.id)]
      }
      const expectation = (count: number) =>
        viewers.map((_viewer, index) => (index < count ? [200, true] : [404, false]))
      assert.deepEqual(await Promise.all(viewers.map(sees)), expectation(1))
      const used = { title: 'Copy', start_date: '2027-03-01', end_date: '2027-03-01', image: image.id }
      const refused = await service.send('POST', '/events', { as: 'contributor', json: used })
      assert.equal(refused.status, 400)
      await service.send('POST', `/events/${id}`, { as: 'editor', json: { status: 'publish' } })
      assert.deepEqual(await Promise.all(viewers.map(sees)), expectation(5))
    })

    test('A name that the calendar has selects the published venue and organizer', async () => {
      const venue = (await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Town & Hall' } })).json
      const json = { organizer: 'City', status: 'publish' }
      const organizer = (await service.send('POST', '/organizers', { as: 'editor', json })).json
      await arrive().submit({
        ...CONCERT,
        title: 'Known',
        venue: 'town & hall',
        venue_city: 'Elsewhere',
        organizer: 'CITY',
      })
      const event = await findEvent('Known')
      assert.deepEqual([event.venue.id, event.venue.city, event.organizer[0].id], [venue.id, undefined, organizer.id])
      const { text } = await service.send('GET', '//events/submit/')
      assert.match(text, /<option value="Town &amp; Hall">/)
    })

    test('Descriptions are sanitized, and their links are marked', async () => {
      const description = '<script>x()</script><a href="https://a.example" rel="dofollow" onclick="x()">A</a> <b>b</b>'
      await arrive().submit({ ...CONCERT, title: '<i>Plain</i> title', description })
      const event = await findEvent('Plain title')
      assert.match(event.description, /<a rel="nofollow ugc noopener" href="https:\/\/a\.example">A<\/a> <b>b<\/b>/)
      assert.doesNotMatch(event.description, /script|onclick|dofollow/)
    })

    test('An event without an end date may end after midnight, and an all-day event needs no times', async () => {
      await arrive().submit({ ...CONCERT, title: 'Night', start_time: '22:00', end_time: '02:00' })
      assert.equal((await findEvent('Night')).end_date, '2027-03-02 02:00:00')
      await arrive().submit({
        ...CONCERT,
        title: 'Fair',
        all_day: '1',
        start_time: '',
        end_time: '',
        end_date: '2027-03-03',
      })
      const fair = await findEvent('Fair')
      assert.deepEqual([fair.all_day, fair.end_date], [true, '2027-03-03 23:59:59'])
    })

    test('Invalid fields are shown with their errors, and the other entries stay', async () => {
      const invalid: readonly (readonly [FormTexts, string, string])[] = [
        [{ title: ' ' }, 'title', 'Enter a title.'],
        [{ title: 'x'.repeat(201) }, 'title', 'Use at most 200 characters.'],
        [{ start_date: '2027-02-30' }, 'start-date', 'Enter a valid date, such as 2026-05-31.'],
        [{ start_time: '25:00' }, 'start-time', 'Enter a time, such as 19:30.'],
        [{ end_time: '' }, 'end-time', 'Enter a time, such as 19:30.'],
        [{ end_date: '2027-02-28' }, 'end-date', 'The end must not be before the start.'],
        [{ start_date: '2026-03-01' }, 'start-date', 'The event is already over.'],
        [{ timezone: 'Europe/Atlantis' }, 'timezone', 'Choose a time zone.'],
        [
          { website: 'javascript:alert(1)' },
          'website',
          'Enter the address of a website, such as https://www.example.org.',
        ],
        [{ virtual_url: 'nowhere' }, 'virtual-url', 'Enter the address of a website, such as https://www.example.org.'],
        [{ venue_city: 'Port' }, 'venue', 'Enter the name of the venue.'],
        [{ organizer_website: 'a.example' }, 'organizer', 'Enter the name of the organizer.'],
        [{ name: '' }, 'name', 'Enter your name.'],
        ...HOSTILE_ADDRESSES.flatMap((address): (readonly [FormTexts, string, string])[] => [
          [{ email: address }, 'email', 'Enter an email address, such as name@example.org.'],
          [
            { organizer: 'Choir', organizer_email: address },
            'organizer-email',
            'Enter an email address, such as name@example.org.',
          ],
        ]),
        [{ email: 'ann' }, 'email', 'Enter an email address, such as name@example.org.'],
      ]
      const visitor = arrive()
      for (const [texts, field, message] of invalid) {
        const { status, text } = await visitor.send({ ...CONCERT, note: 'A "note" & more', ...texts })
        assert.equal(status, 400, field)
        assert.match(
          text,
          new RegExp(`<p class="submit-error" id="submit-${field}-error">${message.replace(/[.]/g, '\\.')}</p>`),
        )
        assert.match(
          text,
          new RegExp(`id="submit-${field}"[^>]*aria-invalid="true" aria-describedby="submit-${field}-error`),
        )
        assert.match(text, /A "note" &amp; more|A &quot;note&quot; &amp; more/)
        assert.match(text, /role="alert" tabindex="-1" autofocus/)
      }
    })

    test('Each text has a limit of characters', async () => {
      const visitor = arrive()
      const findErrors = async (excess: number) => {
        const texts = Object.entries(TEXT_LIMITS).map(([name, limit]) => [name, 'x'.repeat(limit + excess)])
        const { status, text } = await visitor.send(Object.fromEntries(texts))
        assert.equal(status, 400)
        const errors = text.matchAll(/id="submit-([\w-]+)-error">Use at most (\d+) characters\./g)
        return Object.fromEntries([...errors].map(([, name = '', limit]) => [name.replaceAll('-', '_'), Number(limit)]))
      }
      assert.deepEqual(await findErrors(0), {})
      // Without an image, the form has no error of its description.
      assert.deepEqual(await findErrors(1), TEXT_LIMITS)
    })

    test('A form of more than 64 MiB is rejected before it is read', async () => {
      const connection = await openRawConnection(service.origin)
      const headers = ['Host: x', 'X-Forwarded-For: 203.0.113.9', 'Content-Type: multipart/form-data; boundary=x']
      const length = `Content-Length: ${VISITOR_FORM_LIMIT + 1}`
      connection.send(['POST /events/submit/ HTTP/1.1', ...headers, length, '', ''].join('\r\n'))
      assert.equal((await connection.receive())?.status, 413)
      connection.close()
    })

    test('An image needs a description, must be an image, and must not be too large', async () => {
      const visitor = arrive()
      const image = await createImage(40, 40)
      const cases: readonly (readonly [FormTexts, Buffer, RegExp])[] = [
        [CONCERT, image, /id="submit-image-alt-error">Describe the image\./],
        [{ ...CONCERT, image_alt: 'x' }, Buffer.from('no image'), /id="submit-image-error">/],
        [{ ...CONCERT, image_alt: 'x' }, Buffer.alloc(15 * 1024 * 1024 + 1), /id="submit-image-error">.*15728640/],
      ]
      for (const [texts, file, expected] of cases) {
        const { status, text } = await visitor.send({ ...texts, title: 'Pictured' }, file)
        assert.deepEqual([status, expected.test(text), text.includes('value="Pictured"')], [400, true, true])
      }
      assert.equal(
        (await review()).pending.some(({ title }: Json) => title === 'Pictured'),
        false,
      )
    })

    test('Forms that programs fill in are not accepted', async () => {
      const visitor = arrive()
      const token = await visitor.readToken()
      const forged = token.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
      const tries: readonly (readonly [FormTexts, RegExp])[] = [
        [{ form_token: '' }, /This form has expired/],
        [{ form_token: forged }, /This form has expired/],
        [{ form_token: token, company: 'Bot Inc.' }, /One field has to stay empty/],
      ]
      for (const [texts, message] of tries) {
        const { status, text } = await visitor.send({ ...CONCERT, title: 'Spam', ...texts })
        assert.deepEqual([status, message.test(sanitize(text))], [400, true])
      }
      visitor.advance(25 * 3600)
      assert.match((await visitor.send({ ...CONCERT, form_token: token })).text, /This form has expired/)
      const other = await visitor.readToken()
      visitor.advance(-59)
      assert.match((await visitor.send({ ...CONCERT, title: 'Spam', form_token: other })).text, /sent very quickly/)
      visitor.advance(59)
      assert.equal((await visitor.send({ ...CONCERT, title: 'Human', form_token: other })).status, 303)
      const again = await visitor.send({ ...CONCERT, title: 'Twice', form_token: other })
      assert.deepEqual([again.status, /already sent/.test(again.text)], [409, true])
      const titles = (await review()).pending.map(({ title }: Json) => title)
      assert.deepEqual(
        [titles.includes('Spam'), titles.includes('Twice'), titles.includes('Human')],
        [false, false, true],
      )
      now = new Date(Date.parse(now) + 100_000_000).toISOString()
    })

    test('A client can submit five events in 15 minutes, and others are not affected', async () => {
      const visitor = arrive()
      for (let count = 1; count <= 5; count++)
        await visitor.submit({ ...CONCERT, title: `Event ${count}`, email: `ann${count}@example.org` })
      const rejected = await visitor.send({ ...CONCERT, title: 'Event 6' })
      assert.deepEqual([rejected.status, Number(rejected.headers['retry-after']) > 0], [429, true])
      assert.match(rejected.text, /Too many events were submitted/)
      assert.match(rejected.text, /value="Event 6"/)
      await createVisitor(service, new Date(Date.parse(now) + 600_000).toISOString(), '203.0.113.250').submit()
      visitor.advance(900)
      await visitor.submit({ ...CONCERT, title: 'Event 7' })
    })

    test('Concurrent submissions and changes do not exceed the limits', async () => {
      const visitor = arrive()
      const link = await visitor.submit({ ...CONCERT, title: 'Parallel', email: 'parallel@example.org' })
      visitor.advance(900)
      const tokens: string[] = []
      while (tokens.length < 20) tokens.push(await visitor.readToken())
      const submissions = tokens.map((form_token, index) =>
        visitor.send({ ...CONCERT, title: `Parallel ${index}`, email: `p${index}@example.org`, form_token }),
      )
      const accepted = (await Promise.all(submissions)).filter(({ status }) => status === 303)
      assert.equal(accepted.length, 5)
      const changes = Array.from({ length: 40 }, () => visitor.change(link, { ...CONCERT, revision: '0' }))
      const limited = (await Promise.all(changes)).filter(({ status }) => status === 429)
      assert.equal(limited.length, 20)
      now = new Date(Date.parse(now) + 10_000_000).toISOString()
    })

    test('Submissions of one address, and of all, are limited to 5 and 100 in 15 minutes', async () => {
      arrive()
      const isAccepted = (client: number, email: string) =>
        countSubmission(service.services, `198.51.100.${client}`, email).then(
          () => true,
          ({ code }) => code !== 'too_many_requests',
        )
      for (let client = 0; client < 5; client++) assert.equal(await isAccepted(client, 'same@example.org'), true)
      assert.equal(await isAccepted(5, 'same@example.org'), false)
      for (let client = 6; client < 101; client++) assert.equal(await isAccepted(client, `${client}@example.org`), true)
      assert.equal(await isAccepted(101, 'other@example.org'), false)
    })

    test('The form is available in each language, with a link in the header, and is not cached', async () => {
      const { text, headers } = await service.send('GET', '//de/events/submit/')
      assert.match(text, /<h1>Veranstaltung melden<\/h1>/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
      const list = await service.send('GET', '//de/events/')
      assert.match(list.text, /<a class="button submit-link" href="\/de\/events\/submit\/">Veranstaltung melden<\/a>/)
    })
  })

  test(`Without SUBMISSIONS, there is neither form nor link, on ${engine.name}`, async () => {
    const service = await startService({ engine, now: START })
    try {
      const visitor = createVisitor(service, START)
      for (const path of ['/events/submit/', '/events/submission/?token=x'])
        assert.equal((await visitor.open(path)).status, 404)
      assert.equal((await visitor.send({ ...CONCERT, form_token: 'x' })).status, 404)
      assert.doesNotMatch((await service.send('GET', '//events/')).text, /events\/submi/)
    } finally {
      await service.stop()
    }
  })
}
