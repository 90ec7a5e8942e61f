/**
 * Records the examples of the OpenAPI document from responses of the service:
 * `npx tsx scripts/generate/examples.ts` writes src/api/documents/examples.json.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import sharp from 'sharp'
import { createApp } from '../../src/app.ts'
import { withCurrentSite } from '../../src/calendar/services.ts'
import { createAccount } from '../../src/calendar/users/accounts.ts'
import { readConfig } from '../../src/config.ts'
import { createWebhookRunner } from '../../src/features/webhooks/webhook-runner.ts'
import type { Mail } from '../../src/kernel/mailer.ts'
import { createServices } from '../../src/process-services.ts'
import { ACCOUNT_REQUESTS, recordAccounts } from './account-examples.ts'
import { recordDirectory } from './directory-examples.ts'
import { EDITING_REQUESTS, recordEditing } from './editing-examples.ts'
import { IMPORT_REQUESTS, recordImports } from './import-examples.ts'
import { recordSite, SITE_REQUESTS } from './site-examples.ts'
import { recordSources, SOURCE_REQUESTS } from './source-examples.ts'
import { ACCEPTING_SENDER, recordWebhooks, WEBHOOK_REQUESTS } from './webhook-examples.ts'

export const NOW = '2027-01-15T09:30:00Z'
const BASE = '/api/cal/events/v1'

const REQUESTS = {
  CreateVenue: {
    venue: 'Old Town Hall',
    address: '12 Market Square',
    city: 'Ghent',
    zip: '9000',
    country: 'Belgium',
    phone: '+32 9 555 01 23',
    geo_lat: 51.0543,
    geo_lng: 3.7174,
  },
  CreateOrganizer: {
    organizer: 'Jazz Society',
    email: 'hello@jazz.example',
    website: 'https://jazz.example/',
  },
  CreateCategory: { name: 'Concerts', description: 'Music, played before you' },
  CreateTag: { name: 'jazz' },
  CreateEvent: {
    title: 'Winter Jazz Night',
    description: '<p>Three bands and <strong>one</strong> long evening.</p>',
    start_date: '2027-02-06 20:00:00',
    end_date: '2027-02-06 23:30:00',
    timezone: 'Europe/Brussels',
    cost: '€15',
    website: 'https://jazz.example/winter',
    venue: 1,
    organizer: [2],
    categories: ['Concerts'],
    tags: ['jazz'],
    image: 3,
    featured: true,
    external_id: 'box-office:4711',
  },
  UpdateEvent: { start_date: '2027-02-06 19:30:00', cost: '€12 – €18' },
  UpdateVenue: { phone: '+32 9 555 01 24' },
  UpdateOrganizer: { phone: '+32 9 555 01 25' },
  UpdateCategory: { description: 'Music, played in front of you' },
  UpdateTag: { description: 'Swing and what came of it' },
  CreateMedia: { url: 'https://example.org/poster.jpg', alt_text: 'A blue wall' },
  ReplaceMedia: { with: 3 },
  UpdateMedia: { alt_text: 'A blue wall' },
  SaveEvent: { title: 'Winter Jazz Night', start_date: '2027-02-06 20:00:00', end_date: '2027-02-06 23:30:00' },
  SaveVenue: { venue: 'Old Town Hall', city: 'Ghent' },
  SaveOrganizer: { organizer: 'Jazz Society', email: 'hello@jazz.example' },
  CreateApplicationPassword: { name: 'Lobby display', app_id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' },
  UpdateApplicationPassword: { name: 'Display in the lobby' },
  CreateSeries: {
    title: 'Jam Session',
    start_date: '2027-02-02 20:00:00',
    end_date: '2027-02-02 22:00:00',
    timezone: 'Europe/Brussels',
    venue: 1,
    recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=4' },
  },
  UpdateSeries: { cost: '€5' },
  PreviewSeries: {
    start_date: '2027-02-02 21:00:00',
    end_date: '2027-02-02 23:00:00',
    timezone: 'Europe/Brussels',
    venue: 1,
    recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2',
  },
  DetachEvent: {},
  Restore: {},
  RunBatch: {
    requests: [
      { method: 'POST', path: '/tags', body: { name: 'swing' } },
      { method: 'GET', path: '/tags?search=swing&_fields=total' },
    ],
  },
  RestoreRevision: { fields: ['start_date', 'end_date'] },
  CopyEvents: { start_date: '2027-02-01', end_date: '2027-02-07', days: 7 },
  ParseDate: { text: 'next Saturday', zone: 'Europe/Brussels' },
} as const

/** The file sizes in the examples depend on the version of the image encoder. */
const paint = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#24425c' } })
    .png()
    .toBuffer()

