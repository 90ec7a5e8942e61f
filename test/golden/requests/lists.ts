/** Lists with every parameter, by viewers with different rights. */
import { api, forUsers, type GoldenRequest, gets, tec, withQueries, words } from '../request.ts'

type Values = Readonly<Record<string, readonly string[]>>

const DATES = ['2026-12-05', '2026-12-05+20:00:00', '2026-12-14T10:00:00Z', '0', 'never']
const FLAGS = ['true', 'false', 'x']
const ORDER = ['asc', 'DESC', 'up']

const PAGING: Values = {
  page: ['2', '99', '0', 'x', '9007199254740993'],
  per_page: ['2', '1000', '0', 'x'],
}
const POSTS: Values = {
  ...PAGING,
  search: ['jazz', 'JAZZ+night', '%22jazz+night%22', 'jazz+-winter', 'gr%C3%B6%C3%9Fe', '%F0%9F%8E%B7', '%25', ''],
  status: ['publish', 'draft', 'any', 'publish,private', 'future', 'trash', 'none'],
  modified_after: ['2026-11-21T03:00:00Z', '2026-11-01', '-1+hour', 'x'],
  text: ['raw', 'display', 'none'],
  external_id: ['crm:hall', 'box-office:4711', 'x'],
  strict: ['1', '0'],
}
const PLACE: Values = {
  geoloc: FLAGS,
  'geoloc_lat=51.05&geoloc_lng': words(`
    3.72 3.72&geoloc_radius=2 3.72&geoloc_radius=20038&orderby=distance x 181
  `),
  geoloc_lat: ['51', 'x'],
  geoloc_radius: ['5', '-1'],
}

const EVENTS: Values = {
  ...POSTS,
  ...PLACE,
  start_date: DATES,
  end_date: DATES,
  starts_before: DATES.slice(0, 3),
  starts_after: DATES.slice(0, 3),
  ends_before: DATES.slice(0, 3),
  ends_after: DATES.slice(0, 3),
  'start_date=2026-12-05&strict_dates': FLAGS,
  'start_date=2026-12-01&end_date': ['2026-12-10', '2026-11-01', '+2+weeks'],
  categories: ['{music}', 'music', 'Jazz', '{music},{family}', '999999', 'none', ''],
  tags: ['live', '{umlaut}', 'Gr%C3%B6%C3%9Fe', 'none'],
  categories_exclude: ['{music}', 'none'],
  tags_exclude: ['live', '{free},{umlaut}'],
  venue: ['{hall}', '{hall},{library}', '{draftVenue}', '{secretVenue}', '999999', 'x'],
  organizer: ['{society}', '{secretOrganizer}', 'x'],
  featured: FLAGS,
  ticketed: FLAGS,
  free: FLAGS,
  include: ['{winter},{draft},{secret}', '{trashed}', 'x', ''],
  exclude: ['{winter}', 'x'],
  post_parent: ['{winter}', '{draft}', '0', 'x'],
  orderby: words(`
    start_date end_date title modified date id distance venue organizer status author featured event_date TITLE
    menu_order none none&strict=1
  `),
  'orderby=title&order': ORDER,
  order: ORDER,
  event_status: ['canceled', 'scheduled,postponed', 'x', ''],
  is_virtual: FLAGS,
  author: ['1', '3,4', 'x'],
  has_image: FLAGS,
  has_venue: FLAGS,
  hidden: FLAGS,
  series: ['{jam}', '{choirNight.series.id},{jam}', '999999', 'x'],
  collapse: ['series', 'x'],
  hide_subsequent_recurrences: ['true', '0'],
}

const LINKED: Values = {
  ...POSTS,
  event: ['{winter}', '{draft}', '999999', 'x'],
  has_events: FLAGS,
  only_with_upcoming: FLAGS,
  order: ORDER,
}

const LINKED_ORDERS = words('title date modified id name none').map((name) => `orderby=${name}`)

