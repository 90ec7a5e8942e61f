/** Public pages, embeds, oEmbed, documents at well-known URLs, and assets. */
import { type GoldenRequest, gets, site, withQueries, words } from '../request.ts'

const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'ja']

const CALENDARS = words(`
  / /events/ /events /events/list/ /events/list/page/2/ /events/list/page/99/ /events/past/ /events/photo/
  /events/summary/ /events/map/ /events/month/ /events/2026-12/ /events/month/2027-01/ /events/week/
  /events/week/2026-12-05/ /events/today/ /events/2026-12-05/ /events/2026-13/ /events/none/ /events/9999-12/
  /events/0001-01/ /events/2026-12-05/?tribe-bar-search=jazz
`)
const ARCHIVES = words(`
  /events/category/music/ /events/category/music/jazz/ /events/category/jazz/ /events/category/none/
  /events/category/music/2026-12/ /tag/live/ /events/tag/live/ /tag/none/ /tag/groesse/past/ /venue/{hall.slug}/
  /venue/{cafe.slug}/ /venue/{secretVenue.slug}/ /venue/{draftVenue.slug}/ /venue/none/ /organizer/{society.slug}/
  /organizer/{society.slug}/past/ /organizer/{secretOrganizer.slug}/ /series/{jam.slug}/
  /series/{draftSeries.slug}/ /venues/ /organizers/ /categories/ /series/
`)
const EVENTS = words(`
  winter reading online mixed canceled postponed tickets past running dst hidden secret inSecretVenue inDraftVenue
  draft private trashed emoji scripts withNew choirNight
`).map((name) => `/event/{${name}.slug}/`)

const SEARCHES = words(`
  search=jazz search=none search=%3Cb%3E start_date=2026-12-01&end_date=2026-12-31 categories=music page=2
  eventDisplay=month tribe-bar-date=2026-12-05 free=true city=Ghent venue={hall} utm_source=x start_date=x
`).map((query) => `/events/?${query}`)

const SUGGESTIONS = ['q=jazz', 'q=ja', 'q=hall', 'q=', 'search=jazz'].map((query) => `/events/suggest/?${query}`)

const EMBEDS = words(`
  /embed/events/ /embed/events/2026-12/ /embed/event/{winter.slug}/ /embed/events/category/music/ /embed/none/
  /embed/events/?theme=dark /embed.js
`)

const encoded = (path: string) => `https%3A%2F%2Fcalendar.example${path.replaceAll('/', '%2F')}`
const EVENT_URL = encoded('/event/{winter.slug}/')
const OEMBED = [
  ...[EVENT_URL, encoded('/events/'), encoded('/event/{secret.slug}/'), encoded('/event/none/'), ''],
  ...[`${EVENT_URL}&format=xml`, `${EVENT_URL}&maxwidth=300&maxheight=200`, `${EVENT_URL}&callback=show`],
  ...[`${EVENT_URL}&callback=1%2B1`, 'https%3A%2F%2Fother.example%2F'],
].map((url) => `url=${url}`)

const DOCUMENTS = words(`
  /robots.txt /llms.txt /.well-known/security.txt /.well-known/api-catalog /.well-known/none /favicon.ico
  /sitemap.xml /sitemap-events-1.xml /sitemap-venues-1.xml /sitemap-calendar.xml /sitemap-events-99.xml
  /wp-sitemap.xml /docs /healthz /readyz /livez /metrics /assets/none.js /assets/../package.json /uploads/none.png
  /none/
`)

const ACCOUNT_PAGES = words(`
  /sign-in /account /account/forgot /account/reset /account/invitation /de/sign-in /preview/?token=none
  /authorize-application?app_name=Display /authorize-application /wp-admin/authorize-application.php
  /events/submit/ /events/submit/?sent=1 /events/submission/?token=none /digest/ /wp-login.php /wp-admin/
  /xmlrpc.php
`)

const TRANSLATED = LANGUAGES.flatMap((language) =>
  ['/events/', '/events/2026-12/', '/event/{winter.slug}/', '/event/none/'].map((path) => `/${language}${path}`),
)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HTML = { headers: { accept: 'text/html' } }

export const PAGES: readonly GoldenRequest[] = [
  ...gets(site, [...CALENDARS, ...ARCHIVES, ...EVENTS, ...SEARCHES, ...SUGGESTIONS, ...EMBEDS], HTML),
  ...gets(site, [...DOCUMENTS, ...ACCOUNT_PAGES]),
  ...gets(site, ['/none/', '/events/none/', '/wp-admin/'], HTML),
  ...gets(site, withQueries('/wp-json/oembed/1.0/embed', OEMBED)),
  ...gets(site, withQueries('/oembed', OEMBED)),
  ...gets(site, TRANSLATED, HTML),
  ...['de', 'fr-CH, en;q=0.5', 'xx', '*'].map((language) =>
    site('GET /events/', { headers: { accept: 'text/html', 'accept-language': language } }),
  ),
  site('POST /event/{secret.slug}/', { body: 'password=rose', headers: FORM }),
  site('POST /event/{secret.slug}/', { body: 'password=wrong', headers: FORM, from: '203.0.113.8' }),
  site('POST /events/', { body: '', headers: FORM }),
  ...['{wide.url}', '{small.url}', '{wide.sizes.medium.url}'].flatMap((path) => [
    site(`GET ${path}`),
    site(`HEAD ${path}`),
    site(`GET ${path}`, { headers: { 'if-none-match': '*' } }),
  ]),
]
