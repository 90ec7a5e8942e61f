/** Writes: updates, deletions and restores, series, batches, repeated requests, history, media, merges and copies. */
import { api, forUsers, type GoldenRequest, type Step, tec, words } from '../request.ts'
import { IMAGES } from './images.ts'

const EVENT = { title: 'Concert', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }
const PNG = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }

const UPDATES: readonly GoldenRequest[] = [
  tec('PATCH /events/{winter}', { as: 'editor', json: { title: 'Winter Jazz & Blues', cost: '12 - 18' } }),
  tec('GET /events/{winter}/input', { as: 'editor', save: 'changed' }),
  tec('PATCH /events/{winter}', { as: 'editor', json: { title: 'x' }, headers: { 'if-match': '"other"' } }),
  tec('PATCH /events/{winter}', {
    as: 'editor',
    json: { title: 'y' },
    headers: { 'if-match': '{changed.headers.etag}' },
  }),
  tec('PUT /events/{winter}', {
    as: 'editor',
    json: { venue: [], organizer: [], categories: [], tags: [], image: '' },
  }),
  tec('POST /events/{winter}', { as: 'editor', json: { shift_days: 7, categories_add: ['{family}'] } }),
  tec('PATCH /events/{winter}', { as: 'editor', json: { shift_days: 7, start_date: '2027-01-01' } }),
  tec('PATCH /events/by-slug/{reading.slug}', { as: 'editor', json: { slug: 'reading-again', all_day: false } }),
  tec('PATCH /events/{byAuthor}', { as: 'author2', json: { title: 'Not mine' } }),
  tec('PATCH /events/{byAuthor}', { as: 'author', json: { title: 'Mine', status: 'draft' } }),
  tec('PATCH /events/{byContributor}', { as: 'contributor', json: { status: 'publish' } }),
  tec('PATCH /events/{canceled}', { as: 'admin', json: { event_status: 'scheduled' } }),
  tec('PATCH /events/{online}', { as: 'admin', json: { is_virtual: false } }),
  tec('PATCH /events/{secret}', { as: 'admin', json: { post_password: '' } }),
  tec('PATCH /events/{trashed}', { as: 'admin', json: { title: 'Still trashed' } }),
  tec('PATCH /venues/{hall}', { as: 'editor', json: { phone: '', geo_lat: '', geo_lng: '', website: null } }),
  tec('PUT /venues/by-slug/{library.slug}', { as: 'editor', json: { venue: 'Library', state: 'NY' } }),
  tec('PATCH /organizers/{society}', { as: 'editor', json: { email: 'new@jazz.example' } }),
  tec('PATCH /categories/{music}', { as: 'editor', json: { name: 'Concerts', slug: 'concerts', color: '' } }),
  tec('PATCH /categories/{music}', { as: 'editor', json: { parent: '{bebop}' } }),
  tec('PATCH /tags/{live}', { as: 'author', json: { name: 'Live' } }),
  tec('PATCH /tags/{live}', { as: 'editor', json: { name: 'Live!', description: 'On stage' } }),
  api('PUT /events/by-external-id/crm%3A1', { as: 'editor', json: EVENT, save: 'external' }),
  api('PUT /events/by-external-id/crm%3A1', { as: 'editor', json: { title: 'Changed' } }),
  api('PUT /venues/by-external-id/crm%3A2', { as: 'editor', json: {} }),
  api('PUT /organizers/by-external-id/crm%3A3', { as: 'author', json: { organizer: 'From a system' } }),
]

