/** Maps items of WordPress exports to records in the form of list responses. */
import { toDateTime, toSeconds } from '../../../../base/time/civil-time.ts'
import type { DateTime } from '../../../../base/time/date-time.ts'
import { addSeconds } from '../../../../base/time/parse-date.ts'
import { resolveLocal } from '../../../../base/time/time-zone.ts'
import { selectCustomFields } from '../../../../kernel/custom-field.ts'
import type { PostKind } from '../../../../kernel/post.ts'
import type { Site } from '../../../../kernel/site.ts'
import { FLAG_META, TEXT_META } from '../../../wordpress/wordpress-meta.ts'
import type { RawRecord } from '../record-reader.ts'
import type { WxrElement } from './collect-elements.ts'
import { createTermKey, findTaxonomy, getMeta, listLinkedIds, toWxrId, type WxrIndex } from './index-wxr.ts'
import { WXR_TAXONOMIES } from './wxr-names.ts'

export interface MappedItem {
  readonly value: RawRecord
  /** Records that the item refers to and that exist neither in the files nor in the database. */
  readonly missing: readonly string[]
}

type Index = Pick<WxrIndex, 'authors' | 'terms' | 'images' | 'kinds'>

const TITLE_KEYS = { event: 'title', venue: 'venue', organizer: 'organizer' } as const satisfies Record<
  PostKind,
  string
>

export function mapWxrItem(item: WxrElement, kind: PostKind, index: Index, site: Site): MappedItem {
  const missing: string[] = []
  const keepKind = (linkedKind: string) => (id: number) => {
    const isFound = index.kinds.get(id) === linkedKind
    if (!isFound) missing.push(`${linkedKind} ${id}`)
    return isFound
  }
  const image = readImage(item, index, missing)
  const value = {
    ...readPost(item, index),
    ...(image && { image }),
    [TITLE_KEYS[kind]]: item.texts.get('title') ?? '',
    ...readMeta(item, kind),
    ...readCustomValues(item, kind, site),
    ...(kind === 'venue' && readCoordinates(item)),
    ...(kind === 'event' && readEvent(item, index, site)),
    ...(kind === 'event' && {
      venue: toRecords(listLinkedIds(item, '_EventVenueID').filter(keepKind('venue'))),
      organizer: toRecords(listLinkedIds(item, '_EventOrganizerID').filter(keepKind('organizer'))),
      post_parent: [toWxrId(item.texts.get('wp:post_parent'))].filter((id) => id > 0).find(keepKind('event')) ?? 0,
    }),
  }
  return { value, missing }
}

const toRecords = (ids: readonly number[]) => ids.map((id) => ({ id }))

function readImage(item: WxrElement, { images }: Index, missing: string[]): RawRecord | undefined {
  const id = toWxrId(getMeta(item, '_thumbnail_id'))
  const image = images.get(id)
  if (id > 0 && !image) missing.push(`image ${id}`)
  return image
}

function readPost(item: WxrElement, { authors }: Index): RawRecord {
  const get = (name: string) => item.texts.get(name) ?? ''
  const [date, dateUtc] = [get('wp:post_date'), get('wp:post_date_gmt')]
  const trashedFrom = getMeta(item, '_wp_trash_meta_status')
  const isTrashed = get('wp:status') === 'trash'
  return {
    id: get('wp:post_id'),
    author: authors.get(get('dc:creator')) ?? 0,
    status: get('wp:status'),
    ...(isTrashed && trashedFrom !== '' && { trashed_from: trashedFrom }),
    slug: get('wp:post_name'),
    description: get('content:encoded'),
    excerpt: get('excerpt:encoded'),
    post_password: get('wp:post_password'),
    ...{ date, date_utc: dateUtc },
    modified: get('wp:post_modified') || date,
    modified_utc: get('wp:post_modified_gmt') || dateUtc,
  }
}

