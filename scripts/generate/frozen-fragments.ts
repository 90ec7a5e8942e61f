/** The JSON of sample records, as stored fragments contain it, with the number that has to change with it. */
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { createEventJsonLdTemplate, createEventTemplate } from '../../src/calendar/events/present-event.ts'
import { createTemplateTexts, fillTemplate } from '../../src/calendar/fragments/fragment-template.ts'
import { PRESENTER_VERSION } from '../../src/calendar/fragments/fragment-version.ts'
import { type Media, NOT_DERIVED, UNEDITED } from '../../src/calendar/images/image.ts'
import { createLinkedJsonLdTemplate, createLinkedTemplate } from '../../src/calendar/linked/present-linked.ts'
import type { CustomField } from '../../src/kernel/custom-field.ts'
import type { Offer } from '../../src/kernel/offer.ts'
import { type Event, NO_SERIES, type Organizer, type Post, type Venue } from '../../src/kernel/post.ts'

const CURRENCY = { symbol: '$', code: 'USD', position: 'prefix', free: 'Free' } as const
const AGE: CustomField = {
  ...{ key: 'age', label: { en: 'Age' }, type: 'number', options: [], kinds: ['event', 'venue'], order: 1 },
  show_on_pages: true,
}
const NOTE: CustomField = { ...AGE, key: 'note', type: 'text', order: 2 }
const SETTINGS = { currency: CURRENCY, customFields: [AGE, NOTE] } as const
const PREFIXES = createTemplateTexts(
  {
    site: 'https://site.example',
    home: 'https://site.example/de',
    base: 'https://site.example/api',
    files: 'https://files.example/"quoted"',
    globalIdPrefix: 'site.example',
  },
  ['Age "limit"', 'Note'],
)

const MOMENT = '2026-11-21 03:00:00'

const POST: Post = {
  id: 7,
  author: 1,
  status: 'publish',
  trashed_from: '',
  slug: 'a-name',
  title: 'A "name" & more -- <em>here</em>',
  content: '<p>First\nline</p>\n\nSecond "line" 日本語',
  excerpt: 'Short ... text',
  password: '',
  date: MOMENT,
  date_utc: MOMENT,
  modified: MOMENT,
  modified_utc: MOMENT,
  image: 8,
  external_id: 'feed:1',
  custom_fields: {},
}

const EVENT: Event = {
  ...POST,
  start_date: '2026-12-01 10:00:00',
  end_date: '2026-12-02 12:30:00',
  utc_start_date: '2026-12-01 15:00:00',
  utc_end_date: '2026-12-02 17:30:00',
  timezone: 'America/New_York',
  all_day: false,
  cost: ['5', '10'],
  tickets: [],
  website: 'https://event.example/?a=1&b=2',
  show_map: true,
  show_map_link: false,
  hide_from_listings: false,
  sticky: true,
  featured: false,
  post_parent: 0,
  ...NO_SERIES,
  ...{ event_status: 'scheduled', event_status_reason: '', previous_utc_start_date: '' },
  ...{ attendance_mode: 'offline', virtual_url: '', virtual_url_visibility: 'always' },
}

const CHANGED: Partial<Event> = {
  ...{ event_status: 'rescheduled', event_status_reason: 'Storm & "rain"', previous_utc_start_date: MOMENT },
  ...{ attendance_mode: 'mixed', virtual_url: 'https://meet.example/?a=1&b=2' },
}
const CONDITIONAL: Partial<Event> = { ...CHANGED, virtual_url_visibility: 'hour-before' }

const OFFER: Offer = {
  ...{ name: 'Stalls', price: '12.50', currency: 'EUR', url: '', available_from: MOMENT, available_until: '' },
  availability: 'InStock',
}

const VENUE: Venue = {
  ...POST,
  ...{ address: '1 Main St', city: 'Bonn', country: 'Germany', province: 'NRW', state: '', zip: '53111', phone: '1' },
  ...{ website: 'https://venue.example', stateprovince: 'NRW', show_map: true, show_map_link: true },
  ...{ geo_lat: 50.5, geo_lng: 7.25, geocoding: 'found' },
}