const TRASH: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'subscriber', 'author2', 'contributor'], [tec('DELETE /events/{byAuthor}')]),
  ...['events/{past}', 'venues/{cafe}', 'organizers/{choir}'].flatMap((path) => [
    tec(`DELETE /${path}`, { as: 'editor' }),
    tec(`DELETE /${path}`, { as: 'editor' }),
    tec(`GET /${path}`, { as: 'editor' }),
    tec(`POST /${path}/restore`, { as: 'author', json: {} }),
    tec(`POST /${path}/restore`, { as: 'editor', json: {} }),
    tec(`POST /${path}/restore`, { as: 'editor', json: {} }),
  ]),
  api('POST /events/by-slug/{trashed.slug}/restore', { as: 'admin', json: {} }),
  api('DELETE /events/{emoji}?permanent=true', { as: 'author' }),
  api('DELETE /events/{emoji}?permanent=true', { as: 'admin' }),
  api('GET /events/{emoji}', { as: 'admin' }),
  api('DELETE /venues/{bare}?permanent=true', { as: 'editor' }),
  api('DELETE /organizers/by-slug/{draftOrganizer.slug}?permanent=true', { as: 'editor' }),
  api('DELETE /tags/{unused}', { as: 'editor' }),
  api('DELETE /tags/{unused}', { as: 'editor' }),
  api('DELETE /categories/{jazz}', { as: 'editor' }),
  api('DELETE /events/{winter}?dry_run=1', { as: 'editor' }),
  api('DELETE /events/{winter}', { as: 'editor', headers: { 'if-match': '"x"' } }),
]