function readMeta(item: WxrElement, kind: PostKind): RawRecord {
  const texts = Object.entries(TEXT_META[kind]).map(([name, key]) => [name, getMeta(item, key)])
  const flags = Object.entries(FLAG_META[kind]).map(([name, [key]]) => [name, isTrue(getMeta(item, key))])
  return Object.fromEntries([...texts, ...flags])
}

const isTrue = (text: string): boolean => /^(?:1|true|yes|on)$/i.test(text.trim())

/** Plugins for additional fields store each value as metadata with its key. */
function readCustomValues(item: WxrElement, kind: PostKind, { customFields }: Site): RawRecord {
  const values = selectCustomFields(customFields, kind).flatMap(({ key }): [string, string][] => {
    const value = getMeta(item, key)
    return value === '' ? [] : [[key, value]]
  })
  return values.length === 0 ? {} : { custom_fields: Object.fromEntries(values) }
}

/** WordPress stores an empty text for a venue without coordinates. */
function readCoordinates(item: WxrElement): RawRecord {
  const read = (key: string) => getMeta(item, key).trim() || undefined
  return { geo_lat: read('_VenueLat'), geo_lng: read('_VenueLng') }
}

function readEvent(item: WxrElement, { terms }: Index, site: Site): RawRecord {
  const timezone = getMeta(item, '_EventTimezone') || site.zone
  const listTerms = (domain: string) =>
    item.terms.flatMap((term) => {
      const taxonomy = findTaxonomy(term.domain)
      const id = taxonomy && term.domain === domain ? terms.get(createTermKey(taxonomy, term.slug)) : undefined
      return id === undefined ? [] : [{ id }]
    })
  return {
    timezone,
    ...readDates(item, timezone),
    sticky: isTrue(item.texts.get('wp:is_sticky') ?? '') || item.texts.get('wp:menu_order')?.trim() === '-1',
    cost_parts: readCost(item, site),
    categories: listTerms(WXR_TAXONOMIES.category),
    tags: listTerms(WXR_TAXONOMIES.tag),
    _tribe_events_status: getMeta(item, '_tribe_events_status'),
    _tribe_events_status_reason: getMeta(item, '_tribe_events_status_reason'),
  }
}

/** Old versions of the plugin store a duration in seconds instead of an end, and no time zones. */
function readDates(item: WxrElement, timezone: string): RawRecord {
  const start = getMeta(item, '_EventStartDate')
  const seconds = Number(getMeta(item, '_EventDuration') || 0)
  const lasts = isDateTime(start) && Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_DURATION
  const end = getMeta(item, '_EventEndDate') || (lasts ? addSeconds(start, seconds) : start)
  const toUtc = (local: DateTime, key: string) =>
    getMeta(item, key) || (isDateTime(local) ? resolveLocal(local, timezone).utc : local)
  return {
    start_date: start,
    end_date: end,
    utc_start_date: toUtc(start, '_EventStartDateUTC'),
    utc_end_date: toUtc(end, '_EventEndDateUTC'),
  }
}

/** Seconds of 100 years. */
const MAX_DURATION = 100 * 366 * 86_400

const isDateTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && toDateTime(toSeconds(text)) === text

/** Amounts without a currency get the one of the event, unless it is that of the site, which is not stored. */
function readCost(item: WxrElement, { currency }: Site): readonly string[] {
  const symbol = getMeta(item, '_EventCurrencySymbol').trim()
  const position = /^(?:suffix|postfix)$/i.test(getMeta(item, '_EventCurrencyPosition')) ? 'postfix' : 'prefix'
  const isOwn = symbol !== '' && (symbol !== currency.symbol || position !== currency.position)
  return (item.meta.get('_EventCost') ?? []).map((text) => {
    const cost = text.trim()
    if (!isOwn || !/^[\d.,]+$/.test(cost) || Number(cost) === 0) return cost
    return position === 'prefix' ? `${symbol}${cost}` : `${cost}${symbol}`
  })
}
