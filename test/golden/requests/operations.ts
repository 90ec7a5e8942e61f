/** What administrators do: webhooks, sources, imports, settings; and submissions by visitors. */
import { api, forUsers, type GoldenRequest, gets, type Step, site } from '../request.ts'
import { IMAGES } from './images.ts'

const as = 'admin'

const HOOK = {
  url: 'https://partner.example/hook',
  name: 'City portal',
  kinds: ['event', 'venue'],
  filters: { categories: ['{music}'] },
}

const WEBHOOKS: readonly GoldenRequest[] = [
  api('POST /webhooks', { as, json: HOOK, save: 'hook' }),
  api('POST /webhooks', { as, json: { url: 'https://127.0.0.1/', kinds: ['none'] } }),
  api('POST /webhooks', { as, json: { ...HOOK, filters: { none: 1 } } }),
  api('POST /webhooks', { as: 'editor', json: HOOK }),
  api('GET /webhooks', { as }),
  api('GET /webhooks/{hook}', { as }),
  api('PUT /webhooks/{hook}', { as, json: { filters: {}, enabled: true } }),
  api('POST /venues', { as, json: { venue: 'River Stage' } }),
  api('POST /webhooks/{hook}/rotate-secret', { as, json: {} }),
  api('GET /webhooks/{hook}/deliveries', { as }),
  api('GET /webhooks/{hook}/deliveries?state=none', { as }),
  api('POST /webhooks/{hook}/deliveries/999999/replay', { as, json: {} }),
  api('POST /webhooks/{hook}/replay', { as, json: { from: '2026-11-21T02:00:00Z', to: '2026-11-21T04:00:00Z' } }),
  api('POST /webhooks/{hook}/replay', { as, json: { from: 'x' } }),
  api('PUT /webhooks/{hook}', { as, json: { enabled: false } }),
  api('DELETE /webhooks/{hook}', { as: 'editor' }),
  api('DELETE /webhooks/{hook}', { as }),
  api('DELETE /webhooks/{hook}', { as }),
]

const SOURCE = {
  name: 'Jazz club',
  type: 'ics',
  url: 'https://club.example/events.ics',
  interval: 30,
  status: 'pending',
}

const SOURCES: readonly Step[] = [
  api('POST /sources', { as, json: { ...SOURCE, category: '{music}' }, save: 'source' }),
  api('POST /sources', { as, json: { ...SOURCE, type: 'x', interval: 1 } }),
  api('POST /sources', { as: 'editor', json: SOURCE }),
  api('POST /sources/{source}/preview', { as, json: {}, save: 'sourcePreview' }),
  { run: 'sources' },
  api('GET /sources/{source}/runs/{sourcePreview}', { as }),
  api('POST /sources/{source}/run', { as, json: { confirm: true } }),
  { run: 'sources' },
  api('GET /sources', { as }),
  api('GET /sources/{source}', { as }),
  api('GET /sources/{source}/runs', { as }),
  api('GET /sources/{source}/runs?page=9', { as }),
  api('GET /sources/{source}/runs/999999', { as }),
  api('PUT /sources/{source}', { as, json: { missing: 'trash', enabled: false } }),
  api('GET /events?status=pending&search=jam', { as }),
  api('DELETE /sources/{source}', { as }),
  api('GET /sources/{source}', { as }),
]

const csvFile = (name: string, body: string, save: string): GoldenRequest =>
  api('POST /imports/files', {
    ...{ as, body, save },
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${name}"` },
  })

const CALENDAR = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:1@x\r\nDTSTAMP:20261101T000000Z\r
DTSTART:20270401T180000Z\r\nDTEND:20270401T200000Z\r\nSUMMARY:Imported\\, really\r\nLOCATION:Old Town Hall\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

const IMPORTS: readonly Step[] = [
  api('POST /imports', {
    as,
    json: { url: 'https://club.example/events.ics', record_status: 'pending' },
    save: 'urlImport',
  }),
  api('POST /imports/{urlImport}/stop', { as, json: {} }),
  api('POST /imports', { as, json: { url: 'x', categories: [''] } }),
  csvFile('village.csv', 'What;When;Notes\nVillage fair;25.03.2027;internal\nMarket;soon;\n', 'table'),
  { run: 'imports' },
  api('GET /imports/{table}', { as }),
  api('PUT /imports/{table}', {
    as,
    json: { mapping: { columns: { What: 'title', When: 'start_date', Notes: '' }, dates: 'DMY' } },
  }),
  api('PUT /imports/{table}', { as, json: { mapping: { columns: { None: 'x' } } } }),
  { run: 'imports' },
  api('POST /imports/{table}/preview', { as, json: {} }),
  { run: 'imports' },
  api('GET /imports/{table}', { as }),
  api('GET /imports/{table}/results', { as }),
  api('POST /imports/{table}/run', { as, json: {} }),
  { run: 'imports' },
  api('GET /imports/{table}/results', { as }),
  api('GET /imports/{table}/results?outcome=failed', { as }),
  api('GET /imports/{table}/results?outcome=none&page=9', { as }),
  api('POST /imports/{table}/undo', { as, json: { preview: true } }),
  { run: 'imports' },
  api('POST /imports/{table}/undo', { as, json: {} }),
  { run: 'imports' },
  csvFile('club.ics', CALENDAR, 'calendar'),
  { run: 'imports' },
  api('POST /imports/{calendar}/run', { as, json: {} }),
  { run: 'imports' },
  api('GET /imports/{calendar}', { as }),
  api('GET /events?search=imported', { as }),
  csvFile('x.bin', 'nothing that is known', 'unknownImport'),
  { run: 'imports' },
  api('GET /imports/{unknownImport}', { as }),
  api('GET /imports?per_page=3', { as }),
  api('DELETE /imports/{urlImport}', { as }),
  api('POST /imports', { as: 'editor', json: { url: 'https://club.example/events.ics' } }),
]

