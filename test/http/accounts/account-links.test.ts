/** Invitations and password resets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createBrowserClient, openSession } from '../../helper/accounts/browser-client.ts'
import { type MailServer, startMailServer } from '../../helper/accounts/mail-server.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const NOW = '2026-11-21T03:00:00Z'
const NEW = { email: 'zoe@example.test', role: 'author' }
const PASSWORD = 'correct horse'
const findToken = (text: string): string => /#([0-9a-f]{64})/.exec(text)?.[1] ?? ''

for (const engine of ONE_ENGINE) {
  describe(`Account links on ${engine.name}`, () => {
    let service: TestService
    let mail: MailServer
    let mailing: TestService
    before(async () => {
      mail = await startMailServer()
      service = await startService({ engine, now: NOW })
      const env = {
        SMTP_URL: mail.url,
        MAIL_FROM: 'calendar@example.test',
        SITE_NAME: 'Bonn',
        RATE_LIMIT_SIGN_IN: '20',
      }
      mailing = await startService({ engine, now: NOW, env })
    })
    after(async () => {
      await mailing.stop()
      await service.stop()
      await mail.close()
    })

    const redeem = (token: string, password = PASSWORD, on = service) =>
      on.send('POST', '/users/links/redeem', { json: { token, password } })
    const createLink = async (userId: number, purpose = 'reset'): Promise<string> => {
      const { status, json, text } = await service.send('POST', `/users/${userId}/links`, {
        as: 'admin',
        json: { purpose },
      })
      assert.equal(status, 200, text)
      return json.url
    }
    const signIn = async (login: string, password: string, on = service) =>
      (await createBrowserClient(on).signIn(login, password)).status

    test('A user without a password is invited by a link that sets it once', async () => {
      const { json } = await service.send('POST', '/users', { as: 'admin', json: { ...NEW, login: 'zoe' } })
      const { mailed, url, expires } = json.invitation
      assert.deepEqual([mailed, expires], [false, '2026-11-28T03:00:00'])
      assert.ok(url.startsWith(`${service.origin}/account/invitation#`))
      const token = findToken(url)
      const described = await service.send('POST', '/users/links/describe', { json: { token } })
      assert.deepEqual([described.status, described.json], [200, { login: 'zoe', purpose: 'invitation' }])
      assert.equal((await redeem(token, 'short')).status, 400)
      assert.equal((await redeem(token)).status, 200)
      assert.equal(await signIn('zoe', PASSWORD), 200)
      const again = await redeem(token, 'another horse')
      assert.deepEqual([again.status, again.json.code], [404, 'account_link_invalid'])
      const { rows } = await sql<Json>`select * from account_links`.execute(service.services.database.read)
      assert.deepEqual(rows, [])
    })

    test('Only the digest of a link is stored, and a newer link replaces it', async () => {
      const first = findToken(await createLink(service.ids.author))
      const second = findToken(await createLink(service.ids.author))
      const { rows } = await sql<Json>`select * from account_links`.execute(service.services.database.read)
      assert.equal(rows.length, 1)
      assert.ok(!JSON.stringify(rows).includes(second))
      assert.deepEqual([(await redeem(first)).status, (await redeem(second)).status], [404, 200])
    })

    test('A reset ends the sessions of the user', async () => {
      const browser = await openSession(service, 'editor')
      assert.equal((await redeem(findToken(await createLink(service.ids.editor)))).status, 200)
      assert.equal((await browser.send('GET', '/events')).status, 403)
    })

    test('A link expires, and that of a disabled user is invalid', async () => {
      const reset = findToken(await createLink(service.ids.contributor))
      service.setNow('2026-11-21T04:00:00Z')
      assert.equal((await redeem(reset)).status, 404)
      const path = `/users/${service.ids.contributor}`
      const fresh = findToken(await createLink(service.ids.contributor))
      await service.send('PUT', path, { as: 'admin', json: { disabled: true } })
      assert.equal((await redeem(fresh)).status, 404)
      service.setNow(NOW)
    })

    test('A new password or email address makes earlier links invalid', async () => {
      const path = `/users/${service.ids.author2}`
      for (const json of [{ password: 'battery staple', revoke_credentials: false }, { email: 'moved@example.test' }]) {
        const token = findToken(await createLink(service.ids.author2))
        assert.equal((await service.send('PUT', path, { as: 'admin', json })).status, 200)
        assert.equal((await redeem(token)).status, 404, JSON.stringify(json))
      }
    })

    test('Of concurrent uses of a link, one succeeds', async () => {
      const token = findToken(await createLink(service.ids.subscriber))
      const statuses = await Promise.all(
        ['one horse', 'two horses', 'three horses'].map(async (p) => (await redeem(token, p)).status),
      )
      assert.deepEqual(statuses.sort(), [200, 404, 404])
    })

    test('Only administrators create links, and pages of other origins cannot use them', async () => {
      const path = `/users/${service.ids.author2}/links`
      for (const as of ['anon', 'author2', 'editor'] as const)
        assert.equal(
          (await service.send('POST', path, { as, json: { purpose: 'reset' } })).status,
          as === 'anon' ? 401 : 403,
        )
      const token = findToken(await createLink(service.ids.author2))
      const headers = { origin: 'https://evil.example' }
      const foreign = await service.send('POST', '/users/links/redeem', {
        headers,
        json: { token, password: PASSWORD },
      })
      assert.deepEqual([foreign.status, foreign.json.code], [403, 'cross_origin_request'])
    })

    test('Without a mail server, a reset cannot be requested', async () => {
      for (const login of ['editor', 'nobody']) {
        const { status, json } = await service.send('POST', '/users/password-reset', { json: { login } })
        assert.deepEqual([status, json.code], [503, 'mail_unavailable'])
      }
    })

    test('With a mail server, links are mailed in the language of the request and not returned', async () => {
      const { json } = await mailing.send('POST', '//de/api/cal/events/v1/users', {
        as: 'admin',
        json: { ...NEW, login: 'mia', name: 'Mia Müller' },
      })
      assert.deepEqual([json.invitation.mailed, json.invitation.url], [true, null])
      const [message = ''] = mail.mails
      assert.match(message, /^From: calendar@example\.test$/m)
      assert.match(message, /^To: zoe@example\.test$/m)
      assert.match(message, /^Subject: Ihr Konto bei Bonn$/m)
      assert.match(message, /Guten Tag Mia Müller/)
      assert.ok(message.includes(`${mailing.origin}/de/account/invitation#`))
      assert.equal((await redeem(findToken(message), PASSWORD, mailing)).status, 200)
      assert.equal(await signIn('mia', PASSWORD, mailing), 200)
    })

    test('A requested reset is mailed to existing users only, at most three times in 15 minutes, with the same response', async () => {
      const count = mail.mails.length
      const request = (login: string) => mailing.send('POST', '/users/password-reset', { json: { login } })
      const responses = [await request('nobody'), await request('EDITOR@example.test')]
      assert.deepEqual(
        responses.map(({ status, text }) => [status, text]),
        Array(2).fill([200, '{"requested":true}']),
      )
      await waitUntil(() => mail.mails.length > count, 5000)
      for (let times = 0; times < 4; times++) assert.equal((await request('editor')).status, 200)
      await waitUntil(() => mail.mails.length === count + 3, 5000)
      const newest = mail.mails.at(-1) ?? ''
      assert.match(newest, /^Subject: Reset your password at Bonn$/m)
      assert.equal((await redeem(findToken(newest), PASSWORD, mailing)).status, 200)
      assert.equal(await signIn('editor', PASSWORD, mailing), 200)
      assert.equal(mail.mails.length, count + 3)
    })

    test('Guessing links and requesting resets are limited per client', async () => {
      const guess = async () => (await redeem('0'.repeat(64), PASSWORD, mailing)).status
      let statuses: number[] = []
      for (let times = 0; times < 21; times++) statuses.push(await guess())
      assert.deepEqual([statuses.slice(0, 20).every((status) => status === 404), statuses[20]], [true, 429])
      statuses = []
      for (let times = 0; times < 21; times++)
        statuses.push((await mailing.send('POST', '/users/password-reset', { json: { login: 'nobody' } })).status)
      assert.equal(statuses.at(-1), 429)
    })

    test('Concurrent guesses and requests of resets do not exceed the limits', async () => {
      mailing.setNow('2026-11-21T04:00:00Z')
      const send = (path: string, json: Json) => mailing.send('POST', path, { json })
      const count = async (requests: readonly Promise<{ readonly status: number }>[], status: number) =>
        (await Promise.all(requests)).filter((response) => response.status === status).length
      const token = '0'.repeat(64)
      const guesses = Array.from({ length: 40 }, () => send('/users/links/describe', { token }))
      assert.equal(await count(guesses, 404), 20)
      const mails = mail.mails.length
      const resets = Array.from({ length: 40 }, () => send('/users/password-reset', { login: 'author' }))
      assert.equal(await count(resets, 200), 20)
      await waitUntil(() => mail.mails.length >= mails + 3, 5000)
      mailing.setNow('2026-11-21T05:00:00Z')
      await send('/users/password-reset', { login: 'editor' })
      await waitUntil(() => (mail.mails.at(-1) ?? '').includes('To: editor@example.test'), 5000)
      assert.equal(mail.mails.length, mails + 4)
    })
  })
}

test('When the mail server rejects a mail, the administrator gets the link', async (context) => {
  const mail = await startMailServer({ rejects: true })
  const errors: unknown[] = []
  const service = await startService({ env: { SMTP_URL: mail.url }, report: (error) => errors.push(error) })
  context.after(async () => {
    await service.stop()
    await mail.close()
  })
  const json = { purpose: 'reset' }
  const response = await service.send('POST', `/users/${service.ids.editor}/links`, { as: 'admin', json })
  assert.equal(response.json.mailed, false)
  assert.match(response.json.url, /\/account\/reset#[0-9a-f]{64}$/)
  assert.equal(errors.length, 1)
  const request = await service.send('POST', '/users/password-reset', { json: { login: 'editor' } })
  assert.deepEqual([request.status, request.json], [200, { requested: true }])
  await waitUntil(() => errors.length === 2, 5000)
})
