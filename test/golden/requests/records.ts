/** Creates the records that all other requests read. */
import { api, type GoldenRequest, type RequestOptions, type Step, tec } from '../request.ts'
import { IMAGES } from './images.ts'

const named = (path: string, records: Readonly<Record<string, object>>, options: RequestOptions = {}) =>
  Object.entries(records).map(([save, json]) => api(`POST ${path}`, { as: 'admin', save, json, ...options }))

const upload = (save: string, fileName: string, body: Buffer, options: RequestOptions = {}): GoldenRequest =>
  api('POST /media', {
    ...{ as: 'admin', save, body, ...options },
    headers: { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${fileName}"` },
  })

const MEDIA: readonly Step[] = [
  upload('wide', 'harbor.png', IMAGES.wide),
  upload('small', 'Grüße & Jazz.png', IMAGES.small),
  upload('square', 'logo.png', IMAGES.square, { as: 'author' }),
  api('POST /media/{wide}', {
    as: 'admin',
    json: {
      title: 'Harbor',
      alt_text: 'A harbor at night',
      caption: 'Photo: <b>Ann</b>',
      focal_point: { x: 0.25, y: 0.5 },
    },
  }),
]

const CATEGORIES = {
  music: { name: 'Music', description: 'Concerts &amp; more', color: '#0B5C8A', icon: '🎷' },
  family: { name: 'Family', slug: 'for-families' },
  japanese: { name: '日本語', description: '<p>Language <script>x</script>course</p>' },
  empty: { name: 'Empty' },
}
const SUBCATEGORIES = { jazz: { name: 'Jazz', parent: '{music}', color: '#ffaa00' } }
const DEEPER = { bebop: { name: 'Bebop', parent: '{jazz}' } }
const TAGS = {
  live: { name: 'live' },
  free: { name: 'Free entry', description: 'No ticket needed' },
  umlaut: { name: 'Größe', slug: 'groesse' },
  unused: { name: 'unused' },
}

const VENUES = {
  hall: {
    ...{ venue: 'Old Town Hall', address: '12 Market Square', city: 'Ghent', zip: '9000', country: 'Belgium' },
    ...{ phone: '+32 9 555 01 23', website: 'https://hall.example/', geo_lat: 51.0543, geo_lng: 3.7174 },
    ...{ show_map: true, show_map_link: true, external_id: 'crm:hall', image: '{wide}' },
  },
  library: {
    ...{ venue: 'Fletcher Street Library', city: 'Burlington', state: 'VT', country: 'United States' },
    ...{ geo_lat: 44.4779, geo_lng: -73.2099, description: '<p>Quiet &amp; <em>bright</em></p>' },
  },
  cafe: { venue: 'Café "Zur Brücke" <b>& Söhne</b>', city: 'Zürich', province: 'ZH', show_map: false },
  bare: { venue: 'x' },
  draftVenue: { venue: 'Future arena', status: 'draft', city: 'Ghent' },
  secretVenue: { venue: 'Secret garden', post_password: 'rose', geo_lat: 51.05, geo_lng: 3.72, phone: '555' },
  privateVenue: { venue: 'Backstage', status: 'private' },
  twin: { venue: 'The Old Town-Hall', city: 'Ghent' },
}

const ORGANIZERS = {
  society: {
    ...{ organizer: 'Jazz Society', email: 'hello@jazz.example', website: 'https://jazz.example/' },
    ...{
      phone: '555-01',
      description: '<p>Since <strong>1921</strong>.</p>',
      external_id: 'crm:society',
      image: '{small}',
    },
  },
  town: { organizer: 'Town of Springfield' },
  choir: { organizer: 'Sea Choir & friends', email: 'choir@example.test' },
  draftOrganizer: { organizer: 'New club', status: 'draft' },
  secretOrganizer: { organizer: 'Hidden club', post_password: 'rose', email: 'hidden@example.test' },
}

const evening = (day: string, title: string) => ({ title, start_date: `${day} 20:00:00`, end_date: `${day} 23:00:00` })

const EVENTS = {
  winter: {
    ...evening('2026-12-05', 'Winter Jazz Night'),
    ...{
      description: '<p>Three bands and <strong>one</strong> long evening.</p>\n\nDoors open at 19:30.',
      excerpt: 'Three bands',
    },
    ...{ timezone: 'Europe/Brussels', cost: '€15', website: 'https://jazz.example/winter', venue: '{hall}' },
    ...{ organizer: ['{society}', '{town}'], categories: ['{jazz}', '{music}'], tags: ['live', '{umlaut}'] },
    ...{ image: '{wide}', featured: true, external_id: 'box-office:4711', show_map: true, show_map_link: true },
  },
  reading: {
    ...{
      title: 'Reading: "Größe" & <i>other</i> poems',
      start_date: '2026-11-24',
      end_date: '2026-11-26',
      all_day: true,
    },
    ...{ venue: '{library}', organizer: '{town}', tags: ['{free}'], cost: 0, slug: 'reading' },
  },
  online: {
    ...evening('2026-12-10', 'Online talk'),
    ...{ timezone: 'UTC', attendance_mode: 'online', virtual_url: 'https://video.example/room' },
    virtual_url_visibility: 'hour-before',
  },
  mixed: {
    ...evening('2026-12-11', 'Hybrid meeting'),
    ...{ attendance_mode: 'mixed', virtual_url: 'https://video.example/2', venue: '{cafe}', timezone: 'UTC+5.5' },
  },
  canceled: {
    ...evening('2026-12-12', 'Open air'),
    ...{
      event_status: 'canceled',
      event_status_reason: 'The hall is flooded',
      venue: '{hall}',
      categories: ['{music}'],
    },
  },
  postponed: { ...evening('2026-12-13', 'Lecture'), event_status: 'postponed', organizer: '{choir}' },
  tickets: {
    ...evening('2026-12-14', 'Opera'),
    tickets: [
      {
        name: 'Stalls',
        price: '25.00',
        currency: 'EUR',
        url: 'https://tickets.example/1',
        available_from: '2026-12-01',
      },
      { name: 'Balcony', price: 12, availability: 'SoldOut' },
    ],
  },
  past: { ...evening('2026-10-01', 'Harvest festival'), venue: '{hall}', categories: ['{family}'] },
  running: { title: 'Exhibition', start_date: '2026-11-01 10:00', end_date: '2027-01-31 18:00', venue: '{library}' },
  midnight: {
    title: 'New Year',
    start_date: '2026-12-31 22:00',
    end_date: '2027-01-01 02:00',
    sticky: true,
    cost: '10-20',
  },
  dst: { title: 'Clocks change', start_date: '2027-03-14 01:30', end_date: '2027-03-14 03:30' },
  hidden: { ...evening('2026-12-15', 'Hidden from lists'), hide_from_listings: true },
  secret: {
    ...evening('2026-12-16', 'Members only'),
    ...{
      post_password: 'rose',
      description: 'Behind the wall',
      venue: '{hall}',
      excerpt: 'No words',
      image: '{small}',
    },
    ...{ virtual_url: 'https://video.example/members', virtual_url_visibility: 'password', attendance_mode: 'mixed' },
  },
  inSecretVenue: { ...evening('2026-12-17', 'Garden party'), venue: '{secretVenue}', organizer: '{secretOrganizer}' },
  inDraftVenue: { ...evening('2026-12-18', 'Arena opening'), venue: '{draftVenue}', organizer: ['{draftOrganizer}'] },
  child: { ...evening('2026-12-05', 'After-show'), post_parent: '{winter}', timezone: 'Europe/Brussels' },
  draft: { ...evening('2026-12-19', 'Draft'), status: 'draft', venue: '{library}' },
  pending: { ...evening('2026-12-20', 'Pending'), status: 'pending' },
  private: { ...evening('2026-12-21', 'Private'), status: 'private' },
  future: { ...evening('2026-12-22', 'Announced later'), status: 'future', date: '2026-11-22 09:00:00' },
  emoji: { ...evening('2026-12-23', '🎷 مرحبا 日本 שלום'), categories: ['{japanese}'], timezone: 'Asia/Kolkata' },
  scripts: {
    ...evening('2026-12-24', '<script>alert(1)</script>Script & "quotes"'),
    description:
      '<a href="javascript:alert(1)">x</a><img src="x" onerror="y"><p style="color:red">Text -- "quoted"...</p>',
  },
}

const BY_OTHERS: readonly GoldenRequest[] = [
  tec('POST /events', {
    as: 'author',
    save: 'byAuthor',
    json: { ...evening('2027-01-08', 'By an author'), image: '{square}' },
  }),
  tec('POST /events', { as: 'contributor', save: 'byContributor', json: evening('2027-01-09', 'By a contributor') }),
  tec('POST /events', {
    ...{ as: 'editor', save: 'withNew' },
    json: {
      ...evening('2027-01-10', 'With new records'),
      ...{ venue: { venue: 'Barn', city: 'Ghent', external_id: 'crm:barn' }, categories: ['Dance', '{jazz}'] },
      ...{ organizer: [{ organizer: 'Barn owners' }, '{society}'], tags: 'swing, live' },
    },
  }),
]

const weekly = (title: string, rrule: string, more: object = {}) => ({
  ...{ title, start_date: '2026-12-01 19:00:00', end_date: '2026-12-01 21:00:00' },
  ...{ recurrence: { rrule }, ...more },
})

const SERIES: readonly GoldenRequest[] = [
  api('POST /events', {
    as: 'admin',
    save: 'choirNight',
    json: weekly('Choir', 'FREQ=WEEKLY;COUNT=4', { venue: '{hall}' }),
  }),
  api('POST /series', {
    ...{ as: 'editor', save: 'jam' },
    json: weekly('Jam session', 'FREQ=MONTHLY;BYDAY=1TU;COUNT=3', { cost: '5', categories: ['{jazz}'] }),
  }),
  tec('POST /series', {
    as: 'editor',
    save: 'draftSeries',
    json: weekly('Course', 'FREQ=DAILY;COUNT=2', { status: 'draft' }),
  }),
]

export const RECORDS: readonly Step[] = [
  ...MEDIA,
  ...named('/categories', CATEGORIES),
  ...named('/categories', SUBCATEGORIES),
  ...named('/categories', DEEPER),
  ...named('/tags', TAGS, { as: 'editor' }),
  ...named('/venues', VENUES),
  ...named('/organizers', ORGANIZERS, { as: 'editor' }),
  ...named('/events', EVENTS),
  ...BY_OTHERS,
  ...SERIES,
  api('POST /venues', { as: 'admin', save: 'trashedVenue', json: { venue: 'Demolished' } }),
  api('DELETE /venues/{trashedVenue}', { as: 'admin' }),
  api('POST /organizers', { as: 'admin', save: 'trashedOrganizer', json: { organizer: 'Dissolved' } }),
  api('DELETE /organizers/{trashedOrganizer}', { as: 'admin' }),
  api('POST /events', { as: 'admin', save: 'trashed', json: evening('2026-12-25', 'Trashed') }),
  api('DELETE /events/{trashed}', { as: 'admin' }),
  api('PATCH /events/{postponed}', {
    as: 'editor',
    json: { start_date: '2027-01-13 20:00', end_date: '2027-01-13 23:00' },
  }),
]
