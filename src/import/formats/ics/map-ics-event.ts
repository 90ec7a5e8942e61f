/** Maps the properties of an iCalendar event to the fields of an event. */
import type ICAL from 'ical.js'
import type { RawInput } from '../../../domain/fields/validate-input.ts'
import { isEmailAddress } from '../../../text/email-address.ts'

/** Fields other than the dates. All are set, so that a removed property clears its field. */
export function mapIcsEvent(component: ICAL.Component): RawInput {
  const link = readConference(component)
  const venue = readVenue(component, link)
  return {
    title: escapeTags(readText(component, 'summary')) || 'Untitled',
    description: readDescription(component),
    website: readUrl(component, 'url'),
    categories: readTexts(component, 'categories'),
    venue: venue ?? '',
    organizer: readOrganizers(component),
    image: readImage(component),
    ...readStatus(component),
    virtual_url: link,
    attendance_mode: link === '' ? 'offline' : venue ? 'mixed' : 'online',
  }
}

const readText = (component: ICAL.Component, name: string): string => {
  const value: unknown = component.getFirstPropertyValue(name)
  return value === null || value === undefined ? '' : String(value).trim()
}

const readTexts = (component: ICAL.Component, name: string): string[] =>
  component
    .getAllProperties(name)
    .flatMap((property) => property.getValues().map((value: unknown) => String(value).trim()))
    .filter((text) => text !== '')

const TAG_START = /<(?:br|p|a|b|i|u|em|strong|ul|ol|li|div|span|h[1-6])\b/i

/** Whether the text contains a tag. A pattern of whole tags would search for the end once per start. */
function hasTags(text: string): boolean {
  const start = text.search(TAG_START)
  return start >= 0 && text.includes('>', start)
}

/** Plain text with a lone `<` must not become a tag. */
const escapeTags = (text: string): string => (hasTags(text) ? text : text.replaceAll('<', '&lt;'))

/** Formatted descriptions (RFC 9073, Outlook) are preferred to plain ones. */
function readDescription(component: ICAL.Component): string {
  const styled = readText(component, 'styled-description')
  const alternative = component.getFirstProperty('x-alt-desc')
  const html = alternative?.getParameter('fmttype') === 'text/html' ? String(alternative.getFirstValue() ?? '') : ''
  return styled || extractBody(html).trim() || escapeTags(readText(component, 'description'))
}

/** The part between the last `<body>` and the end tag that follows; the whole text without them. */
function extractBody(html: string): string {
  const lastEnd = html.lastIndexOf('>')
  const starts = [...html.matchAll(/<body/gi)].filter(({ index }) => index < lastEnd)
  const start = starts.at(-1)
  const body = start ? html.slice(html.indexOf('>', start.index) + 1) : html
  const end = body.search(/<\/body>/i)
  return end < 0 ? body : body.slice(0, end)
}

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

const readUrl = (component: ICAL.Component, name: string): string => {
  const text = readText(component, name)
  return isUrl(text) ? text : ''
}

/** Link to attend online: CONFERENCE (RFC 7986), that of Google and Microsoft, or a LOCATION that is a URL. */
function readConference(component: ICAL.Component): string {
  const names = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl', 'location']
  return names.map((name) => readUrl(component, name)).find((url) => url !== '') ?? ''
}

/** The part of LOCATION before the first comma is the name, the rest the address. Its lines are parts too. */
function readVenue(component: ICAL.Component, link: string): RawInput | undefined {
  const lines = readText(component, 'location').split('\n')
  const location = joinNonEmpty(lines)
  if (location === '' || location === link) return undefined
  const comma = location.indexOf(',')
  const name = location.slice(0, Math.max(comma, 0)).trim()
  const [venue, address] = name === '' ? [location, ''] : [name, location.slice(comma + 1).trim()]
  return { venue: escapeTags(venue), address, ...readGeo(component) }
}

const joinNonEmpty = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')

function readGeo(component: ICAL.Component): RawInput {
  const value: unknown = component.getFirstPropertyValue('geo')
  const [lat, lng]: unknown[] = Array.isArray(value) ? value : []
  const isValid = Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
  return isValid ? { geo_lat: Number(lat), geo_lng: Number(lng) } : {}
}

/** ORGANIZER, and the organizers that our own feed states as CONTACT. */
function readOrganizers(component: ICAL.Component): RawInput[] {
  const organizer = component.getFirstProperty('organizer')
  const email = String(organizer?.getFirstValue() ?? '').replace(/^mailto:/i, '')
  const isMailbox = isEmailAddress(email)
  const cn = organizer?.getParameter('cn')
  const name = (typeof cn === 'string' ? cn.trim() : '') || (isMailbox ? email : '')
  const first = name === '' ? [] : [{ organizer: escapeTags(name), ...(isMailbox && { email }) }]
  return [...first, ...readTexts(component, 'contact').flatMap(parseContact)]
}

/** Name, phone, email and website, separated by commas. */
function parseContact(text: string): RawInput[] {
  const [name = '', ...details] = text.split(',').map((part) => part.trim())
  const find = (pattern: RegExp) => details.find((part) => pattern.test(part)) ?? ''
  return name === ''
    ? []
    : [
        {
          organizer: escapeTags(name),
          phone: find(/^\+?[\d\s()/.-]{5,}$/),
          email: details.find(isEmailAddress) ?? '',
          website: find(/^https?:\/\//i),
        },
      ]
}

/** IMAGE (RFC 7986), or an attachment that is an image; empty for embedded data. */
function readImage(component: ICAL.Component): string {
  const images = component.getAllProperties('image')
  const attachments = component.getAllProperties('attach').filter((property) => isImageAttachment(property))
  const urls = [...images, ...attachments].map((property) => String(property.getFirstValue() ?? ''))
  return urls.find(isUrl) ?? ''
}

function isImageAttachment(property: ICAL.Property): boolean {
  const type = property.getParameter('fmttype')
  if (typeof type === 'string') return type.toLowerCase().startsWith('image/')
  return /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(String(property.getFirstValue() ?? ''))
}

function readStatus(component: ICAL.Component): RawInput {
  const isCanceled = readText(component, 'status').toUpperCase() === 'CANCELLED'
  return {
    event_status: isCanceled ? 'canceled' : 'scheduled',
    event_status_reason: isCanceled ? readText(component, 'comment') : '',
  }
}
