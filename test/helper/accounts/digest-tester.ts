/** A service with digests and a mail server, and the steps of a subscriber. */
import assert from 'node:assert/strict'
import type { DigestOptions } from '../../../src/features/digests/digest-renderer.ts'
import { sendDueDigests } from '../../../src/features/digests/send-digests.ts'
import type { TestEngine } from '../engines.ts'
import { startService, type TestResponse, type TestService } from '../service.ts'
import { waitUntil } from '../until.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** Monday, March 1, 2027; digests are sent on Thursday at 8:00 in Berlin, which is 7:00 UTC. */
export const MONDAY = '2027-03-01T12:00:00Z'
export const THURSDAY = '2027-03-04T07:00:00Z'
export const NEXT_THURSDAY = '2027-03-11T07:00:00Z'
export const HOME = 'https://calendar.example'

export interface DigestTester {
  readonly service: TestService
  readonly mail: MailServer
  readonly options: DigestOptions
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<TestResponse>
  /** Requests a subscription, and returns the mail. */
  readonly request: (fields: Readonly<Record<string, string>>) => Promise<string>
  /** Requests and confirms a subscription. */
  readonly subscribe: (email: string, fields?: Readonly<Record<string, string>>) => Promise<void>
  /** Sends what is due, and returns the mails by address. */
  readonly send: () => Promise<ReadonlyMap<string, string>>
  readonly createEvent: (title: string, start: string, json?: object) => Promise<{ readonly id: number }>
  readonly stop: () => Promise<void>
}

export interface DigestTesterOptions {
  readonly engine?: TestEngine
  readonly env?: Readonly<Record<string, string>>
  readonly answerRecipient?: (address: string) => string | undefined
  readonly report?: (error: unknown) => void
}

export async function startDigestTester(options: DigestTesterOptions = {}): Promise<DigestTester> {
  const { engine, env, answerRecipient, report } = options
  const mail = await startMailServer(answerRecipient && { answerRecipient })
  const service = await startService({
    ...(engine && { engine }),
    ...(report && { report }),
    now: MONDAY,
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'calendar@calendar.example',
      PUBLIC_URL: HOME,
      SITE_NAME: 'Bonn',
      SITE_TIMEZONE: 'Europe/Berlin',
      LANGUAGES: 'en,de',
      ...env,
    },
  })
  const { digests } = service
  assert.ok(digests)
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    service.send('POST', `/${path}`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const mailsTo = (address: string) => mail.mails.filter((text) => text.includes(`\nTo: ${address}\n`))
  const request = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const address = fields['email'] ?? ''
    const sent = mailsTo(address).length
    const response = await post('/events/digest/', fields)
    assert.equal(response.status, 200, response.text)
    await waitUntil(() => mailsTo(address).length > sent, 10_000)
    return mailsTo(address)[sent] ?? ''
  }
  return {
    ...{ service, mail, options: digests, post, request },
    subscribe: async (email, fields = {}) => {
      const token = findToken(await request({ email, ...fields }))
      const response = await post('/events/digest/confirm/', { token })
      assert.equal(response.status, 200, response.text)
    },
    send: async () => {
      const sent = mail.mails.length
      while ((await sendDueDigests(service.services, digests)) > 0);
      const mails = mail.mails.slice(sent)
      return new Map(mails.map((text) => [/^To: (.*)$/m.exec(text)?.[1] ?? '', text]))
    },
    createEvent: async (title, start, json = {}) => {
      const end = start.replace(/\d\d:\d\d:\d\d$/, '22:00:00')
      const fields = { title, start_date: start, end_date: end, status: 'publish', ...json }
      const response = await service.send('POST', '/events', { as: 'admin', json: fields })
      assert.equal(response.status, 201, response.text)
      return response.json
    },
    stop: async () => {
      await service.stop()
      await mail.close()
    },
  }
}

export const findToken = (mail: string): string => /[?]token=([0-9a-f]{64})/.exec(mail)?.[1] ?? ''
