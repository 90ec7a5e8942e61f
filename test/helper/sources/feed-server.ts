/** A server on loopback with one calendar file that a test sets. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { startListener } from '../http/request-recorder.ts'

export interface FeedServer {
  readonly url: string
  readonly host: string
  /** Response to the next requests. A request with its ETag or time gets 304. */
  response: FeedResponse
  /** Headers of the requests so far. */
  readonly requests: IncomingHttpHeaders[]
  readonly stop: () => Promise<void>
}

export interface FeedResponse {
  readonly body: string | Buffer
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    requests.push(headers)
    const { body, status = 200, headers: sent = {} } = feed.response
    const isKnown =
      (sent['etag'] !== undefined && headers['if-none-match'] === sent['etag']) ||
      (sent['last-modified'] !== undefined && headers['if-modified-since'] === sent['last-modified'])
    if (isKnown) response.writeHead(304).end()
    else response.writeHead(status, { 'content-type': 'text/calendar', ...sent }).end(body)
  })
  const { host, stop } = await startListener(server)
  const feed: FeedServer = { url: `http://${host}/events.ics`, host, response: { body: '' }, requests, stop }
  return feed
}

export interface FeedEvent {
  readonly uid: string
  readonly title: string
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string
  readonly end: string
  readonly description: string
  readonly venue: string
  readonly category: string
  readonly isCanceled: boolean
}

const toIcsTime = (time: string): string => `${time.replaceAll(/[-:]/g, '').replace(' ', 'T')}Z`
const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/([,;])/g, '\\$1')
    .replaceAll('\n', '\\n')

const formatEvent = (event: FeedEvent): string =>
  [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    'DTSTAMP:20261101T000000Z',
    `DTSTART:${toIcsTime(event.start)}`,
    `DTEND:${toIcsTime(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.venue === '' ? [] : [`LOCATION:${escapeText(event.venue)}`]),
    ...(event.category === '' ? [] : [`CATEGORIES:${escapeText(event.category)}`]),
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ].join('\r\n')

export const formatFeed = (events: Iterable<FeedEvent>): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//feed//EN',
    ...[...events].map(formatEvent),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
