/** Records of a site in the form in which its database stores them; responses are built from them on request. */

export const POST_STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type SiteStatus = (typeof POST_STATUSES)[number]

export interface SitePost {
  readonly id: number
  readonly type: 'event' | 'venue' | 'organizer'
  title: string
  slug: string
  status: SiteStatus
  content: string
  author: number
  /** Seconds since 1970. */
  date: number
  modified: number
  /** In plain text, as WordPress stores it. */
  password: string
  image: number
}

export interface SiteEvent extends SitePost {
  readonly type: 'event'
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  start: string
  end: string
  cost: string
  isHidden: boolean
  venue: number
  organizers: readonly number[]
  categories: readonly number[]
  tags: readonly number[]
}

export interface SiteTerm {
  readonly id: number
  readonly taxonomy: 'tribe_events_cat' | 'post_tag'
  name: string
  slug: string
  parent: number
}

export interface SiteMedia {
  readonly id: number
  readonly alt: string
  readonly caption: string
}

export interface SiteRecords {
  readonly events: Map<number, SiteEvent>
  readonly linked: Map<number, SitePost>
  readonly terms: Map<number, SiteTerm>
  readonly media: Map<number, SiteMedia>
  /** Values that replace list items, by the ID of the record. */
  readonly broken: Map<number, unknown>
  nextId: number
  /** Must be increased whenever an event is added, removed or moved. */
  version: number
}

const DAY = 86_400
const FIRST_START = Date.UTC(2019, 0, 1, 18) / 1000
export const SITE_NOW = Date.UTC(2026, 10, 20, 12) / 1000

export const formatSeconds = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** A calendar with this number of events over about ten years, and a few of everything else. */
export function createSiteRecords(count: number): SiteRecords {
  const records: SiteRecords = {
    events: new Map(),
    linked: new Map(),
    terms: new Map(),
    media: new Map(),
    broken: new Map(),
    nextId: 100,
    version: 0,
  }
  for (let n = 0; n < 12; n++)
    addTerm(records, n < 6 ? 'tribe_events_cat' : 'post_tag', n === 5 ? records.nextId - 1 : 0)
  const venues = Array.from({ length: 60 }, (_, n) =>
    addLinked(records, 'venue', `Hall ${n} &#8211; &#8220;A &#038; B&#8221;`),
  )
  const organizers = Array.from({ length: 55 }, (_, n) => addLinked(records, 'organizer', `Group ${n}`))
  const terms = [...records.terms.values()]
  const images = Array.from({ length: 5 }, () => addMedia(records))
  const step = Math.max(600, Math.floor((3650 * DAY) / Math.max(count, 1)))
  for (let n = 0; n < count; n++) {
    const event = addEvent(records, FIRST_START + n * step)
    event.venue = n % 7 === 0 ? 0 : (venues[n % 60]?.id ?? 0)
    event.organizers = n % 5 === 0 ? [organizers[n % 55]?.id ?? 0, organizers[(n + 3) % 55]?.id ?? 0] : []
    event.categories = n % 3 === 0 ? [terms[n % 6]?.id ?? 0] : []
    event.tags = n % 4 === 0 ? [terms[6 + (n % 6)]?.id ?? 0] : []
    event.cost = n % 10 === 0 ? '$12' : ''
    event.image = n % 50 === 0 ? (images[(n / 50) % 5]?.id ?? 0) : 0
  }
  return records
}

const createPost = (records: SiteRecords, title: string, at: number) => {
  const id = records.nextId++
  const slug = `${title.toLowerCase().replaceAll(/&#\d+;|[^a-z0-9]+/g, '-')}-${id}`.replaceAll(/-+/g, '-')
  return {
    ...{
      id,
      title,
      slug,
      status: 'publish' as const,
      content: `<p>Text ${id} &#8220;quoted&#8221;.</p>`,
      author: (id % 3) + 1,
    },
    ...{ date: at, modified: at, password: '', image: 0 },
  }
}

export function addEvent(records: SiteRecords, startSeconds: number, at = SITE_NOW - DAY): SiteEvent {
  const times = { start: formatSeconds(startSeconds), end: formatSeconds(startSeconds + 7200) }
  const post = createPost(records, `Event ${records.nextId}`, at)
  const relations = { venue: 0, organizers: [], categories: [], tags: [] }
  const event: SiteEvent = { ...post, type: 'event', ...times, cost: '', isHidden: false, ...relations }
  records.events.set(event.id, event)
  records.version += 1
  return event
}

export function addLinked(records: SiteRecords, type: 'venue' | 'organizer', title: string): SitePost {
  const post: SitePost = { ...createPost(records, title, SITE_NOW - 2 * DAY - records.nextId), type }
  records.linked.set(post.id, post)
  return post
}

export function addTerm(records: SiteRecords, taxonomy: SiteTerm['taxonomy'], parent: number): SiteTerm {
  const id = records.nextId++
  const term = { id, taxonomy, name: `Term ${id} &amp; more`, slug: `term-${id}`, parent }
  records.terms.set(id, term)
  return term
}

export function addMedia(records: SiteRecords): SiteMedia {
  const id = records.nextId++
  const media = { id, alt: `Alternative text ${id}`, caption: `Caption ${id}` }
  records.media.set(id, media)
  return media
}
