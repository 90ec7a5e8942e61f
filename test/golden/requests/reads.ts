/** Reads of single records, by everyone, and in every form. */
import { api, forUsers, type GoldenRequest, gets, tec, withQueries, words } from '../request.ts'

const EVENTS = words(`
  winter reading online mixed canceled postponed tickets past running midnight dst hidden secret inSecretVenue
  inDraftVenue child draft pending private future emoji scripts byAuthor byContributor withNew choirNight trashed
`)
const VENUES = ['hall', 'library', 'cafe', 'bare', 'draftVenue', 'secretVenue', 'privateVenue', 'trashedVenue']
const ORGANIZERS = ['society', 'town', 'choir', 'draftOrganizer', 'secretOrganizer', 'trashedOrganizer']
const CATEGORIES = ['music', 'family', 'japanese', 'empty', 'jazz', 'bebop']
const TAGS = ['live', 'free', 'umlaut', 'unused']
const MEDIA = ['wide', 'small', 'square']

const paths = (collection: string, names: readonly string[]): string[] =>
  names.map((name) => `/${collection}/{${name}}`)

const OTHERS = [
  ...paths('venues', VENUES),
  ...paths('organizers', ORGANIZERS),
  ...paths('categories', CATEGORIES),
  ...paths('tags', TAGS),
  ...paths('media', MEDIA),
  ...paths('series', ['choirNight.series.id', 'jam', 'draftSeries']),
]

const BY_SLUG = ['winter', 'reading', 'secret', 'private', 'emoji', 'trashed', 'jam'].flatMap((name) => [
  `/${name === 'jam' ? 'series' : 'events'}/by-slug/{${name}.slug}`,
])
const LINKED_BY_SLUG = [
  ...['hall', 'cafe', 'secretVenue', 'draftVenue', 'trashedVenue'].map((name) => `/venues/by-slug/{${name}.slug}`),
  ...['society', 'choir', 'secretOrganizer', 'draftOrganizer'].map((name) => `/organizers/by-slug/{${name}.slug}`),
]
const BY_EXTERNAL_ID = words(`
  /events/by-external-id/box-office%3A4711 /venues/by-external-id/crm%3Ahall /venues/by-external-id/crm:barn
  /organizers/by-external-id/crm:society /events/by-external-id/none:1 /events/by-external-id/none
`)

const MISSING = words(`
  /events/999999 /events/0 /events/99999999999999999999 /events/x /venues/999999 /organizers/999999
  /categories/999999 /tags/999999 /media/999999 /series/999999 /events/{hall} /venues/{winter}
  /events/by-slug/none /venues/by-slug/none /organizers/by-slug/none /series/by-slug/none /none
  /events/{winter}/none /tags/{music} /categories/{live} /media/{winter}
`)

/** Records behind a password: in the query, in the header, wrong, and for records without one. */
const PASSWORDS: readonly GoldenRequest[] = [
  ...['/events/{secret}', '/venues/{secretVenue}', '/organizers/{secretOrganizer}', '/events/{winter}'].flatMap(
    (path) => [
      api(`GET ${path}?password=rose`),
      tec(`GET ${path}?password=wrong`, { from: '203.0.113.7' }),
      api(`GET ${path}?password=`),
      api(`GET ${path}`, { headers: { 'x-event-password': 'rose' } }),
      tec(`GET ${path}?password=rose`, { as: 'subscriber' }),
    ],
  ),
  api('GET /events?password=rose&per_page=20'),
  api('GET /events/{secret}.ics?password=rose'),
]

const FORMS = words(`
  _fields=id,title _fields=venue.venue,image.sizes,events.id _fields=none _fields[]=id&_fields[]=slug _envelope
  _envelope=1&_fields=id _jsonp=show _jsonp=1+1 _pretty _method=DELETE text=raw text=x strict=1 strict=1&unknown=1
  unknown=1 context=edit
`)

const EDITED = ['winter', 'secret', 'byAuthor', 'draft'].flatMap((name) => [
  `/events/{${name}}/input`,
  `/events/{${name}}?text=raw`,
])

export const READS: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'editor'], gets(api, paths('events', EVENTS))),
  ...gets(tec, paths('events', EVENTS), { as: 'contributor' }),
  ...gets(api, OTHERS),
  ...gets(tec, OTHERS, { as: 'editor' }),
  ...forUsers(['anon', 'editor'], gets(tec, BY_SLUG)),
  ...gets(tec, LINKED_BY_SLUG),
  ...forUsers(['anon', 'admin'], gets(api, BY_EXTERNAL_ID)),
  ...gets(tec, MISSING, { as: 'admin' }),
  ...PASSWORDS,
  ...gets(api, withQueries('/events/{winter}', FORMS)),
  ...gets(tec, withQueries('/events', FORMS), { as: 'editor' }),
  ...forUsers(['editor', 'author'], gets(api, EDITED)),
  ...gets(api, ['/media/{wide}/usage', '/media/{square}/usage'], { as: 'editor' }),
]
