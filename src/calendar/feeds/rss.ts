/** RSS 2.0 feed with the modules content (full text), ev (event dates) and atom (URL of the feed). */

import type { Translate } from '../../base/i18n/translate.ts'
import { escapeXml } from '../../base/text/escape-xml.ts'
import { escapeHtml } from '../../base/text/sanitize.ts'
import { formatIsoWithOffset } from '../../base/time/parse-date.ts'
import { computeFeedDays, type FeedEvent, type FeedImage, formatFeedLocation, readFeedEvent } from './feed-event.ts'
import type { FeedChannel, FeedFormat } from './feed-format.ts'

export const rss: FeedFormat = {
  mediaType: 'application/rss+xml',
  isCalendar: false,
  createWriter: (channel) => ({
    opening: formatOpening(channel),
    writeRecord: ({ json }) => formatItem(readFeedEvent(json, channel.dayCutoff), channel.translate),
    closing: '</channel>\n</rss>\n',
  }),
}

const formatElement = (name: string, text: string): string =>
  text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>\n`

function formatOpening({ name, siteUrl, url }: FeedChannel): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ' xmlns:ev="http://purl.org/rss/1.0/modules/event/">\n<channel>\n',
    // Required elements, even if empty.
    ...Object.entries({ title: name, link: siteUrl, description: name }).map(
      ([tag, text]) => `<${tag}>${escapeXml(text)}</${tag}>\n`,
    ),
    `<atom:link href="${escapeXml(url)}" rel="self" type="${rss.mediaType}"/>\n`,
    '<generator>Calends</generator>\n<ttl>60</ttl>\n',
  ].join('')
}

/** `Canceled: Title`; the title alone for a scheduled event. */
function formatTitle({ title, eventStatus }: FeedEvent, translate: Translate): string {
  if (eventStatus === 'scheduled') return title
  return translate('status.prefixed', { status: translate(`status.${eventStatus}`), title })
}

function formatItem(event: FeedEvent, translate: Translate): string {
  const { url, uid, published, excerpt, text, html, categories, tags, image, organizers } = event
  return [
    '<item>\n',
    // Written even if empty: an item needs a title or a description.
    `<title>${escapeXml(formatTitle(event, translate))}</title>\n`,
    formatElement('link', url),
    `<guid isPermaLink="false">${escapeXml(uid)}</guid>\n`,
    published === undefined ? '' : formatElement('pubDate', new Date(`${published.replace(' ', 'T')}Z`).toUTCString()),
    [...categories, ...tags].map((name) => formatElement('category', name)).join(''),
    formatElement('description', excerpt || escapeHtml(text)),
    formatElement('content:encoded', html),
    formatDates(event),
    formatElement('ev:location', formatFeedLocation(event)),
    formatElement('ev:organizer', organizers.map(({ name }) => name).join(', ')),
    image ? formatEnclosure(image) : '',
    '</item>\n',
  ].join('')
}

/** Dates without time for events that cover whole days; the end date is inclusive. */
function formatDates(event: FeedEvent): string {
  const { start, end } = event
  const { first, last } = computeFeedDays(event)
  const [from, until] = event.hasWholeDays
    ? [first, last]
    : [formatIsoWithOffset(start.local, start.utc), formatIsoWithOffset(end.local, end.utc)]
  return formatElement('ev:startdate', from) + formatElement('ev:enddate', until)
}

const formatEnclosure = ({ url, type, size }: FeedImage): string =>
  `<enclosure url="${escapeXml(url)}" length="${size}" type="${type}"/>\n`