interface ExampleRequest {
  readonly as?: 'editor' | 'subscriber' | 'administrator'
  readonly json?: unknown
  readonly payload?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the cookies of earlier responses. */
  readonly withCookies?: true
}

/** Deterministic replacement of random values, so that generated passwords and file names do not change. */
function repeatableRandom(): (bytes: number) => string {
  let calls = 0
  return (bytes) =>
    createHash('sha512')
      .update(`example ${++calls}`)
      .digest('hex')
      .slice(0, bytes * 2)
}

/** Sends a request and returns the response body. Throws if the status differs from the expected one. */
export type Send = (
  status: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  request?: ExampleRequest,
) => Promise<unknown>

export async function recordExamples() {
  const folder = await mkdtemp(join(tmpdir(), 'calends-examples-'))
  const config = readConfig({
    DATA_DIR: folder,
    PUBLIC_URL: 'https://calendar.example',
    SITE_TIMEZONE: 'Europe/Brussels',
    RATE_LIMIT_SIGN_IN: '1',
  })
  const mails: string[] = []
  const mailer = { send: async ({ text }: Mail) => void mails.push(text) }
  const services = {
    ...(await createServices(config, () => Date.parse(NOW))),
    ...{ random: repeatableRandom(), mailer, webhookSender: ACCEPTING_SENDER },
  }
  try {
    const { server, host, close } = await createApp({ config, services, logger: pino({ level: 'silent' }) })
    const secrets: Record<string, string | undefined> = {}
    const addUser = async (role: 'editor' | 'subscriber' | 'administrator') => {
      const account = { login: role, role, email: `${role}@calendar.example`, appPassword: 'examples' }
      secrets[role] = (await createAccount(services, account)).app_password
    }
    for (const role of ['editor', 'subscriber'] as const) await addUser(role)
    const cookies = new Map<string, string>()
    const send: Send = async (status, method, path, { as, json, payload, headers = {}, withCookies } = {}) => {
      const credentials = Buffer.from(`${as}:${secrets[as ?? '']}`).toString('base64')
      const response = await server.inject({
        method,
        url: `${BASE}${path}`,
        headers: {
          ...(as && { authorization: `Basic ${credentials}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { payload: JSON.stringify(json) }),
        ...(payload && { payload }),
        ...(withCookies && { cookies: Object.fromEntries(cookies) }),
      })
      for (const { name, value } of response.cookies) cookies.set(name, value)
      if (response.statusCode !== status) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`)
      return response.json() as unknown
    }
    const responses = await recordResponses(send)
    await sendChanges(send)
    await addUser('administrator')
    const history = { ...(await recordHistory(send)), ...(await recordReplacement(send)) }
    const failures = await recordFailures(send)
    const series = await recordSeries(send)
    const changes = await recordChanges(send)
    const passwords = await recordPasswords(send)
    const accounts = await recordAccounts(send, () => mails.at(-1) ?? '')
    const sources = await recordSources(send, withCurrentSite(services))
    const imports = await recordImports(send, withCurrentSite(services))
    const writes = await recordWrites(send)
    const site = await recordSite(send)
    const webhooks = await recordWebhooks(send, async () => {
      const runner = createWebhookRunner(host.getApiUrls)
      await runner.run(withCurrentSite(services), new AbortController().signal)
      await runner.settle()
    })
    const directory = await recordDirectory(send)
    const editing = await recordEditing(send)
    await close()
    return {
      ...REQUESTS,
      ...EDITING_REQUESTS,
      ...ACCOUNT_REQUESTS,
      ...SITE_REQUESTS,
      ...SOURCE_REQUESTS,
      ...IMPORT_REQUESTS,
      ...WEBHOOK_REQUESTS,
      ...responses,
      ...failures,
      ...series,
      ...changes,
      ...passwords,
      ...history,
      ...accounts,
      ...site,
      SetUpAccount: accounts.SignedIn,
      ...sources,
      ...imports,
      ...writes,
      ...webhooks,
      ...directory,
      ...editing,
    }
  } finally {
    await services.close()
    await rm(folder, { recursive: true })
  }
}

async function recordResponses(send: Send) {
  const create = (path: string, json: unknown) => send(201, 'POST', path, { as: 'editor', json })
  await create('/venues', REQUESTS.CreateVenue)
  await create('/organizers', REQUESTS.CreateOrganizer)
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="poster.png"' }
  await send(201, 'POST', '/media', { as: 'editor', payload: await paint(), headers })
  await create('/categories', REQUESTS.CreateCategory)
  await create('/tags', REQUESTS.CreateTag)
  await create('/events', REQUESTS.CreateEvent)
  return {
    Event: await send(200, 'GET', '/events/by-slug/winter-jazz-night'),
    EventList: await send(200, 'GET', '/events'),
    Venue: await send(200, 'GET', '/venues/by-slug/old-town-hall'),
    VenueList: await send(200, 'GET', '/venues'),
    Organizer: await send(200, 'GET', '/organizers/by-slug/jazz-society'),
    OrganizerList: await send(200, 'GET', '/organizers'),
    Term: await send(200, 'GET', '/categories/1'),
    CategoryList: await send(200, 'GET', '/categories'),
    TagList: await send(200, 'GET', '/tags'),
    Media: await send(200, 'GET', '/media/3'),
    MediaList: await send(200, 'GET', '/media'),
    MediaUsage: await send(200, 'GET', '/media/3/usage'),
    Calendar: await send(200, 'GET', '/events/calendar?from=2027-02-01&to=2027-02-28', { as: 'editor' }),
    ParsedDate: await send(200, 'POST', '/dates/parse', { json: REQUESTS.ParseDate }),
  }
}

/** The examples of request bodies come from successful requests. */
async function sendChanges(send: Send): Promise<void> {
  const change = (path: string, json: unknown) => send(200, 'POST', path, { as: 'editor', json })
  await change('/events/4', REQUESTS.UpdateEvent)
  await change('/venues/1', REQUESTS.UpdateVenue)
  await change('/organizers/2', REQUESTS.UpdateOrganizer)
  await change('/categories/1', REQUESTS.UpdateCategory)
  await change('/tags/2', REQUESTS.UpdateTag)
  await change('/media/3', REQUESTS.UpdateMedia)
  const save = (path: string, json: unknown) => send(201, 'PUT', path, { as: 'editor', json })
  await save('/events/by-external-id/box-office:4712', REQUESTS.SaveEvent)
  await save('/venues/by-external-id/box-office:1', REQUESTS.SaveVenue)
  await save('/organizers/by-external-id/box-office:2', REQUESTS.SaveOrganizer)
}

async function recordHistory(send: Send) {
  const HistoryList = await send(200, 'GET', '/events/4/history', { as: 'editor' })
  const { history } = HistoryList as { history: readonly { revision: number }[] }
  const path = `/events/4/history/${history.at(-1)?.revision}/restore`
  await send(200, 'POST', path, { as: 'editor', json: REQUESTS.RestoreRevision })
  const AuditList = await send(200, 'GET', '/audit?kind=venue&action=update', { as: 'administrator' })
  return { HistoryList, AuditList }
}

/** Replaces a new image by the one of the examples. */
async function recordReplacement(send: Send) {
  const as = 'editor'
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="old.png"' }
  const { id } = (await send(201, 'POST', '/media', { as, payload: await paint(), headers })) as { id: number }
  const json = REQUESTS.ReplaceMedia
  return { ReplacedMedia: await send(200, 'POST', `/media/${id}/replace`, { as, json }) }
}

/** The cursor contains random parts, so the example has a constant one. */
async function recordChanges(send: Send) {
  const page = await send(200, 'GET', '/changes?kinds=tag&include=records&per_page=2')
  return { Changes: Object.assign({}, page, { cursor: 'MXxhMWIyYzNkNGU1fDQyfA' }) }
}

async function recordSeries(send: Send) {
  const as = 'editor'
  const created = await send(201, 'POST', '/series', { as, json: REQUESTS.CreateSeries })
  const { rest_url } = created as { rest_url: string }
  const path = rest_url.slice(rest_url.lastIndexOf('/series/'))
  const preview = await send(200, 'POST', '/series/preview', { as, json: REQUESTS.PreviewSeries })
  const [{ id }] = ((await send(200, 'GET', `${path}/events`)) as { events: [{ id: number }] }).events
  await send(200, 'POST', path, { as, json: REQUESTS.UpdateSeries })
  await send(200, 'POST', `/events/${id}/detach`, { as, json: REQUESTS.DetachEvent })
  return {
    Series: await send(200, 'GET', path),
    SeriesList: await send(200, 'GET', '/series'),
    SeriesPreview: preview,
  }
}

/** Revocation is recorded last, because it invalidates the credentials in use. */
async function recordPasswords(send: Send) {
  const path = '/users/me/application-passwords'
  const json = REQUESTS.CreateApplicationPassword
  const created = await send(201, 'POST', path, { as: 'editor', json })
  const { uuid } = created as { uuid: string }
  const one = `${path}/${uuid}`
  return {
    NewApplicationPassword: created,
    ApplicationPassword: await send(200, 'PUT', one, { as: 'editor', json: REQUESTS.UpdateApplicationPassword }),
    ApplicationPasswords: await send(200, 'GET', path, { as: 'editor' }),
    RevokedApplicationPassword: await send(200, 'DELETE', one, { as: 'editor' }),
    RevokedApplicationPasswords: await send(200, 'DELETE', path, { as: 'editor' }),
  }
}

/** Restores the event that `recordFailures` trashes. */
async function recordWrites(send: Send) {
  const as = 'administrator'
  const path = '/events/4/restore'
  const headers = { 'idempotency-key': 'd2f6c1a0' }
  await send(200, 'POST', path, { as, json: REQUESTS.Restore })
  await send(201, 'POST', '/tags', { as, headers, json: { name: 'blues' } })
  return {
    Batch: await send(200, 'POST', '/batch', { as, json: REQUESTS.RunBatch }),
    Conflict: await send(409, 'POST', path, { as, json: REQUESTS.Restore }),
    KeyReused: await send(422, 'POST', '/tags', { as, headers, json: { name: 'rock' } }),
    EventCopies: await send(200, 'POST', '/events/copy', { as, json: REQUESTS.CopyEvents }),
    Authors: await send(200, 'GET', '/events/authors', { as }),
  }
}

async function recordFailures(send: Send) {
  const json = { title: 'Winter Jazz Night', start_date: 'someday' }
  const wrong = { authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` }
  const event = '/events/4'
  return {
    BadRequest: await send(400, 'POST', '/events', { as: 'editor', json: { ...json, end_date: '2027-02-06' } }),
    Unauthorized: await send(401, 'POST', '/events', { json: REQUESTS.CreateEvent }),
    Forbidden: await send(403, 'POST', '/events', { as: 'subscriber', json: REQUESTS.CreateEvent }),
    NotFound: await send(404, 'GET', '/events/999'),
    PreconditionFailed: await send(412, 'POST', event, {
      as: 'editor',
      json: REQUESTS.UpdateEvent,
      headers: { 'if-match': 'W/"1-abc"' },
    }),
    Gone: (await send(200, 'DELETE', event, { as: 'editor' })) && (await send(410, 'DELETE', event, { as: 'editor' })),
    TooManyRequests:
      (await send(401, 'GET', '/events', { headers: wrong })) &&
      (await send(429, 'GET', '/events', { headers: wrong })),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = new URL('../../src/api/documents/examples.json', import.meta.url)
  await writeFile(file, `${JSON.stringify(await recordExamples(), null, 2)}\n`)
}
