/** Feeds of lists and single events, exports, and changes. */
import { api, forUsers, type GoldenRequest, gets, site, tec, withQueries, words } from '../request.ts'

const FORMATS = ['ics', 'rss', 'ndjson', 'csv', 'html']
const QUERIES = [
  '',
  ...words(`
    ?page=1&per_page=2 ?categories=music ?search=jazz ?start_date=1970-01-01&end_date=2100-01-01 ?featured=true
    ?venue={hall} ?orderby=title&order=desc ?text=raw ?categories=none ?page=99 ?start_date=x ?password=rose
  `),
]
const FIELDS = ['title,description', 'title', 'url,image,conference', 'x', ''].map(
  (names) => `per_page=2&fields=${names}`,
)

const ITEMS = words('winter reading online canceled postponed tickets dst secret draft trashed emoji')

const PAGE_FEEDS = words(`
  /events/feed/ /feed/ /events/feed/rss2/ /events/?ical=1 /events/category/music/feed/ /tag/live/feed/
  /event/{winter.slug}/?ical=1 /events/list/?outlook-ical=1 /venue/{hall.slug}/?ical=1 /events/2026-12/?ical=1
  /de/events/feed/ /series/{jam.slug}/?ical=1 /events/none/feed/ /event/none/?ical=1
`)

const CHANGES = words(`
  /changes /changes?per_page=3 /changes?kinds=event,venue /changes?since=x /changes?include=records&per_page=2
  /changes?kinds=none /changes?categories=music /changes?since=0 /changes?since=0.1 /events/stream?since=x
`)

const EXPORTS = ['calends.ndjson', 'wordpress.xml', 'events.ics', 'events.csv', 'venues.csv', 'organizers.csv'].map(
  (name) => `/exports/${name}`,
)

const inFormats = (formats: readonly string[], queries: readonly string[]): string[] =>
  formats.flatMap((format) => queries.map((query) => `/events.${format}${query}`))

const ITEM_FEEDS = ITEMS.map((name) => `/events/{${name}}.ics`)
const SERIES_FEEDS = ['{jam}', '{choirNight.series.id}', '{draftSeries}', '999999'].map((id) => `/series/${id}.ics`)

export const FEEDS: readonly GoldenRequest[] = [
  ...gets(api, inFormats(['ics', 'rss'], QUERIES)),
  ...gets(api, inFormats(['ndjson', 'csv', 'html'], QUERIES.slice(0, 6))),
  ...gets(tec, inFormats(FORMATS, QUERIES.slice(0, 2)), { as: 'editor' }),
  ...gets(api, withQueries('/events.ics', FIELDS)),
  ...gets(tec, ITEM_FEEDS, { as: 'editor' }),
  ...gets(api, ITEM_FEEDS),
  ...gets(api, SERIES_FEEDS),
  ...gets(site, PAGE_FEEDS),
  ...forUsers(['anon', 'editor'], gets(api, CHANGES)),
  ...forUsers(['editor', 'admin'], gets(tec, EXPORTS)),
]
