/**
 * Queries for all records: every parameter of every list, by many viewers. A parameter without a value does not
 * compile.
 */

import type { mediaQuery } from '../../src/calendar/images/image-query.ts'
import type { eventQuery } from '../../src/calendar/lists/event-query.ts'
import type { organizerQuery, venueQuery } from '../../src/calendar/lists/linked-query.ts'
import type { categoryQuery, tagQuery } from '../../src/calendar/lists/term-query.ts'
import { COLLECTION_NAMES } from '../../src/calendar/posts/urls.ts'
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import { EVENT_STATUSES } from '../../src/kernel/event-status.ts'
import { POST_STATUSES, WORDPRESS_STATUSES } from '../../src/kernel/post.ts'
import type { TestUser } from '../helper/service.ts'
import { createDate, createExternalId, pickPassword } from './inputs.ts'
import { type KnownRecords, pickId, pickSlug, TEST_RECORD_KINDS, type TestRecordKind } from './known-ids.ts'
import type { TwinRequest } from './twin-process.ts'
import { createSearchQuery, createShortName } from './words.ts'

type Make = (random: Random, known: KnownRecords) => string

/** Additional fields have a parameter each. */
type QueryName<Q> = Exclude<keyof Q, 'custom_fields'> | 'custom_fields[age]' | 'custom_fields[note]'

const oneOf =
  (...values: readonly string[]): Make =>
  (random) =>
    random.pick(values)
const id =
  (kind: TestRecordKind): Make =>
  (random, known) =>
    String(pickId(random, known, kind))
const ids =
  (kind: TestRecordKind): Make =>
  (random, known) =>
    Array.from({ length: random.between(1, 8) }, () => pickId(random, known, kind)).join()
const term =
  (kind: 'category' | 'tag'): Make =>
  (random, known) =>
    random.chance(0.5)
      ? ids(kind)(random, known)
      : random.chance(0.7)
        ? pickSlug(random, known, kind)
        : createShortName(random)
const either =
  (...makes: readonly Make[]): Make =>
  (random, known) =>
    random.pick(makes)(random, known)
const flag = oneOf('true', 'false')
const date: Make = either(
  createDate,
  oneOf('now', 'tomorrow', '2026-12-14', '+2 weeks', '2027-01-14T10:00:00Z', 'never'),
)

const paging = { page: oneOf('1', '2', '3', '50', '9007199254740991'), per_page: oneOf('1', '3', '7', '50', '1000') }
const post = {
  ...paging,
  search: createSearchQuery,
  status: oneOf('any', 'publish,private', ...POST_STATUSES, ...WORDPRESS_STATUSES.slice(0, 2)),
  modified_after: date,
  text: oneOf('display', 'raw'),
  external_id: createExternalId,
  'custom_fields[age]': oneOf('18', '18.0', '-1', 'x'),
  'custom_fields[note]': oneOf('a', 'A', 'ä "b"', '18,'),
  strict: flag,
}
const place = {
  geoloc: flag,
  geoloc_lat: oneOf('40', '40.7', '41.0625', '90', '-90', '0', '52.52'),
  geoloc_lng: oneOf('-74', '-73.9', '-72.5', '180', '-180', '0', '13.405'),
  geoloc_radius: oneOf('0.001', '1', '50', '500', '20038', '1e-9'),
}
const direction = oneOf('asc', 'desc')
const linked = { event: id('event'), has_events: flag, only_with_upcoming: flag }

const EVENTS: Readonly<Record<QueryName<typeof eventQuery>, Make>> = {
  ...post,
  ...place,
  start_date: date,
  end_date: date,
  starts_before: date,
  starts_after: date,
  ends_before: date,
  ends_after: date,
  strict_dates: flag,
  categories: term('category'),
  tags: term('tag'),
  venue: ids('venue'),
  organizer: ids('organizer'),
  featured: flag,
  include: ids('event'),
  post_parent: id('event'),
  ticketed: flag,
  free: flag,
  event_status: oneOf(...EVENT_STATUSES, 'scheduled,canceled'),
  is_virtual: flag,
  exclude: ids('event'),
  categories_exclude: term('category'),
  tags_exclude: term('tag'),
  orderby: oneOf(
    'start_date',
    'end_date',
    'title',
    'title',
    'modified',
    'date',
    'id',
    'distance',
    'venue',
    'organizer',
    'status',
    'author',
    'featured',
  ),
  order: direction,
  author: oneOf('1', '2', '1,3', '99'),
  has_image: flag,
  has_venue: flag,
  hidden: flag,
  series: ids('event'),
  collapse: oneOf('series'),
  hide_subsequent_recurrences: flag,
  password: pickPassword,
}

const ORGANIZERS: Readonly<Record<QueryName<typeof organizerQuery>, Make>> = {
  ...post,
  ...linked,
  orderby: oneOf('title', 'date', 'modified', 'id'),
  order: direction,
}

const VENUES: Readonly<Record<QueryName<typeof venueQuery>, Make>> = {
  ...ORGANIZERS,
  ...place,
  orderby: oneOf('title', 'date', 'modified', 'id', 'distance'),
}

