/** A fresh service as a process of its own, with a mail server, a server of feeds, and users of three roles. */
import assert from 'node:assert/strict'
import { type MailServer, startMailServer } from '../helper/accounts/mail-server.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ProcessRequestOptions,
  type ProcessResponse,
  requestProcess,
} from '../helper/serve-process.ts'
import { type FeedServer, startFeedServer } from '../helper/sources/feed-server.ts'

type Attacker = 'admin' | 'editor' | 'contributor'

export interface AttackTarget {
  /** URL of the site. */
  readonly url: string
  readonly mail: MailServer
  readonly feed: FeedServer
  readonly send: (
    method: string,
    path: string,
    options?: Omit<ProcessRequestOptions, 'authorization'> & { readonly as?: Attacker },
  ) => Promise<ProcessResponse>
  /** Value of the `Authorization` header. */
  readonly authorize: (as: Attacker) => string
  /** Milliseconds that `/healthz` took so far, one value per 50 milliseconds. */
  readonly healthTimes: readonly number[]
  readonly readOutput: () => string
  readonly stop: () => Promise<void>
}

/** The value, rounded, that this share of the times does not exceed; 0 without times. */
export function findPercentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

/** With additional environment variables. */
export async function startTarget(env: Readonly<Record<string, string>> = {}): Promise<AttackTarget> {
  const [mail, feed] = [await startMailServer(), await startFeedServer()]
  const processes = createServeProcesses({
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'calendar@calendar.example' },
    ...{ TRUST_PROXY: 'on', SUBMISSIONS: 'on', SOURCE_FETCH_ALLOW: feed.host },
    ...env,
  })
  const running = await processes.start()
  const credentials: Record<Attacker, string> = {
    admin: createBasicAuth(findSecret(running.printed)),
    editor: '',
    contributor: '',
  }
  const send: AttackTarget['send'] = (method, path, { as, ...options } = {}) =>
    requestProcess(running, method, path, { ...options, ...(as && { authorization: credentials[as] }) })
  for (const role of ['editor', 'contributor'] as const) {
    const user = { login: role, email: `${role}@calendar.example`, role, password: 'correct horse battery' }
    const created = await send('POST', '/users', { as: 'admin', json: user })
    assert.equal(created.status, 201, JSON.stringify(created.json))
    const path = `/users/${created.json.id}/application-passwords`
    const { json } = await send('POST', path, { as: 'admin', json: { name: 'attack' } })
    credentials[role] = createBasicAuth(json.password, role)
  }
  const health = measureHealth(running.url)
  return {
    authorize: (as) => credentials[as],
    ...{ url: running.url, mail, feed, send, healthTimes: health.times, readOutput: running.readOutput },
    stop: async () => {
      health.stop()
      processes.end()
      await Promise.all([mail.close(), feed.stop()])
    },
  }
}

function measureHealth(url: string) {
  const times: number[] = []
  const timer = setInterval(() => {
    const startedAt = performance.now()
    const record = () => times.push(performance.now() - startedAt)
    fetch(`${url}/healthz`).then(record, record)
  }, 50)
  return { times, stop: () => clearInterval(timer) }
}
