/** Maps the properties of an iCalendar event to the fields of an event. */

import { isEmailAddress } from '../../../../base/text/email-address.ts'
import { convertHtmlToText } from '../../../../base/text/html-to-text.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { joinLines, splitLocation } from '../../map-location.ts'
import {
  findProperty,
  type IcsComponent,
  type IcsProperty,
  listProperties,
  readText,
  readTexts,
  unescapeText,
} from './content-lines.ts'

/** Fields other than the dates. All are set, so that a removed property clears its field. */
export function mapIcsEvent(component: IcsComponent): RawInput {
  const link = readConference(component)
  const venue = readVenue(component, link)
  return {
    title: escapeTags(readText(component, 'SUMMARY')) || 'Untitled',
    description: readDescription(component),
    website: readUrl(component, 'URL'),
    categories: readTexts(component, 'CATEGORIES'),
    venue: venue ?? '',
    organizer: readOrganizers(component),
    image: readImage(component),
    ...readStatus(component),
    ...(isPrivate(component) && { status: 'private' }),
    virtual_url: link,
    attendance_mode: link === '' ? 'offline' : venue ? 'mixed' : 'online',
  }
}

const TAG_START = /<(?:br|p|a|b|i|u|em|strong|ul|ol|li|div|span|h[1-6])\b/i

/** Whether the text contains a tag. A pattern of whole tags would search for the end once per start. */
function hasTags(text: string): boolean {
  const start = text.search(TAG_START)
  return start >= 0 && text.includes('>', start)
}

/** Plain text with a lone `<` must not become a tag. */
const escapeTags = (text: string): string => (hasTags(text) ? text : text.replaceAll('<', '&lt;'))

/** Formatted descriptions (RFC 9073, Outlook) are preferred to plain ones, unless they have no text. */
function readDescription(component: IcsComponent): string {
  const styled = readHtml(findProperty(component, 'STYLED-DESCRIPTION'))
  const alternative = findProperty(component, 'X-ALT-DESC')
  const isHtml = alternative?.parameters.get('FMTTYPE')?.toLowerCase() === 'text/html'
  return styled || (isHtml && readHtml(alternative)) || escapeTags(readText(component, 'DESCRIPTION'))
}

/** Line breaks between the tags are none of the text. */
function readHtml(property: IcsProperty | undefined): string {
  if (!property || property.parameters.get('VALUE')?.toUpperCase() === 'URI') return ''
  const text = unescapeText(property.value)
  if (!hasTags(text)) return escapeTags(text)
  const html = extractBody(text)
    .replaceAll(/[\r\n]+/g, ' ')
    .trim()
  return convertHtmlToText(html).trim() === '' ? '' : html
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

const readUrl = (component: IcsComponent, name: string): string => {
  const text = readText(component, name)
  return isUrl(text) ? text : ''
}

/** Link to attend online: CONFERENCE (RFC 7986), that of Google and Microsoft, or a LOCATION that is a URL. */
function readConference(component: IcsComponent): string {
  const names = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL', 'LOCATION']
  return names.map((name) => readUrl(component, name)).find((url) => url !== '') ?? ''
}

/** The part of LOCATION before the first comma is the name, the rest the address. Its lines are parts too. */
function readVenue(component: IcsComponent, link: string): RawInput | undefined {
  const location = joinLines(readText(component, 'LOCATION'))
  if (location === '' || location === link) return undefined
  const { venue, address = '' } = splitLocation(location)
  return { venue: escapeTags(venue), address, ...readGeo(component) }
}

function readGeo(component: IcsComponent): RawInput {
  const [, lat, lng] = /^([+-]?\d+(?:\.\d+)?)\s*[;,]\s*([+-]?\d+(?:\.\d+)?)$/.exec(readText(component, 'GEO')) ?? []
  const isValid = lat !== undefined && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
  return isValid ? { geo_lat: Number(lat), geo_lng: Number(lng) } : {}
}

/** ORGANIZER, and the organizers that our own feed states as CONTACT, which may have more details of the first. */
function readOrganizers(component: IcsComponent): RawInput[] {
  const organizer = findProperty(component, 'ORGANIZER')
  const email = (organizer?.value ?? '').replace(/^mailto:/i, '')
  const isMailbox = isEmailAddress(email)
  const name = organizer?.parameters.get('CN') || (isMailbox ? email : '')
  const contacts = listProperties(component, 'CONTACT').flatMap(({ value }) => parseContact(unescapeText(value)))
  const first = { organizer: escapeTags(name), ...(isMailbox && { email }) }
  const isDetailed = contacts.some((one) => one['organizer'] === first.organizer && one['email'] === email)
  return name === '' || isDetailed ? contacts : [first, ...contacts]
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
function readImage(component: IcsComponent): string {
  const images = listProperties(component, 'IMAGE')
  const attachments = listProperties(component, 'ATTACH').filter((property) => isImageAttachment(property))
  const urls = [...images, ...attachments].map(({ value }) => unescapeText(value))
  return urls.find(isUrl) ?? ''
}

function isImageAttachment({ parameters, value }: IcsProperty): boolean {
  const type = parameters.get('FMTTYPE')
  if (type !== undefined) return type.toLowerCase().startsWith('image/')
  return /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(value)
}

function readStatus(component: IcsComponent): RawInput {
  const isCanceled = /^CANCELL?ED$/i.test(readText(component, 'STATUS'))
  return {
    event_status: isCanceled ? 'canceled' : 'scheduled',
    event_status_reason: isCanceled ? readText(component, 'COMMENT') : '',
  }
}

const isPrivate = (component: IcsComponent): boolean => /^(?:PRIVATE|CONFIDENTIAL)$/i.test(readText(component, 'CLASS'))
