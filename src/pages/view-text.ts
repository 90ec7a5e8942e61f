/** Text and HTML for pages from the views that the API returns. */
import { decodeEntities } from '../base/text/sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from '../base/text/split-tags.ts'
import type { EventView } from '../calendar/events/present-event.ts'
import type { VenueView } from '../calendar/linked/present-linked.ts'

/** Flags of a closed event are `null`. */
export const isPasswordProtected = (event: Pick<EventView, 'all_day'>): boolean => event.all_day === null

/** The venue that visitors go to; events that take place online only have none, even if they are linked to one. */
export const getVenue = ({
  venue,
  attendance_mode,
}: Pick<EventView, 'venue' | 'attendance_mode'>): VenueView | undefined =>
  'id' in venue && attendance_mode !== 'online' ? venue : undefined

/** Plain text of a displayed title or description. */
export function extractText(markup: string): string {
  const pieces = splitTags(markup)
  const text = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : isBlockElement(parseTagName(piece)) || /^<br/i.test(piece) ? ' ' : '',
  )
  return decodeEntities(text.join('')).replace(/\s+/g, ' ').trim()
}

/** Cuts a text at the end of a word. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > limit / 2 ? end : limit).replace(/[\s,.;:–—-]+$/, '')}…`
}

/** The parts of an address that exist, in one line and in the order of the country. */
export function formatAddress({ address, zip, city, stateprovince, country }: VenueView): string {
  const region = stateprovince === city ? '' : stateprovince
  const town = hasPostcodeLast(country ?? '', region ?? '')
    ? [city, joinParts([region, zip], ' ')]
    : [joinParts([zip, city], ' '), region]
  return decodeEntities(joinParts([address, ...town, country], ', '))
}

const joinParts = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator)

/** Countries whose addresses end with the postal code, after city and state; by their code and their usual names. */
const POSTCODE_LAST = new Set([
  ...['us', 'usa', 'united states', 'united states of america', 'vereinigte staaten', 'usa (vereinigte staaten)'],
  ...['états-unis', 'estados unidos', 'stati uniti', 'verenigde staten', 'ca', 'canada', 'kanada', 'canadá'],
  ...['gb', 'uk', 'united kingdom', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  ...['vereinigtes königreich', 'großbritannien', 'royaume-uni', 'reino unido', 'regno unito', 'verenigd koninkrijk'],
  ...['ie', 'ireland', 'irland', 'irlande', 'irlanda', 'ierland', 'au', 'australia', 'australien', 'australie'],
  ...['nz', 'new zealand', 'neuseeland', 'nouvelle-zélande', 'nueva zelanda', 'nuova zelanda', 'nova zelândia'],
  ...['in', 'india', 'indien', 'inde', 'za', 'south africa', 'südafrika', 'afrique du sud', 'sudáfrica', 'sudafrica'],
])

/** Without a country, a state of two capital letters is one of the United States. */
const hasPostcodeLast = (country: string, region: string): boolean =>
  country === '' ? /^[A-Z]{2}$/.test(region) : POSTCODE_LAST.has(country.trim().toLowerCase())

const STYLE_ATTRIBUTE = /\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi

/**
 * Removes inline styles, which the Content-Security-Policy of the page blocks anyway. Tables become focusable, so that wide
 * ones can be scrolled with the keyboard.
 */
export const cleanDescription = (description: string): string =>
  splitTags(description)
    .map((piece, index) =>
      index % 2 === 0 ? piece : piece.replace(STYLE_ATTRIBUTE, '').replace(/^<table\b/i, '$& tabindex="0"'),
    )
    .join('')
