/**
 * JSON of records, kept while nobody writes them: a page that nobody asked for before is put together from texts that
 * were made for others. What is kept holds for any viewer; who sees what is decided where texts are put together.
 */
import { LRUCache } from 'lru-cache'
import type { LinkedKind } from '../calendar/post.ts'
import type { Setting } from '../present/event.ts'
import { changesAfter, type LoggedChange } from '../storage/changes.ts'
import type { Database, Reader } from '../storage/database.ts'
import type { Position } from './services.ts'
import {
  type EventText,
  type LinkedText,
  loadEvent,
  loadEvents,
  loadLinked,
  loadTerms,
  type TermText,
} from './text-loading.ts'

/** By number; what is not there is left out. */
export type Found<T> = ReadonlyMap<number, T>

/** The texts for one read of the database, in one setting. */
export interface Texts {
  readonly events: (ids: readonly number[]) => Promise<Found<EventText>>
  readonly linked: (kind: LinkedKind, ids: readonly number[]) => Promise<Found<LinkedText>>
  readonly terms: (ids: readonly number[]) => Promise<Found<TermText>>
  /** An event with its `single`; undefined when it is not there. */
  readonly single: (id: number) => Promise<EventText | undefined>
}

/** Texts that can be had without waiting. */
export interface ReadyTexts {
  readonly event: (id: number) => EventText | undefined
  readonly linked: (id: number) => LinkedText | undefined
  readonly term: (id: number) => TermText | undefined
}

export interface RecordTexts {
  readonly read: (db: Reader, setting: Setting) => Promise<Texts>
  /** Undefined while something was written that has yet to be looked at. */
  readonly ready: (setting: Setting) => ReadyTexts | undefined
  /** Settings that were asked for, in the order in which they first were. */
  readonly settings: () => readonly Setting[]
  /** Whether more events would push out others. */
  readonly isFull: () => boolean
}

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one?.epoch === other?.epoch && one?.seq === other?.seq

/** More than there are mounts in all languages. */
const MOST_PLACES = 1000
/** Numbers are found faster than texts. */
const keyOf = (id: number, place: number): number => id * MOST_PLACES + place

/** The rest is left to what is asked for. */
const FULL = 0.9
/** Beyond so many changes it is cheaper to forget everything. */
const MOST_CHANGES = 2000
/** Of the memory, how much is for which. */
const SHARES = { events: 0.8, linked: 0.15, terms: 0.05 } as const

/** Keeps texts of about `bytes` in all. */
export function createRecordTexts(database: Pick<Database, 'generation' | 'ownChanges'>, bytes: number): RecordTexts {
  const cacheOf = <T extends object>(share: number) =>
    new LRUCache<number, T>({ maxSize: Math.max(1, Math.floor(bytes * share)) })
  const kept = {
    events: cacheOf<EventText>(SHARES.events),
    linked: cacheOf<LinkedText>(SHARES.linked),
    terms: cacheOf<TermText>(SHARES.terms),
  }
  /** A record has a text for each. */
  const settings: Setting[] = []
  /** The newest state that what is kept takes into account. */
  let position: Position | undefined

  function placeOf(setting: Setting): number {
    const known = settings.findIndex(({ urls }) => urls.base === setting.urls.base)
    return known < 0 ? settings.push(setting) - 1 : known
  }

  function forgetAll(): void {
    for (const texts of Object.values(kept)) texts.clear()
  }

  function forget({ kind, id, op }: LoggedChange): void {
    const isTerm = kind === 'category' || kind === 'tag'
    // Records do not say which pictures they show; and events go on naming a term that is gone, and would never again
    // be at hand whole.
    if ((kind === 'media' && op !== 'create') || (isTerm && op === 'delete')) forgetAll()
    if (kind === 'media' || kind === 'user') return
    // A term shows its count, which any event may change.
    if (kind !== 'venue' && kind !== 'organizer') kept.terms.clear()
    for (const place of settings.keys()) {
      kept.events.delete(keyOf(id, place))
      kept.linked.delete(keyOf(id, place))
    }
  }

  /** Drops what was written meanwhile; says whether what is left may be shown. */
  async function follow(db: Reader): Promise<boolean> {
    const newest = database.generation()
    if (newest === undefined || bytes === 0) return false
    // Of another history nothing is true any more, whatever its numbers are.
    if (position && position.epoch !== newest.epoch) forgetAll()
    if (position?.epoch !== newest.epoch) position = newest
    const changes = database.ownChanges(position, newest) ?? (await changesAfter(db, position.seq, MOST_CHANGES))
    // Another history may have begun meanwhile.
    if (position.epoch !== newest.epoch) return false
    if (changes.length === MOST_CHANGES) forgetAll()
    else for (const change of changes) forget(change)
    position = { epoch: newest.epoch, seq: Math.max(position.seq, newest.seq, changes.at(-1)?.seq ?? 0) }
    return true
  }

  async function read(db: Reader, setting: Setting): Promise<Texts> {
    const mayUse = await follow(db)
    const since = position
    const place = placeOf(setting)
    /** What was written since may be in what was loaded, or not. */
    const keep = <T extends { readonly weight: number }>(texts: LRUCache<number, T>, id: number, text: T) => {
      if (mayUse && isSame(position, since)) texts.set(keyOf(id, place), text, { size: text.weight })
    }

    async function through<T extends { readonly weight: number }>(
      texts: LRUCache<number, T>,
      ids: readonly number[],
      load: (missing: readonly number[]) => Promise<Found<T>>,
    ): Promise<Found<T>> {
      const found = new Map<number, T>()
      for (const id of mayUse ? ids : []) {
        const text = texts.get(keyOf(id, place))
        if (text) found.set(id, text)
      }
      if (found.size === ids.length) return found
      for (const [id, text] of await load(ids.filter((id) => !found.has(id)))) {
        found.set(id, text)
        keep(texts, id, text)
      }
      return found
    }

    async function single(id: number): Promise<EventText | undefined> {
      const known = mayUse ? kept.events.get(keyOf(id, place)) : undefined
      if (known?.single) return known
      const text = await loadEvent(db, id, setting)
      if (text) keep(kept.events, id, text)
      return text
    }

    return {
      events: (ids) => through(kept.events, ids, (missing) => loadEvents(db, missing, setting)),
      linked: (kind, ids) => through(kept.linked, ids, (missing) => loadLinked(db, kind, missing, setting)),
      terms: (ids) => through(kept.terms, ids, (missing) => loadTerms(db, missing, setting)),
      single,
    }
  }

  function ready(setting: Setting): ReadyTexts | undefined {
    const newest = database.generation()
    if (!position || position.epoch !== newest?.epoch || position.seq !== newest.seq) return undefined
    const place = placeOf(setting)
    return {
      event: (id) => kept.events.get(keyOf(id, place)),
      linked: (id) => kept.linked.get(keyOf(id, place)),
      term: (id) => kept.terms.get(keyOf(id, place)),
    }
  }

  const { events } = kept
  return {
    read,
    ready,
    settings: () => settings,
    isFull: () => bytes === 0 || events.calculatedSize > events.maxSize * FULL,
  }
}