const TAGS: Readonly<Record<keyof typeof tagQuery, Make>> = {
  ...paging,
  search: createSearchQuery,
  exclude: term('tag'),
  include: term('tag'),
  order: direction,
  orderby: oneOf('name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'term_id'),
  hide_empty: flag,
  post: id('event'),
  event: id('event'),
  slug: (random, known) => pickSlug(random, known, 'tag'),
  modified_after: date,
  text: oneOf('display', 'raw'),
}

const CATEGORIES: Readonly<Record<keyof typeof categoryQuery, Make>> = {
  ...TAGS,
  exclude: term('category'),
  include: term('category'),
  slug: (random, known) => pickSlug(random, known, 'category'),
  parent: id('category'),
}

const MEDIA: Readonly<Record<keyof typeof mediaQuery, Make>> = {
  ...paging,
  search: createSearchQuery,
  slug: (random, known) => pickSlug(random, known, 'media'),
  media_type: oneOf('image', 'IMAGE', 'video', '%'),
  mime_type: oneOf('image/png', 'Image/PNG', 'image/jpeg', 'image/_ng'),
  include: ids('media'),
  post: id('event'),
  modified_after: date,
  missing_alt: flag,
  unused: flag,
}

const LISTS: Readonly<Record<TestRecordKind, Readonly<Record<string, Make>>>> = {
  event: EVENTS,
  venue: VENUES,
  organizer: ORGANIZERS,
  category: CATEGORIES,
  tag: TAGS,
  media: MEDIA,
}

export const REQUEST_USERS = [
  'anon',
  'admin',
  'author',
  'contributor',
  'subscriber',
] as const satisfies readonly TestUser[]

/** Parameters that others require, or without which most queries find nothing. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  geoloc_lat: ['geoloc_lng', 'geoloc_radius', 'orderby'],
  geoloc_lng: ['geoloc_lat'],
  geoloc_radius: ['geoloc_lat', 'geoloc_lng'],
  order: ['orderby'],
}

const FORMS = ['ics', 'rss', 'ndjson', 'csv']

/** A query with the given and other parameters. */
function createQuery(random: Random, known: KnownRecords, kind: TestRecordKind, parameter: string): string {
  const fields = LISTS[kind]
  const others = Object.keys(fields).filter(() => random.chance(0.06))
  const names = [...new Set([parameter, ...(COMPANIONS[parameter] ?? []), ...others])].filter((item) => fields[item])
  const query = names.map((item) => `${item}=${encodeURIComponent(fields[item]?.(random, known) ?? '')}`)
  // All events, not only upcoming ones.
  if (kind === 'event' && !parameter.startsWith('start') && random.chance(0.8)) query.push('starts_after=1970-01-01')
  if ((kind === 'category' || kind === 'tag') && random.chance(0.5)) query.push('hide_empty=false')
  const form = kind === 'event' && random.chance(0.4) ? `.${random.pick(FORMS)}` : ''
  return `/${COLLECTION_NAMES[kind]}${form}?${query.join('&')}`
}

/** Each parameter of each list once. */
export function createListRequests(random: Random, known: KnownRecords): TwinRequest[] {
  return TEST_RECORD_KINDS.flatMap((kind) =>
    Object.keys(LISTS[kind]).map((parameter) => ({
      method: random.chance(0.02) ? 'HEAD' : 'GET',
      path: createQuery(random, known, kind, parameter),
      as: random.pick(REQUEST_USERS),
    })),
  )
}

/** A record by ID, slug or external ID, or its history. */
export function createItemRequest(random: Random, known: KnownRecords): TwinRequest {
  const kind = random.pick(TEST_RECORD_KINDS)
  const path = `/${COLLECTION_NAMES[kind]}/${pickId(random, known, kind)}`
  if (random.chance(0.1)) return { method: 'GET', path: `${path}/history`, as: 'editor' }
  const asFeed = kind === 'event' && random.chance(0.2) ? '.ics' : ''
  const isPost = kind === 'event' || kind === 'venue' || kind === 'organizer'
  const bySlug = `/${COLLECTION_NAMES[kind]}/by-slug/${encodeURIComponent(pickSlug(random, known, kind))}`
  const byName = `/${COLLECTION_NAMES[kind]}/by-external-id/${encodeURIComponent(createExternalId(random, known))}`
  const chosen = isPost ? random.pick([`${path}${asFeed}`, path, bySlug, byName]) : path
  return {
    method: 'GET',
    path: random.chance(0.1) ? `${chosen}?password=secret` : chosen,
    as: random.pick(REQUEST_USERS),
  }
}

/** Complete lists, in every order. */
export function listFullListPaths(): readonly string[] {
  const orders = ['start_date', 'end_date', 'title', 'modified', 'date', 'id']
  const both = (path: string) => ['asc', 'desc'].map((order) => `${path}&order=${order}`)
  return [
    ...orders.flatMap((by) => both(`/events?status=any&hidden=true&starts_after=1970-01-01&orderby=${by}`)),
    ...both('/events?starts_after=1970-01-01&geoloc_lat=40&geoloc_lng=-74&geoloc_radius=20038&orderby=distance'),
    ...both('/venues?geoloc_lat=40&geoloc_lng=-74&geoloc_radius=20038&orderby=distance'),
    ...['venues', 'organizers'].flatMap((list) =>
      orders.slice(2).flatMap((by) => both(`/${list}?status=any&orderby=${by}`)),
    ),
    ...['categories', 'tags'].flatMap((list) =>
      ['name', 'id', 'slug', 'count', 'description', 'parent'].flatMap((by) =>
        both(`/${list}?hide_empty=false&orderby=${by}`),
      ),
    ),
    '/media?',
  ]
}