const TERMS: Values = {
  ...PAGING,
  search: ['jazz', 'gr%C3%B6%C3%9Fe', '%E6%97%A5', '%25'],
  orderby: ['name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'none'],
  'orderby=count&order': ORDER,
  hide_empty: FLAGS,
  event: ['{winter}', '{draft}', 'x'],
  post: ['{winter}'],
  modified_after: ['2026-11-01', 'x'],
  text: ['raw'],
}

const CATEGORIES: Values = {
  ...TERMS,
  include: ['{music},{jazz}', 'music', 'none'],
  exclude: ['{music}', '999999'],
  slug: ['for-families', 'none'],
  parent: ['{music}', '0', '999999', 'x'],
}
const TAGS: Values = { ...TERMS, include: ['{live},{free}', 'none'], exclude: ['{live}'], slug: ['groesse', 'none'] }

const MEDIA: Values = {
  ...PAGING,
  search: ['harbor', 'jazz'],
  slug: ['harbor', 'none'],
  media_type: ['image', 'video', '%25'],
  mime_type: ['image/png', 'image/jpeg'],
  include: ['{wide},{square}', 'x'],
  post: ['{winter}', '{draft}', 'x'],
  modified_after: ['2026-11-01'],
  missing_alt: ['true', '0'],
  unused: ['true', '0'],
}

/** The first `most` values of each parameter. */
const expand = (path: string, values: Values, most = 100): string[] =>
  Object.entries(values).flatMap(([name, list]) => list.slice(0, most).map((value) => `${path}?${name}=${value}`))

/** Lists without parameters, and of everything that the viewer may see. */
const PLAIN = words(`
  /events /venues /organizers /categories /tags /media /series
  /events?status=any&start_date=1970-01-01&per_page=20 /events?status=any&start_date=1970-01-01&per_page=20&page=2
  /venues?status=any&per_page=20 /organizers?status=any /categories?hide_empty=false /tags?hide_empty=false
  /events/calendar?from=2026-12-01&to=2026-12-31 /events/authors /categories/tree /series?status=any
  /series/{jam}/events /series/{choirNight.series.id}/events?per_page=2 /series/{draftSeries}/events
`)

const CALENDAR = words(`
  from=2026-12-01 from=x&to=y from=2026-12-05&to=2026-12-06&text=raw from=2020-01-01&to=2030-01-01
`)

/** Several parameters at once, with links to other pages. */
const COMBINED = words(`
  /events?page=2&per_page=3&search=a&categories={music}&orderby=title&order=desc&featured=false
  /events?start_date=2026-12-01&end_date=2026-12-31&venue={hall}&organizer={society}&per_page=1
  /events?categories[]=music&categories[]={family}&tags[0]=live
  /events?status[]=publish&status[]=draft&orderby=start_date&per_page=2&page=2
  /venues?geoloc_lat=51.05&geoloc_lng=3.72&geoloc_radius=5&orderby=distance&order=desc
  /venues?search=hall&has_events=true&only_with_upcoming=true&per_page=1
  /categories?hide_empty=false&per_page=2&page=2&orderby=id
  /tags?search=e&hide_empty=false&per_page=1&page=2&order=desc
`)

export const LISTS: readonly GoldenRequest[] = [
  ...forUsers(['anon', 'editor'], gets(tec, PLAIN)),
  ...gets(api, PLAIN, { as: 'author' }),
  ...gets(api, expand('/events', EVENTS), { as: 'editor' }),
  ...gets(tec, expand('/events', EVENTS, 1)),
  ...gets(tec, expand('/venues', { ...LINKED, ...PLACE }, 2), { as: 'editor' }),
  ...gets(api, expand('/organizers', LINKED, 1)),
  ...gets(api, withQueries('/organizers', LINKED_ORDERS)),
  ...gets(tec, withQueries('/venues', LINKED_ORDERS)),
  ...gets(api, expand('/categories', CATEGORIES, 2)),
  ...gets(tec, expand('/tags', TAGS, 1)),
  ...gets(api, expand('/media', MEDIA, 2), { as: 'editor' }),
  ...gets(api, withQueries('/events/calendar', CALENDAR), { as: 'author' }),
  ...gets(tec, COMBINED),
]
