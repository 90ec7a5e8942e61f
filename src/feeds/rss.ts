/** RSS 2.0, with its modules for whole texts (content), events (ev) and its own address (atom). */
import { isoWithOffset } from '../text/dates.ts'
import { escapeHtml } from '../text/html.ts'
import { escapeXml } from '../text/xml.ts'
import type { Channel, FeedForm } from './feed.ts'
import { daysOf, type FeedEvent, type FeedImage, locationOf, readFeedEvent } from './feed-event.ts'

export const rss: FeedForm = {
  mediaType: 'application/rss+xml',
  isCalendar: false,
  write: (channel) => ({
    opening: opening(channel),
    entry: ({ json }) => item(readFeedEvent(json, channel.dayCutoff)),
    closing: '</channel>\n</rss>\n',
  }),
}

const element = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>\n`)

function opening({ name, home, address }: Channel): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ' xmlns:ev="http://purl.org/rss/1.0/modules/event/">\n<channel>\n',
    // These three must be there, empty or not.
    ...Object.entries({ title: name, link: home, description: name }).map(
      ([tag, text]) => `<${tag}>${escapeXml(text)}</${tag}>\n`,
    ),
    `<atom:link href="${escapeXml(address)}" rel="self" type="${rss.mediaType}"/>\n`,
    '<generator>Calends</generator>\n<ttl>60</ttl>\n',
  ].join('')
}

function item(event: FeedEvent): string {
  const { title, url, uid, published, excerpt, text, html, categories, tags, image, organizers } = event
  return [
    '<item>\n',
    // An item must have a title or a description.
    `<title>${escapeXml(title)}</title>\n`,
    element('link', url),
    `<guid isPermaLink="false">${escapeXml(uid)}</guid>\n`,
    published === undefined ? '' : element('pubDate', new Date(`${published.replace(' ', 'T')}Z`).toUTCString()),
    [...categories, ...tags].map((name) => element('category', name)).join(''),
    element('description', excerpt || escapeHtml(text)),
    element('content:encoded', html),
    dates(event),
    element('ev:location', locationOf(event)),
    element('ev:organizer', organizers.map(({ name }) => name).join(', ')),
    image ? enclosure(image) : '',
    '</item>\n',
  ].join('')
}

/** Days alone where the event takes all of them; the last one is its end. */
function dates(event: FeedEvent): string {
  const { start, end } = event
  const { first, last } = daysOf(event)
  const [from, until] = event.hasWholeDays
    ? [first, last]
    : [isoWithOffset(start.local, start.utc), isoWithOffset(end.local, end.utc)]
  return element('ev:startdate', from) + element('ev:enddate', until)
}

const enclosure = ({ url, type, size }: FeedImage): string =>
  `<enclosure url="${escapeXml(url)}" length="${size}" type="${type}"/>\n`