const SETTINGS: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'editor', 'admin'], [api('GET /settings'), api('GET /setup'), api('GET /sample')]),
  api('POST /setup', { json: { token: 'x', login: 'ann', email: 'ann@example.test', password: 'correct horse' } }),
  api('POST /settings', { as: 'editor', json: { name: 'x' } }),
  api('POST /settings', { as, json: { accent_color: 'red', timezone: 'Mars', languages: 'xx', logo: 'x' } }),
  api('POST /settings', { as, json: { timezone: 'Europe/Paris' } }),
  api('PUT /settings', {
    as,
    json: {
      ...{ name: 'Springfield', accent_color: '#0b5563', footer: 'Published by <b>us</b>', logo: '{square}' },
      ...{ currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix', languages: 'de,en' },
    },
  }),
  ...gets(site, ['/events/', '/en/event/{tickets.slug}/', '/fr/events/', '/llms.txt', '/wp-json'], {
    headers: { accept: 'text/html' },
  }),
  api('GET /events/{midnight}'),
  api('GET /events/none'),
  api('PATCH /settings', {
    as,
    json: {
      name: null,
      accent_color: null,
      footer: null,
      logo: null,
      currency_symbol: null,
      currency_code: null,
      currency_position: null,
      languages: null,
    },
  }),
]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const SUBMIT = '/events/submit/'

const createForm = (texts: Readonly<Record<string, string>>): string =>
  Object.entries({
    ...{ title: 'Choir concert', description: 'Songs of the sea.', start_date: '2027-03-01', start_time: '19:00' },
    ...{
      end_date: '',
      end_time: '21:00',
      timezone: 'America/New_York',
      name: 'Ann',
      email: 'ann@example.org',
      company: '',
    },
    ...texts,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const SUBMISSIONS: readonly Step[] = [
  site(`GET ${SUBMIT}`, { save: 'form' }),
  site(`GET /de${SUBMIT}`),
  site(`POST ${SUBMIT}`, { headers: FORM, body: createForm({ form_token: '{form.inputs.form_token}' }) }),
  { now: '2026-11-23T12:02:00Z' },
  site(`POST ${SUBMIT}`, { headers: FORM, body: createForm({ form_token: 'x' }) }),
  site(`POST ${SUBMIT}`, { headers: FORM, body: createForm({ form_token: '{form.inputs.form_token}', company: 'x' }) }),
  site(`POST ${SUBMIT}`, {
    headers: FORM,
    body: createForm({ form_token: '{form.inputs.form_token}', title: '', email: 'x', start_date: 'y' }),
  }),
  site(`POST ${SUBMIT}`, {
    headers: FORM,
    body: createForm({ form_token: '{form.inputs.form_token}' }),
    save: 'submitted',
  }),
  site(`POST ${SUBMIT}`, { headers: FORM, body: createForm({ form_token: '{form.inputs.form_token}' }) }),
  site('GET {submitted.headers.location}', { save: 'state' }),
  site('POST {submitted.headers.location}', {
    headers: FORM,
    body: `action=save&revision={state.inputs.revision}&${createForm({ title: 'Changed' })}`,
  }),
  site('POST {submitted.headers.location}', {
    headers: FORM,
    body: `action=save&revision=1&${createForm({ title: 'Old' })}`,
  }),
  api('GET /review', { as: 'editor' }),
  site('POST {submitted.headers.location}', { headers: FORM, body: 'action=withdraw' }),
  site('GET {submitted.headers.location}'),
  api('POST /media', { body: IMAGES.square, headers: { 'content-type': 'image/png' } }),
]

export const OPERATIONS: readonly Step[] = [...WEBHOOKS, ...SOURCES, ...IMPORTS, ...SETTINGS, ...SUBMISSIONS]
