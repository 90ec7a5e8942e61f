/** Reproductions of attacks that once succeeded. Each throws an assertion error when it succeeds again. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'
import { openEventSource } from '../helper/changes/event-source.ts'
import { createEmptyPng } from '../helper/media/hostile-images.ts'
import type { Json } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'
import { type AttackTarget, findPercentile } from './target.ts'

export interface Attack {
  /** Goal of the attacker, as an infinitive. */
  readonly name: string
  /** Returns what happened instead. */
  readonly run: (target: AttackTarget) => Promise<string>
}

const TIMEOUT = 120_000

const HOSTILE_CALENDAR = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', 'TZID:X', 'BEGIN:STANDARD', 'DTSTART:20000101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0123', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'],
  ...['BEGIN:VEVENT', 'UID:1', 'DTSTART;TZID=X:20270301T190000', 'SUMMARY:A', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')

const EVENT = { title: 'Concert', start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 21:00:00' }

const upload = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})

async function sendFile({ url, authorize }: AttackTarget, path: string, content: string | Buffer, headers: Json) {
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  const response = await fetch(`${url}/api/cal/events/v1${path}`, {
    method: 'POST',
    headers: { authorization: authorize('admin'), ...headers },
    body,
  })
  return { status: response.status, json: (await response.json()) as Json }
}

async function uploadCalendar(target: AttackTarget): Promise<string> {
  const { status, json } = await sendFile(
    target,
    '/imports/files',
    HOSTILE_CALENDAR,
    upload('a.ics', 'application/octet-stream'),
  )
  assert.equal(status, 201)
  const read = async () => (await target.send('GET', `/imports/${json.id}`, { as: 'admin' })).json
  await waitUntil(async () => !['queued', 'running'].includes((await read()).status), TIMEOUT)
  return `the inspection has ${(await read()).status}`
}

/** Runs a new source, and returns the error of the run; empty without one. */
async function runSource({ send }: AttackTarget, url: string): Promise<string> {
  const created = await send('POST', '/sources', { as: 'admin', json: { type: 'ics', name: 'Hostile', url } })
  assert.equal(created.status, 201, JSON.stringify(created.json))
  const path = `/sources/${created.json.id}`
  const { json: run } = await send('POST', `${path}/run`, { as: 'admin' })
  const read = async () => (await send('GET', `${path}/runs/${run.id}`, { as: 'admin' })).json
  await waitUntil(async () => !['queued', 'running'].includes((await read()).status), TIMEOUT)
  return (await read()).error ?? ''
}

async function followFeed(target: AttackTarget): Promise<string> {
  target.feed.response = { body: HOSTILE_CALENDAR }
  return `the run ends: ${(await runSource(target, target.feed.url)) || 'no error'}`
}

/** Series with as many events as their horizon allows, with a rule that takes long to expand. */
const LONG_CALENDAR = [
  'BEGIN:VCALENDAR',
  ...Array.from({ length: 20 }, (_, index) =>
    [
      ...['BEGIN:VEVENT', `UID:${index}`, `SUMMARY:${index}`, 'DTSTART:20270301T190000'],
      `DESCRIPTION:${'<b '.repeat(400)}`,
      'RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU,WE,TH,FR,SA,SU',
      'END:VEVENT',
    ].join('\r\n'),
  ),
  ...['END:VCALENDAR', ''],
].join('\r\n')

async function delayRequests(target: AttackTarget): Promise<string> {
  target.feed.response = { body: LONG_CALENDAR }
  const before = target.healthTimes.length
  const outcome = await runSource(target, `${target.feed.url}?long`)
  const slow = findPercentile(target.healthTimes.slice(before), 0.99)
  assert.ok(slow < 2000, `/healthz took ${slow} ms`)
  return `the run ends: ${outcome || 'no error'}; /healthz takes ${slow} ms (99th percentile)`
}

async function floodMails({ url, mail }: AttackTarget): Promise<string> {
  const subscribe = () =>
    fetch(`${url}/events/digest/`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      body: new URLSearchParams({ email: 'victim@example.org' }),
    }).then((response) => response.arrayBuffer())
  await Promise.all(Array.from({ length: 300 }, subscribe))
  const sent = mail.mails.filter((text) => text.includes('victim@example.org')).length
  assert.ok(sent <= 5, `${sent} mails were sent`)
  return `${sent} of 300 mails were sent`
}

async function mailLists({ url, mail }: AttackTarget): Promise<string> {
  const before = mail.mails.length
  for (const [index, email] of HOSTILE_ADDRESSES.entries()) {
    const { status } = await fetch(`${url}/events/digest/`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${100 + index}` },
      body: new URLSearchParams({ email }),
    })
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(email)}: ${status}`)
  }
  assert.equal(mail.mails.length, before)
  return `${HOSTILE_ADDRESSES.length} addresses were rejected`
}

async function blockWriters({ send }: AttackTarget): Promise<string> {
  const series = { method: 'POST', path: '/events', body: { ...EVENT, recurrence: { rrule: 'FREQ=DAILY' } } }
  const batch = { requests: Array.from({ length: 100 }, () => series), atomic: true }
  const attacks = Promise.all([
    send('POST', '/batch', { as: 'contributor', json: batch }),
    send('POST', '/batch?dry_run=1', { as: 'contributor', json: batch }),
  ])
  attacks.catch(() => {})
  await pause(100)
  const startedAt = performance.now()
  // On a busy machine, both batches take as long as they may, and the service asks the editor to wait.
  const isWritten = async () => {
    const { status, json } = await send('POST', '/venues', { as: 'editor', json: { venue: 'Hall' } })
    assert.ok(status === 201 || json.code === 'overloaded', JSON.stringify(json))
    return status === 201
  }
  await waitUntil(isWritten, 40_000, 500)
  const seconds = (performance.now() - startedAt) / 1000
  await attacks
  return `an editor's write took ${seconds.toFixed(1)} s`
}

