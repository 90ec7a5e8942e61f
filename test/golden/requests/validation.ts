/** Writes whose input is invalid, field by field. `dry_run` keeps the accepted ones from changing anything. */
import { api, type GoldenRequest, tec } from '../request.ts'

type Values = Readonly<Record<string, readonly unknown[]>>

const EVENT = { title: 'Concert', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }

const POST: Values = {
  author: ['{winter.author}', 999999, 'x', 1.5],
  date: ['2027-01-01', 'x', 0],
  status: ['publish', 'trash', 'none', true],
  image: ['{wide}', 999999, 'https://127.0.0.1/x.png', 'ftp://x', {}],
  post_password: ['a', {}, 'x'.repeat(300)],
  external_id: ['crm:new', 'crm:hall', 'x', ''],
}

const EVENTS: Values = {
  ...POST,
  title: ['', ' ', null, 1, [], '<b>x</b>', 'a\u0000b'],
  description: ['<script>x</script>y', null, 5, {}],
  slug: ['a b', '日本', '', {}],
  excerpt: ['<p>x</p>'],
  timezone: ['Europe/Berlin', 'UTC+2', 'Mars/Base', ''],
  all_day: [true, 'x', {}],
  start_date: ['', 'x', '2027-06-01', '2027-05-01T10:00:00Z', 1_800_000_000, 'tomorrow 8pm', null],
  end_date: ['', 'x', '2026-01-01', '9999-13-01'],
  cost: ['$5', '1,234.56', [1, 2], 'Donation', {}, ''],
  website: ['https://x.example', 'javascript:alert(1)', 'x', null],
  categories: [['{music}', 'New category'], 999999, 'music,{jazz}', [null], ''],
  tags: ['live', ['{free}', 'new tag'], {}],
  venue: ['{hall}', 999999, { venue: '' }, { venue: 'New', geo_lat: 91 }, [], 'x', '{draftVenue}'],
  organizer: [['{society}', '{town}'], { organizer: ' ' }, { organizer: 'New' }, [999999]],
  tickets: [
    [{ name: 'x', price: 1 }],
    [{ price: 1 }],
    [{ name: 'x', price: 'y' }],
    'x',
    [],
    [{ name: 'x', price: 1, currency: 'XXXX' }],
  ],
  post_parent: ['{winter}', 999999, 0, 'x'],
  event_status: ['postponed', 'x'],
  event_status_reason: ['<b>x</b>'],
  is_virtual: [true, 'x'],
  attendance_mode: ['online', 'x'],
  virtual_url: ['https://video.example/', 'x'],
  virtual_url_visibility: ['password', 'x'],
  recurrence: ['FREQ=DAILY;COUNT=2', { rrule: 'FREQ=NONE' }, { rrule: '' }, {}, 'x'],
  shift_days: [7, 'x'],
}

const VENUES: Values = {
  ...POST,
  venue: ['', ' ', null, 5],
  show_map: [true, 'x'],
  geo_lat: [91, 'x', '51'],
  phone: ['<b>1</b>', {}],
  website: ['x'],
}
const ORGANIZERS: Values = {
  organizer: ['', ' ', {}],
  email: ['x', 'ann@example.test', ''],
  website: ['x'],
  phone: [[]],
}
const CATEGORIES: Values = {
  name: ['', null, 'Music', {}],
  parent: ['{music}', 999999, 'x'],
  color: ['#123456', 'red', ''],
  icon: ['🎷', 'x', '🎷🎷'],
  slug: ['music', 'a b'],
}
const TAGS: Values = { name: ['live', '', []], parent: [1], slug: ['groesse'] }

function tryFields(path: string, valid: object, values: Values): GoldenRequest[] {
  return Object.entries(values).flatMap(([field, list]) =>
    list.map((value) => api(`POST ${path}?dry_run=1`, { as: 'editor', json: { ...valid, [field]: value } })),
  )
}

const STRICT: readonly GoldenRequest[] = [
  tec('POST /events?strict=1', { as: 'author', json: { ...EVENT, unknown: 1 } }),
  tec('POST /events', { as: 'author', json: { ...EVENT, unknown: 1 }, headers: { prefer: 'handling=strict' } }),
  tec('POST /venues?strict=1', { as: 'editor', json: { venue: 'x', geo_lon: 1 } }),
  tec('GET /events?strict=1&categorie=music'),
  api('POST /events?dry_run=x', { as: 'author', json: EVENT }),
  api('POST /media?dry_run=1', { as: 'author', json: { url: 'https://127.0.0.1/x.png' } }),
  api('GET /events?dry_run=1', { as: 'author' }),
]

export const VALIDATION: readonly GoldenRequest[] = [
  ...tryFields('/events', EVENT, EVENTS),
  ...tryFields('/venues', { venue: 'New hall' }, VENUES),
  ...tryFields('/organizers', { organizer: 'New club' }, ORGANIZERS),
  ...tryFields('/categories', { name: 'New category' }, CATEGORIES),
  ...tryFields('/tags', { name: 'New tag' }, TAGS),
  ...STRICT,
]
