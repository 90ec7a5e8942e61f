/** Subscribing to digests: double opt-in, changes and unsubscribing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deleteOldDigests } from '../../../src/features/digests/subscriptions.ts'
import {
  type DigestTester,
  findToken,
  HOME,
  MONDAY,
  NEXT_THURSDAY,
  startDigestTester,
  THURSDAY,
} from '../../helper/accounts/digest-tester.ts'
import { HOSTILE_ADDRESSES } from '../../helper/accounts/hostile-addresses.ts'
import { ONE_ENGINE, SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Subscriptions to digests on ${engine.name}`, () => {
    let tester: DigestTester
    before(async () => {
      tester = await startDigestTester({ engine })
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      await tester.createEvent('Next concert', '2027-03-13 20:00:00')
    })
    after(() => tester.stop())

    const listRows = () =>
      tester.service.services.database.read.selectFrom('digest_subscriptions').selectAll().orderBy('id').execute()
    const findRow = async (email: string) => (await listRows()).find((row) => row.email === email)
    const get = (path: string) => tester.service.send('GET', `/${path}`)

    test('An address is confirmed with a link, and only by a POST', async () => {
      const mail = await tester.request({ email: 'Ann@example.test' })
      assert.match(mail, /^To: Ann@example\.test$/m)
      assert.ok(mail.includes(`${HOME}/en/events/digest/confirm/?token=`), mail)
      const token = findToken(mail)
      const row = await findRow('Ann@example.test')
      assert.deepEqual([row?.status, row?.scope, row?.language], ['pending', '', 'en'])
      const stored = JSON.stringify(
        await tester.service.services.database.read.selectFrom('digest_links').selectAll().execute(),
      )
      assert.ok(!stored.includes(token))

      const page = await get(`/events/digest/confirm/?token=${token}`)
      assert.equal(page.status, 200)
      assert.match(page.headers['cache-control'] ?? '', /no-store/)
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.equal((await findRow('Ann@example.test'))?.status, 'pending')
      const confirmed = await tester.post('/events/digest/confirm/', { token })
      assert.equal(confirmed.status, 200)
      assert.match(confirmed.text, /Subscription confirmed/)
      assert.equal((await findRow('Ann@example.test'))?.status, 'active')
      assert.equal((await tester.post('/events/digest/confirm/', { token })).status, 410)
      assert.equal((await get(`/events/digest/confirm/?token=${token}`)).status, 410)
    })

    test('The response is the same for new, pending and confirmed addresses, and the mail of the last one manages', async () => {
      const normalize = (text: string) => text.replaceAll(/[a-z]+@example\.test/g, '')
      const fields = { email: 'bob@example.test' }
      await tester.request(fields)
      const first = await tester.post('/events/digest/', fields)
      await tester.subscribe(fields.email)
      const again = await tester.post('/events/digest/', { email: 'BOB@example.test' })
      const other = await tester.post('/events/digest/', { email: 'carl@example.test' })
      assert.equal(again.status, 200)
      assert.equal(normalize(again.text.replaceAll('BOB', 'bob')), normalize(first.text))
      assert.equal(normalize(other.text), normalize(first.text))
      const managed = await tester.request({ email: 'Bob@example.test' })
      assert.match(managed, /already subscribed/)
      assert.equal((await get(`/events/digest/manage/?token=${findToken(managed)}`)).status, 200)
      assert.equal((await listRows()).filter(({ email_folded }) => email_folded === 'bob@example.test').length, 1)
    })

    test('The scope has the filters of the page, and is checked', async () => {
      const term = await tester.service.send('POST', '/categories', {
        as: 'admin',
        json: { name: 'Music', slug: 'music' },
      })
      assert.equal(term.status, 201)
      const page = await get('/events/category/music/?free=true')
      assert.match(page.text, /action="\/events\/digest\/"/)
      assert.match(page.text, /<input type="hidden" name="categories" value="music">/)
      assert.match(page.text, /<input type="hidden" name="free" value="true">/)
      const mail = await tester.request({
        email: 'dora@example.test',
        categories: 'music',
        free: 'true',
        language: 'de',
      })
      assert.ok(mail.includes(`${HOME}/de/events/digest/confirm/?token=`), mail)
      assert.match(mail, /Music · Kostenlos/)
      const row = await findRow('dora@example.test')
      assert.deepEqual([row?.scope, row?.language], ['categories=music&free=true', 'de'])
      const invalid = await tester.post('/events/digest/', { email: 'dora@example.test', categories: 'no-such-term' })
      assert.equal(invalid.status, 400)
      assert.match(invalid.text, /These filters are not valid/)
      const categories = 'music,'.repeat(170)
      assert.equal((await tester.post('/events/digest/', { email: 'dora@example.test', categories })).status, 400)
    })

    test('Invalid addresses and filled honeypots get no mail', async () => {
      const rows = (await listRows()).length
      for (const email of ['', 'x', ...HOSTILE_ADDRESSES]) {
        const { status, text } = await tester.post('/events/digest/', { email })
        assert.equal(status, 400, email)
        assert.match(text, /id="digest-failure" role="alert">Enter a valid email address\./)
      }
      const filled = await tester.post('/events/digest/', {
        email: 'bot@example.test',
        company: 'Bot Inc.',
      })
      assert.equal(filled.status, 200)
      assert.match(filled.text, /Check your inbox/)
      assert.equal((await listRows()).length, rows)
    })

    test('A subscriber changes scope and language, and one with the same scope is replaced', async () => {
      await tester.subscribe('eva@example.test')
      await tester.subscribe('eva@example.test', { categories: 'music' })
      tester.service.setNow(THURSDAY)
      const mails = await tester.send()
      tester.service.setNow(MONDAY)
      const token = findToken(mails.get('eva@example.test') ?? '')
      const manage = await get(`/events/digest/manage/?token=${token}`)
      assert.equal(manage.status, 200)
      assert.match(manage.text, /eva@example\.test/)
      const saved = await tester.post('/events/digest/manage/', { token, categories: 'music', language: 'de' })
      assert.match(saved.text, /Your changes were saved/)
      const rows = (await listRows()).filter(({ email }) => email === 'eva@example.test')
      assert.deepEqual(
        rows.map(({ scope, language }) => [scope, language]),
        [['categories=music', 'de']],
      )
      const wrong = await tester.post('/events/digest/manage/', { token: 'x'.repeat(64), language: 'de' })
      assert.equal(wrong.status, 410)
    })

    test('One click unsubscribes, deletes all data and is idempotent; a GET changes nothing', async () => {
      await tester.subscribe('fred@example.test')
      tester.service.setNow(NEXT_THURSDAY)
      const mail = (await tester.send()).get('fred@example.test') ?? ''
      const url = /^List-Unsubscribe: <(.*)>$/m.exec(mail)?.[1] ?? ''
      assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
      assert.ok(url.startsWith(`${HOME}/en/events/digest/unsubscribe/?token=`), mail)
      const path = url.slice(HOME.length)
      assert.equal((await get(path)).status, 200)
      assert.ok(await findRow('fred@example.test'))
      const oneClick = () => tester.post(path, { 'List-Unsubscribe': 'One-Click' })
      const [first, second] = [await oneClick(), await oneClick()]
      assert.deepEqual([first.status, second.status], [200, 200])
      assert.equal(first.text, second.text)
      assert.equal(await findRow('fred@example.test'), undefined)
      assert.equal((await get(path)).status, 410)
      tester.service.setNow(MONDAY)
    })

    test('An address gets at most five mails of requests in a day', async () => {
      const email = 'flooded@example.test'
      for (let count = 0; count < 5; count++) await tester.request({ email })
      const sent = tester.mail.mails.length
      assert.equal((await tester.post('/events/digest/', { email })).status, 200)
      await tester.request({ email: 'gina@example.test' })
      assert.ok(tester.mail.mails.slice(sent).every((text) => !text.includes(email)))
      tester.service.setNow('2027-03-02T12:00:01Z')
      await tester.request({ email })
      tester.service.setNow(MONDAY)
    })

    test('Links and unconfirmed addresses end after 48 hours', async () => {
      const token = findToken(await tester.request({ email: 'late@example.test' }))
      await tester.subscribe('punctual@example.test')
      tester.service.setNow('2027-03-03T12:00:00Z')
      assert.equal((await tester.post('/events/digest/confirm/', { token })).status, 410)
      await deleteOldDigests(tester.service.services)
      assert.equal(await findRow('late@example.test'), undefined)
      assert.equal((await findRow('punctual@example.test'))?.status, 'active')
    })
  })
}

for (const engine of SPLIT_ENGINES) {
  test(`An address gets at most five mails of 300 concurrent requests on ${engine.name}`, async () => {
    const tester = await startDigestTester({ engine, env: { TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '0' } })
    const post = (count: number) =>
      tester.service.send('POST', '//events/digest/', {
        body: new URLSearchParams({ email: 'victim@example.test' }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `203.0.113.${count % 100}`,
        },
      })
    try {
      const responses = await Promise.all(Array.from({ length: 300 }, (_, count) => post(count)))
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    } finally {
      // Waits for the mails.
      await tester.stop()
    }
    assert.equal(tester.mail.mails.length, 5)
  })

  test(`Concurrent requests of a client do not exceed its limit on ${engine.name}`, async () => {
    const tester = await startDigestTester({ engine })
    try {
      const responses = await Promise.all(
        Array.from({ length: 60 }, (_, count) => tester.post('/events/digest/', { email: `a${count}@example.test` })),
      )
      assert.equal(responses.filter(({ status }) => status === 200).length, 30)
    } finally {
      await tester.stop()
    }
  })
}

test('A client is limited to 30 requests in 15 minutes', async () => {
  const tester = await startDigestTester()
  try {
    const post = (count: number) => tester.post('/events/digest/', { email: `a${count}@example.test` })
    for (let count = 0; count < 30; count++) assert.equal((await post(count)).status, 200)
    const limited = await post(30)
    assert.equal(limited.status, 429)
    assert.equal(limited.headers['retry-after'], '900')
    assert.match(limited.text, /Too many requests/)
  } finally {
    await tester.stop()
  }
})

test('Without a mail server, or with DIGEST_DAY=off, there is no form and no page', async () => {
  for (const env of [{}, { SMTP_URL: 'smtp://127.0.0.1:9', DIGEST_DAY: 'off' }]) {
    const service = await startService({ env })
    try {
      assert.equal((await service.send('GET', '//events/digest/')).status, 404)
      assert.doesNotMatch((await service.send('GET', '//events/')).text, /events\/digest/)
    } finally {
      await service.stop()
    }
  }
})