async function fillDatabase({ send }: AttackTarget): Promise<string> {
  const series = { ...EVENT, title: 'Flood', recurrence: { rrule: 'FREQ=DAILY' } }
  await Promise.all(Array.from({ length: 20 }, () => send('POST', '/events', { as: 'contributor', json: series })))
  const { json } = await send('GET', '/events?search=Flood&status=any&per_page=1', { as: 'editor' })
  assert.ok(json.total <= 20, `${json.total} events were created`)
  return `20 daily series have ${json.total} events`
}

async function writeInDryRun({ send }: AttackTarget): Promise<string> {
  const request = { method: 'POST', path: '/venues', body: { venue: 'Tried', dry_run: false } }
  await send('POST', '/batch', { as: 'editor', json: { requests: [request], dry_run: true } })
  const { json } = await send('GET', '/venues?search=Tried', { as: 'editor' })
  assert.equal(json.total ?? 0, 0)
  return 'nothing was written'
}

async function replaySecrets({ send }: AttackTarget): Promise<string> {
  const request = { method: 'POST', path: '/users/me/application-passwords', body: { name: 'replayed' } }
  const options = {
    as: 'editor',
    headers: { 'idempotency-key': 'attack' },
    json: { requests: [request], atomic: true },
  } as const
  assert.equal((await send('POST', '/batch', options)).status, 200)
  const { status, json } = await send('POST', '/batch', options)
  assert.equal(status, 409, JSON.stringify(json))
  return `a repetition gets ${json.code}`
}

async function takeStreams({ url }: AttackTarget): Promise<string> {
  const sources = await Promise.all(
    Array.from({ length: 150 }, () =>
      openEventSource(`${url}/api/cal/events/v1/events/stream`, { 'x-forwarded-for': '203.0.113.77' }),
    ),
  )
  const opened = sources.filter(({ response }) => response.statusCode === 200)
  for (const source of sources) source.close()
  assert.ok(opened.length <= 100, `${opened.length} streams were opened`)
  return `${opened.length} of 150 streams were opened`
}

async function multiplyClients({ url }: AttackTarget): Promise<string> {
  const statuses = new Map<number, number>()
  const request = async (port: number) => {
    const headers = { 'x-forwarded-for': `203.0.113.200:${port}` }
    const { status } = await fetch(`${url}/api/cal/events/v1/categories`, { headers })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  for (let start = 0; start < 3000; start += 300)
    await Promise.all(Array.from({ length: 300 }, (_, index) => request(1024 + start + index)))
  assert.ok((statuses.get(429) ?? 0) > 0, 'no request was limited')
  return `${statuses.get(429)} of 3,000 requests were limited`
}

async function guessPasswords({ send }: AttackTarget): Promise<string> {
  const guess = (password: string) =>
    send('POST', '/session', { json: { login: 'editor', password }, headers: { 'x-forwarded-for': '203.0.113.50' } })
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) statuses.push((await guess(`guess ${n}`)).status)
  assert.ok(statuses.includes(429), statuses.join())
  return `${statuses.filter((status) => status !== 429).length} of 40 guesses were checked`
}

async function sendImageBomb(target: AttackTarget): Promise<string> {
  const bomb = createEmptyPng(60_000, 60_000, 100)
  const { status, json } = await sendFile(target, '/media', bomb, upload('a.png', 'image/png'))
  assert.ok(status >= 400 && status < 500, `${status}`)
  return `the image gets ${json.code}`
}

async function reachOwnNetwork(target: AttackTarget): Promise<string> {
  for (const url of ['http://127.0.0.1:1/a.ics', 'http://[::1]/a.ics', 'http://169.254.169.254/latest/meta-data'])
    assert.match(await runSource(target, url), /not public/, url)
  return 'no address was requested'
}

async function leaveFolder({ url }: AttackTarget): Promise<string> {
  for (const path of ['/media/..%2f..%2fcalends.db', '/media/%2e%2e/calends.db', '/assets/..%5c..%5cpackage.json']) {
    const { status } = await fetch(`${url}${path}`)
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
  }
  return 'no file was read'
}

async function writeScript({ url, send }: AttackTarget): Promise<string> {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const event = { ...EVENT, title: `Scripted ${script}`, description: script, status: 'publish' }
  const { json } = await send('POST', '/events', { as: 'editor', json: event })
  const page = await (await fetch(`${url}/event/${json.slug}/`)).text()
  assert.doesNotMatch(page, /<script>alert|onerror=/)
  return 'the page contains no script'
}

export const ATTACKS: readonly Attack[] = [
  { name: 'Upload a calendar whose time zone changes every second', run: uploadCalendar },
  { name: 'Serve such a calendar as a source', run: followFeed },
  { name: 'Keep requests waiting by an import of long series', run: delayRequests },
  { name: 'Send 300 mails to a stranger at once', run: floodMails },
  { name: 'Send mails to addresses that are lists', run: mailLists },
  { name: 'Block all writers with daily series', run: blockWriters },
  { name: 'Fill the database with proposals', run: fillDatabase },
  { name: 'Write in a dry run', run: writeInDryRun },
  { name: 'Read a credential from a repeated batch', run: replaySecrets },
  { name: 'Take all event streams', run: takeStreams },
  { name: 'Appear as many clients', run: multiplyClients },
  { name: 'Guess a password', run: guessPasswords },
  { name: 'Upload an image of 3.6 gigapixels', run: sendImageBomb },
  { name: 'Reach the network of the service', run: reachOwnNetwork },
  { name: 'Read files outside of the media folder', run: leaveFolder },
  { name: 'Put a script into a page', run: writeScript },
]
