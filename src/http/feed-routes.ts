/** Events as feeds: decisions, Feeds. */

import { eventFeed, type Feed, singleFeed } from '../actions/event-feed.ts'
import { titleFeed } from '../actions/feed-title.ts'
import { findById } from '../actions/read-posts.ts'
import { calendarQuery, type EventQuery, feedQuery, type IcalField, icalFields } from '../calendar/event-query.ts'
import { planEvents } from '../calendar/plans.ts'
import type { Event } from '../calendar/post.ts'
import { FEEDS, type FeedName } from '../feeds/forms.ts'
import { collectionUrl, restUrl } from '../present/urls.ts'
import { type EventCall, reading, readWhole } from './event-routes.ts'
import { addressOf } from './input.ts'
import { listContext } from './lists.ts'
import { idArgument, passwordArgument } from './path-arguments.ts'
import { everybody } from './post-access.ts'
import { endpoint, ok, READS, type Reply, type Route } from './route.ts'

const feedReply = (stream: Feed, filename: string): Reply => ({
  ...ok(undefined, { 'content-disposition': `inline; filename="${filename}"` }),
  stream,
})

const OPERATIONS = {
  ics: 'listEventsAsCalendar',
  rss: 'listEventsAsRss',
  ndjson: 'listEventsAsLines',
  csv: 'listEventsAsTable',
} as const satisfies Record<FeedName, string>

/** Only calendars leave fields out. */
const QUERIES = { ics: calendarQuery, rss: feedQuery, ndjson: feedQuery, csv: feedQuery } as const

interface FieldsAsked {
  readonly fields?: readonly IcalField[]
}

/** The list whole, unless a page of it is asked for. */
const listRoute = (name: FeedName): Route<Event> => ({
  pattern: `/events\\.${name}`,
  endpoints: [
    endpoint({
      operation: OPERATIONS[name],
      answers: { 200: 'Feed', 404: 'Error' },
      mediaType: FEEDS[name].mediaType,
      methods: READS,
      path: {},
      args: QUERIES[name],
      isQuery: true,
      isWhole: true,
      access: everybody,
      handle: async (call: EventCall<EventQuery & FieldsAsked>): Promise<Reply> => {
        const { services, args, found, urls, raw } = call
        const seen = reading(call, call.passwordAttempt(args.password))
        const plan = planEvents(args, found, await listContext(call, seen))
        const isWhole = args.page === undefined && args.per_page === undefined
        const address = addressOf(`${collectionUrl(urls, 'event')}.${name}`, raw, QUERIES[name])
        const title = await titleFeed(services, { args, plan, urls })
        const asked = { name, plan, isWhole, address, title, fields: args.fields }
        const feed = await eventFeed(seen, asked)
        return { ...feedReply(feed, `events.${name}`), until: plan.until }
      },
    }),
  ],
})

const eventRoute: Route<Event> = {
  // Not spelled as the number of `/events/(?P<id>\d+)`: clients that build themselves from the index know parts of
  // paths by that, and would take this route for that one.
  pattern: '/events/(?P<id>[0-9]+)\\.ics',
  find: ({ database }, params) => findById(database, 'event', params),
  endpoints: [
    endpoint({
      operation: 'getEventAsCalendar',
      answers: { 200: 'Feed', 404: 'Error' },
      mediaType: FEEDS.ics.mediaType,
      methods: READS,
      path: idArgument,
      args: { ...passwordArgument, ...icalFields },
      access: everybody,
      handle: async (call: EventCall<FieldsAsked & { readonly password?: string }>): Promise<Reply> => {
        const { args, urls } = call
        const event = await readWhole(call)
        const { id } = event.post
        const feed = singleFeed(reading(call), event, {
          address: addressOf(`${restUrl(urls, 'event', id)}.ics`, call.raw, icalFields),
          fields: args.fields,
        })
        return { ...feedReply(feed, `event-${id}.ics`), revision: event.revision }
      },
    }),
  ],
}

export const feedRoutes: readonly Route<Event>[] = [
  listRoute('ics'),
  listRoute('rss'),
  listRoute('ndjson'),
  listRoute('csv'),
  eventRoute,
]
