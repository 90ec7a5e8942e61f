/**
 * Reads complete lists of a site while it changes. Offsets are not stable then: events are read from the day of the last
 * one that was read, so that offsets only count within a day; other lists are read again until they are consistent.
 */

import { isRawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'
import { findListDay, type ListPage, type OpenSite } from './open-site.ts'

/** Part of the list of events by the day of their start; neighbors overlap by a day. */
export interface EventWindow {
  readonly first: string
  readonly last: string
}

export interface EventPage extends ListPage {
  /** Day from which the list continues after this page. */
  readonly next: string
}

const FIRST_DAY = '1000-01-01'
const LAST_DAY = '9999-12-31'

/** Events per window. Windows are read in parallel, and a killed import continues within each. */
const WINDOW_SIZE = 500
const MAX_RESTARTS = 5

/** Our own service lists hidden events by `hidden`; the reference ignores the parameter. */
const createEventParams = (first: string) => ({ start_date: first, end_date: LAST_DAY, hidden: 'true' })

/** Number of events in the lists of the site, which do not contain hidden ones. */
export async function countEvents(site: OpenSite): Promise<number> {
  return (await site.readPage('event', createEventParams(FIRST_DAY), { page: 1, size: 1 })).total
}

/** Divides the list into windows of about the same number of events. */
export async function planEventWindows(site: OpenSite): Promise<EventWindow[]> {
  const params = createEventParams(FIRST_DAY)
  const total = await countEvents(site)
  const count = Math.ceil(total / WINDOW_SIZE)
  const days: string[] = []
  for (let part = 1; part < count; part += 1) {
    const position = Math.floor((part * total) / count)
    const { items } = await site.readPage('event', params, { page: position, size: 1 })
    const day = findListDay(items[0], site.address.timeZone)
    if (day !== undefined && day > (days.at(-1) ?? FIRST_DAY)) days.push(day)
  }
  return [...days, LAST_DAY].map((last, index) => ({ first: days[index - 1] ?? FIRST_DAY, last }))
}

/** Yields the pages of a window from `next` on. Events may be repeated on several pages. */
export async function* readEventWindow(
  site: OpenSite,
  { last }: Pick<EventWindow, 'last'>,
  next: string,
): AsyncGenerator<EventPage> {
  const { timeZone } = site.address
  let [day, page, total, restarts] = [next, 1, 0, 0]
  for (;;) {
    const list = await site.readPage('event', createEventParams(day), { page })
    if (page > 1 && list.total !== total && restarts < MAX_RESTARTS) {
      // The list has shifted within the day.
      restarts += 1
      page = 1
      continue
    }
    total = list.total
    const days = list.items.flatMap((item) => findListDay(item, timeZone) ?? [])
    const newest = days.at(-1)
    const continuation = newest !== undefined && newest > day ? newest : day
    yield { ...list, next: continuation }
    if (list.isLast || (days[0] ?? day) > last) return
    if (continuation !== day) [day, page, restarts] = [continuation, 1, 0]
    else page += 1
  }
}

const LIST_PARAMS = {
  venue: {},
  organizer: {},
  category: { hide_empty: 'false', orderby: 'id', order: 'asc' },
  tag: { hide_empty: 'false', orderby: 'id', order: 'asc' },
} as const satisfies Record<Exclude<ImportKind, 'event'>, Readonly<Record<string, string>>>

/** Reads events by their IDs. Hidden ones are missing. */
export async function readEventsById(site: OpenSite, ids: readonly number[]): Promise<ListPage> {
  // Without a relative filter, the reference applies its default period (Q17).
  const params = { include: ids.join(), starts_after: FIRST_DAY, hidden: 'true' }
  return site.readPage('event', params, { page: 1 })
}

/** Yields the pages of a list, and all of them again if it has changed meanwhile. */
export async function* readWholeList(site: OpenSite, kind: Exclude<ImportKind, 'event'>): AsyncGenerator<ListPage> {
  for (let attempt = 0; attempt <= MAX_RESTARTS; attempt += 1) {
    const ids = new Set<unknown>()
    const totals = new Set<number>()
    let unreadable = 0
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const list = await site.readPage(kind, LIST_PARAMS[kind], { page })
      for (const item of list.items) ids.add(isRawRecord(item) ? (item['id'] ?? item) : item)
      if (list.items.length > 0 || page === 1) totals.add(list.total)
      unreadable += list.unreadable.length
      isLast = list.isLast
      yield list
    }
    if (totals.size === 1 && totals.has(ids.size + unreadable)) return
  }
}