const SERIES: readonly GoldenRequest[] = [
  tec('PATCH /events/{choirNight}', { as: 'editor', json: { title: 'Choir, with guests' } }),
  tec('PATCH /events/{choirNight}', { as: 'editor', json: { scope: 'following', cost: '3' } }),
  tec('PATCH /events/{choirNight}', { as: 'editor', json: { scope: 'all', start_date: '2026-12-01 18:00:00' } }),
  tec('PATCH /events/{choirNight}', { as: 'editor', json: { scope: 'x' } }),
  tec('PATCH /events/{choirNight}', { as: 'author', json: { scope: 'all', title: 'x' } }),
  tec('PATCH /series/{jam}', { as: 'editor', json: { title: 'Jam', recurrence: 'FREQ=WEEKLY;COUNT=2' } }),
  tec('GET /series/{jam}', { as: 'editor' }),
  tec('GET /series/{jam}/events', { as: 'editor' }),
  tec('POST /events/{choirNight}/detach', { as: 'editor', json: {} }),
  tec('POST /events/{choirNight}/detach', { as: 'editor', json: {} }),
  tec('POST /series/preview', {
    as: 'editor',
    json: { ...EVENT, recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', exdates: ['2027-05-31'] } },
  }),
  tec('POST /series', { as: 'subscriber', json: EVENT }),
  tec('POST /series', { as: 'editor', json: EVENT }),
  tec('DELETE /series/{draftSeries}', { as: 'author' }),
  tec('DELETE /series/{draftSeries}', { as: 'editor' }),
  tec('DELETE /series/{draftSeries}', { as: 'editor' }),
  tec('GET /series', { as: 'editor' }),
]

const KEY = { 'idempotency-key': 'golden-1' }

const REPEATED: readonly GoldenRequest[] = [
  tec('POST /events', { as: 'editor', json: EVENT, headers: KEY }),
  tec('POST /events', { as: 'editor', json: EVENT, headers: KEY }),
  tec('POST /events', { as: 'editor', json: { ...EVENT, title: 'Other' }, headers: KEY }),
  tec('POST /events', { as: 'author', json: EVENT, headers: KEY }),
  tec('POST /events', { as: 'editor', json: EVENT, headers: { 'idempotency-key': '' } }),
  tec('POST /events', { as: 'editor', json: { title: '' }, headers: { 'idempotency-key': 'golden-2' } }),
  tec('POST /events', { as: 'editor', json: { title: '' }, headers: { 'idempotency-key': 'golden-2' } }),
  tec('POST /venues?dry_run=1', { as: 'editor', json: { venue: 'Dry' }, headers: { 'idempotency-key': 'golden-3' } }),
]

const BATCH = [
  { method: 'POST', path: '/tags', body: { name: 'batch' } },
  { method: 'GET', path: '/tags?search=batch&_fields=total' },
  { method: 'POST', path: '/events', body: {} },
  { method: 'GET', path: '/none' },
]

const BATCHES: readonly GoldenRequest[] = [
  api('POST /batch', { as: 'editor', json: { requests: BATCH, atomic: true } }),
  api('POST /batch?dry_run=1', { as: 'editor', json: { requests: BATCH } }),
  api('POST /batch', { as: 'editor', json: { requests: BATCH } }),
  api('POST /batch', { json: { requests: BATCH } }),
  api('POST /batch', { as: 'editor', json: { requests: [] } }),
  api('POST /batch', { as: 'editor', json: { requests: [{ method: 'POST', path: '/batch', body: {} }] } }),
  api('POST /batch', { as: 'editor', json: { requests: 'x', atomic: 'y' } }),
  api('POST /batch', {
    as: 'author',
    json: { requests: BATCH.slice(0, 2), atomic: true },
    headers: { 'idempotency-key': 'golden-4' },
  }),
]

const HISTORY: readonly GoldenRequest[] = [
  ...words(`
    events/{winter} venues/{hall} organizers/{society} categories/{music} tags/{live} media/{wide} series/{jam}
  `).flatMap((path, index): GoldenRequest[] => [
    ...forUsers(['anon', 'author'], [api(`GET /${path}/history`)]),
    api(`GET /${path}/history?per_page=5`, { as: 'admin', save: `history${index}` }),
    api(`POST /${path}/history/{history${index}.history.1.revision}/restore`, { as: 'author', json: {} }),
    api(`POST /${path}/history/{history${index}.history.1.revision}/restore`, { as: 'admin', json: {} }),
    api(`POST /${path}/history/999999/restore`, { as: 'admin', json: {} }),
  ]),
  api('POST /events/{winter}/history/{history0.history.2.revision}/restore', {
    as: 'admin',
    json: { fields: ['title'] },
  }),
  api('GET /events/{winter}/history?page=99', { as: 'admin' }),
  ...words(`
    ?per_page=5 ?kind=event&per_page=3 ?action=update&per_page=2 ?user=x ?record=event:{winter} ?channel=api&page=2
  `).map((query) => api(`GET /audit${query}`, { as: 'admin' })),
]

const multipart = (parts: readonly string[]): Pick<GoldenRequest, 'body' | 'headers'> => ({
  body: `${parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})

const MEDIA: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'subscriber', 'contributor'], [tec('POST /media', { body: IMAGES.small, headers: PNG })]),
  tec('POST /media', { as: 'author', body: IMAGES.small, headers: PNG, save: 'uploaded' }),
  tec('POST /media', { as: 'author', body: IMAGES.small, headers: { 'content-type': 'image/png' } }),
  tec('POST /media', { as: 'author', body: 'no image', headers: PNG }),
  tec('POST /media', { as: 'author', body: IMAGES.wide.subarray(0, 100), headers: PNG }),
  tec('POST /media', { as: 'author', json: { url: 'https://127.0.0.1/x.png' } }),
  tec('POST /media', { as: 'author', ...multipart(['name="title"\r\n\r\nNo file']) }),
  tec('POST /events', {
    as: 'author',
    ...multipart([
      'name="title"\r\n\r\nForm',
      'name="start_date"\r\n\r\n2027-05-02',
      'name="end_date"\r\n\r\n2027-05-02',
    ]),
  }),
  tec('PATCH /media/{uploaded}', { as: 'author2', json: { title: 'x' } }),
  tec('PATCH /media/{uploaded}', {
    as: 'author',
    json: { title: 'Poster', crop: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 } },
  }),
  tec('PATCH /media/{uploaded}', { as: 'author', json: { crop: { x: 2 }, focal_point: 'x' } }),
  tec('POST /media/{uploaded}/replace', { as: 'editor', json: { with: '{square}' } }),
  tec('POST /media/{uploaded}/replace', { as: 'editor', json: { with: 999999 } }),
  tec('DELETE /media/{uploaded}', { as: 'author2' }),
  tec('DELETE /media/{uploaded}', { as: 'editor' }),
  tec('DELETE /media/{wide}', { as: 'editor' }),
]

const DIRECTORY: readonly GoldenRequest[] = [
  api('GET /venues/similar?name=old%20town%20hall&city=Ghent', { as: 'editor' }),
  api('GET /organizers/similar?name=jazz', { as: 'editor' }),
  api('GET /venues/similar', { as: 'editor' }),
  api('GET /venues/duplicates', { as: 'editor' }),
  api('GET /organizers/duplicates', { as: 'editor' }),
  api('POST /venues/{hall}/merge', { as: 'author', json: { from: ['{twin}'] } }),
  api('POST /venues/{hall}/merge?dry_run=1', { as: 'editor', json: { from: ['{twin}'] } }),
  api('POST /venues/{hall}/merge', { as: 'editor', json: { from: ['{twin}'] } }),
  api('POST /venues/{hall}/merge', { as: 'editor', json: { from: ['{hall}'] } }),
  api('POST /organizers/{society}/merge', { as: 'editor', json: { from: ['{town}'] } }),
  api('POST /categories/{family}/merge', { as: 'editor', json: { from: ['{empty}'] } }),
  api('POST /tags/{live}/merge', { as: 'editor', json: { from: ['{umlaut}'] } }),
  api('GET /categories/tree'),
  api('POST /categories/{japanese}/move', { as: 'editor', json: { position: 1 } }),
  api('POST /categories/{japanese}/move', { as: 'editor', json: { parent: '{family}' } }),
]

const PROGRAM: readonly GoldenRequest[] = [
  api('POST /events/copy?dry_run=1', {
    as: 'editor',
    json: { start_date: '2026-12-10', end_date: '2026-12-14', days: 7 },
  }),
  api('POST /events/copy', { as: 'editor', json: { include: ['{tickets}'], days: 7, status: 'publish' } }),
  api('POST /events/copy', { as: 'editor', json: { include: ['{tickets}'], days: 7 } }),
  api('POST /events/copy', { as: 'editor', json: { days: 'x' } }),
  ...['next Saturday', 'Fri 8-11pm', 'tomorrow', '2027-13-45', '', 'first of never'].map((text) =>
    api('POST /dates/parse', { json: { text, zone: 'Europe/Berlin' } }),
  ),
  api('POST /dates/parse', { json: { text: 'nächsten Freitag 20 Uhr' }, headers: { 'accept-language': 'de' } }),
]

const EDITING: readonly GoldenRequest[] = [
  api('POST /events/preview', { as: 'author', json: { ...EVENT, venue: '{hall}' } }),
  api('POST /events/preview', { as: 'author', json: { title: '' } }),
  api('POST /events/{draft}/preview', { as: 'editor', json: { title: 'Preview' } }),
  api('POST /events/{draft}/preview-link', { as: 'editor', json: { hours: 48 }, save: 'preview' }),
  api('POST /events/{draft}/preview-link', { as: 'editor', json: { hours: 0 } }),
  api('GET /events/{draft}/preview-link', { as: 'editor' }),
  { method: 'GET', target: '{preview.url}' },
  api('DELETE /events/{draft}/preview-link', { as: 'editor' }),
  { method: 'GET', target: '{preview.url}' },
]

const REVIEW: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'author', 'editor'], [api('GET /review'), api('GET /review?days=30'), api('GET /review/mails')]),
  api('POST /review/mails', { as: 'editor', json: { mails: true, language: 'fr' } }),
  api('POST /events/{pending}/notes', { as: 'editor', json: { text: 'Who reads?' } }),
  api('POST /events/{pending}/notes', { as: 'contributor', json: { text: 'x' } }),
  api('POST /events/{pending}/notes', { as: 'editor', json: { text: '' } }),
  api('GET /events/{pending}/notes', { as: 'editor' }),
  api('POST /events/{pending}/return', { as: 'editor', json: { reason: 'Please add the address.' } }),
  api('POST /events/{pending}/return', { as: 'editor', json: { reason: 'Again' } }),
  api('GET /venues/{hall}/notes', { as: 'editor' }),
  api('POST /organizers/{society}/return', { as: 'editor', json: { reason: 'x' } }),
]

/** What remains is read at the end, when a scheduled event is due. */
const AFTERWARDS: readonly Step[] = [
  { now: '2026-11-23T12:00:00Z' },
  { run: 'publish' },
  ...forUsers(
    ['anon', 'admin'],
    [
      api('GET /events/{future}'),
      tec('GET /events?per_page=20'),
      tec('GET /venues?per_page=20'),
      tec('GET /categories?hide_empty=false'),
      api('GET /changes?per_page=20'),
      api('GET /events.ics'),
    ],
  ),
]

export const WRITES: readonly Step[] = [
  ...[...UPDATES, ...SERIES, ...TRASH, ...REPEATED, ...BATCHES, ...HISTORY, ...MEDIA, ...DIRECTORY],
  ...[...PROGRAM, ...EDITING, ...REVIEW, ...AFTERWARDS],
]