const ORGANIZER: Organizer = { ...POST, phone: '2', website: 'https://organizer.example', email: 'a@b.example' }

const FILE = { key: '2026/11/a.jpg', width: 400, height: 300, filesize: 5000 }
const IMAGE: Media = {
  ...FILE,
  ...{ id: 8, author: 1, slug: 'a', title: 'A', caption: '', alt_text: '', mime_type: 'image/jpeg' },
  sizes: [{ ...FILE, name: 'medium', key: '2026/11/a-300x225.jpg' }],
  ...UNEDITED,
  ...NOT_DERIVED,
  ...{ source_url: '', post: 0, date: MOMENT, date_utc: MOMENT, modified: MOMENT, modified_utc: MOMENT },
}

const event = (changes: Partial<Event> = {}) => ({ post: { ...EVENT, ...changes }, isClosed: false, image: IMAGE })
const EDITED: Media = { ...IMAGE, alt_text: 'A "picture"', focal_point: { x: 0.25, y: 0.5 } }
const venue = { post: VENUE, isClosed: false, image: IMAGE }
const organizer = { post: ORGANIZER, isClosed: false, image: undefined }
const IN_SERIES = { series_id: 9, series_date: '2026-12-01', series_edited: true }
const VALUES = { age: 18, note: 'A "note"', other: true }
const FREE = { cost: ['0'], website: '', image: 0 }

const TEMPLATES: Readonly<Record<string, Buffer>> = {
  event: createEventTemplate(event(), SETTINGS),
  'closed event': createEventTemplate({ ...event(), isClosed: true }, SETTINGS),
  'changed event': createEventTemplate(event(CHANGED), SETTINGS),
  'closed changed event': createEventTemplate({ ...event(CHANGED), isClosed: true }, SETTINGS),
  'event with a conditional link': createEventTemplate(event(CONDITIONAL), SETTINGS),
  draft: createEventTemplate({ ...event({ ...FREE, status: 'draft' }), image: undefined }, SETTINGS),
  'event with offers': createEventTemplate(event({ cost: [], tickets: [OFFER] }), SETTINGS),
  'event with an edited image': createEventTemplate({ ...event(), image: EDITED }, SETTINGS),
  'event of a series': createEventTemplate(event(IN_SERIES), SETTINGS),
  'json_ld of an event': createEventJsonLdTemplate(event(), CURRENCY),
  'json_ld of a changed event': createEventJsonLdTemplate(event(CHANGED), CURRENCY),
  'json_ld of a free event': createEventJsonLdTemplate(event(FREE), CURRENCY),
  'json_ld of an event with offers': createEventJsonLdTemplate(event({ tickets: [OFFER] }), CURRENCY),
  'event with additional fields': createEventTemplate(event({ custom_fields: VALUES }), SETTINGS),
  'closed event with additional fields': createEventTemplate(
    { ...event({ custom_fields: VALUES }), isClosed: true },
    SETTINGS,
  ),
  'venue with additional fields': createLinkedTemplate(
    'venue',
    { ...venue, post: { ...VENUE, custom_fields: VALUES } },
    SETTINGS,
  ),
  venue: createLinkedTemplate('venue', venue, SETTINGS),
  'closed venue': createLinkedTemplate('venue', { ...venue, isClosed: true }, SETTINGS),
  'json_ld of a venue': createLinkedJsonLdTemplate('venue', venue),
  organizer: createLinkedTemplate('organizer', organizer, SETTINGS),
  'json_ld of an organizer': createLinkedJsonLdTemplate('organizer', organizer),
}

/** Slots for related records are shown as `…`. */
function describeTemplate(template: Buffer): string {
  const { bytes, pieceEnds } = fillTemplate(template, PREFIXES)
  return pieceEnds.map((end, index) => bytes.toString('utf8', pieceEnds[index - 1] ?? 0, end)).join('…')
}

export const renderSampleFragments = () => ({
  version: PRESENTER_VERSION,
  texts: Object.fromEntries(Object.entries(TEMPLATES).map(([name, template]) => [name, describeTemplate(template)])),
})

if (argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(renderSampleFragments(), undefined, 2)}\n`)
}
