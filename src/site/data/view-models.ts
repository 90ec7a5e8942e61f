/** What pages show: records as the wire shows them, which anybody may see as it stands. */

import type { DateTime } from '../../datetime/parse-date.ts'
import { decodeEntities } from '../../html/sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from '../../html/split-tags.ts'
import { type FragmentWriterFn, JsonDocument } from '../../presenters/json-fragment.ts'

interface ImageSizeView {
  readonly url: string
  readonly width: number
  readonly height: number
}

export interface ImageView extends ImageSizeView {
  readonly id: number
  readonly sizes?: Readonly<Record<string, ImageSizeView>>
}

export interface TermView {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent?: number
  readonly description: string
}

export interface OfferView {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly availability: string
  /** By the event's own clock; empty where nothing is said. */
  readonly available_from: DateTime
  readonly available_until: DateTime
}

interface RecordView {
  readonly id: number
  readonly url: string
  readonly slug: string
  /** Left out where empty, by venues and organizers. */
  readonly description?: string
  readonly image?: ImageView | false
}

export interface VenueView extends RecordView {
  readonly venue: string
  readonly address?: string
  readonly city?: string
  readonly stateprovince?: string
  readonly zip?: string
  readonly country?: string
  readonly phone?: string
  readonly website?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
  readonly show_map: boolean | null
  readonly show_map_link: boolean | null
}

export interface OrganizerView extends RecordView {
  readonly organizer: string
  readonly phone?: string
  readonly website?: string
  readonly email?: string
}

export interface EventView extends RecordView {
  readonly title: string
  readonly excerpt: string
  /** `null`, as all flags, of an event that is closed to want of its password. */
  readonly all_day: boolean | null
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly utc_end_date: DateTime
  readonly timezone: string
  readonly timezone_abbr: string
  readonly cost: string
  readonly cost_details: { readonly currency_symbol: string; readonly values: readonly string[] }
  /** When it was published. */
  readonly date_utc: DateTime
  readonly website: string
  readonly show_map: boolean | null
  readonly show_map_link: boolean | null
  readonly featured: boolean | null
  readonly sticky: boolean | null
  readonly categories: readonly TermView[]
  readonly tags: readonly TermView[]
  readonly venue: VenueView | readonly []
  readonly organizer: readonly OrganizerView[]
  readonly tickets: readonly OfferView[]
  readonly json_ld?: Readonly<Record<string, unknown>>
}

/** The parts that an answer of the interface is put together from, read as what they say. */
export function parseViews<T>(parts: readonly FragmentWriterFn[]): readonly T[] {
  const text = new JsonDocument((out) => out.writeList(parts, (part) => part(out)))
  return JSON.parse(text.toFragment().bytes.toString()) as readonly T[]
}

export const isPasswordProtected = (event: Pick<EventView, 'all_day'>): boolean => event.all_day === null

export const getVenue = ({ venue }: Pick<EventView, 'venue'>): VenueView | undefined =>
  'id' in venue ? venue : undefined

/** Text that a displayed title or description says, without its markup. */
export function extractText(markup: string): string {
  const pieces = splitTags(markup)
  const text = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : isBlockElement(parseTagName(piece)) || /^<br/i.test(piece) ? ' ' : '',
  )
  return decodeEntities(text.join('')).replace(/\s+/g, ' ').trim()
}

/** The beginning of a text, to the end of a word. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > limit / 2 ? end : limit).replace(/[\s,.;:–—-]+$/, '')}…`
}

/** One line: street, town and the rest, without what is wanting. */
export function formatAddress({ address, zip, city, stateprovince, country }: VenueView): string {
  const town = [zip, city].filter(Boolean).join(' ')
  const region = stateprovince === city ? '' : stateprovince
  return [address, town, region, country]
    .filter(Boolean)
    .map((part) => decodeEntities(part ?? ''))
    .join(', ')
}

const STYLE_ATTRIBUTE = /\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi

/**
 * A description without styles of its own: the page's policy runs none, and its looks are the page's. Tables that are
 * wider than the page are moved by keys once they have the focus.
 */
export const renderDescription = (description: string): string =>
  splitTags(description)
    .map((piece, index) =>
      index % 2 === 0 ? piece : piece.replace(STYLE_ATTRIBUTE, '').replace(/^<table\b/i, '$& tabindex="0"'),
    )
    .join('')
