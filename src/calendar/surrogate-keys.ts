/**
 * Surrogate keys: names in the headers of responses, by which a change purges the responses that it affects from shared
 * caches. A response with `sources` has the keys of these records; every other response has the key of its list.
 */
import type { LoggedChange, LoggedKind } from '../storage/types.ts'

/** Key of every response. */
export const ALL_KEY = 'calends'

/** `pages`: everything that is not a list of the API of one kind of record, such as pages, feeds and sitemaps. */
export type ListKey = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'pages'

interface RecordIds {
  /** Ids of events, venues and organizers. */
  readonly posts: readonly number[]
  readonly terms: readonly number[]
}

export interface ResponseContents {
  /** Name of the route of the API, such as `/events`. */
  readonly route?: string | undefined
  /** The records that the response contains, if no change of another one can affect it. */
  readonly sources?: RecordIds | undefined
}

/** A response with more records has the key of its list, so that no header grows beyond the limits of caches. */
const MAX_RECORD_KEYS = 100

/** Lists, and records by slug, whose slug another record can take over. */
const LIST_ROUTE = /^\/(\w+)(?:\/by-slug\/\{slug\})?$/
const LIST_KEYS: readonly ListKey[] = ['events', 'venues', 'organizers', 'categories', 'tags']

function findListKey(route: string): ListKey {
  const name = LIST_ROUTE.exec(route)?.[1]
  return LIST_KEYS.find((key) => key === name) ?? 'pages'
}

const createPostKey = (id: number): string => `post-${id}`
const createTermKey = (id: number): string => `term-${id}`

export function createSurrogateKeys({ route = '', sources }: ResponseContents): readonly string[] {
  if (!sources) return [ALL_KEY, findListKey(route)]
  if (sources.posts.length + sources.terms.length > MAX_RECORD_KEYS) return [ALL_KEY, 'pages']
  const keys = [...sources.posts.map(createPostKey), ...sources.terms.map(createTermKey)]
  return [ALL_KEY, ...new Set(keys)]
}

interface Effect {
  readonly createRecordKey: (id: number) => string
  readonly lists: readonly ListKey[]
}

/** Filters of every list can depend on events. */
const EFFECTS: { readonly [K in LoggedKind]?: Effect | 'none' } = {
  event: { createRecordKey: createPostKey, lists: ['events', 'venues', 'organizers', 'categories', 'tags', 'pages'] },
  venue: { createRecordKey: createPostKey, lists: ['events', 'venues', 'pages'] },
  organizer: { createRecordKey: createPostKey, lists: ['events', 'organizers', 'pages'] },
  category: { createRecordKey: createTermKey, lists: ['events', 'categories', 'pages'] },
  tag: { createRecordKey: createTermKey, lists: ['events', 'tags', 'pages'] },
  count: { createRecordKey: createTermKey, lists: ['events', 'categories', 'tags', 'pages'] },
  // Only administrators see sources.
  source: 'none',
}

/** The keys of all responses that the changes can affect. Changes of settings, images and users can affect every one. */
export function findPurgedKeys(changes: readonly LoggedChange[]): readonly string[] {
  const keys = new Set<string>()
  for (const { kind, id } of changes) {
    const effect = EFFECTS[kind]
    if (effect === 'none') continue
    if (!effect) return [ALL_KEY]
    keys.add(effect.createRecordKey(id))
    for (const list of effect.lists) keys.add(list)
  }
  return [...keys]
}
