/** Routes of feeds (decisions: Feeds). */

import {
  createEventFeed,
  createSingleEventFeed,
  type EventFeed,
  type FeedOptions,
} from '../calendar/feeds/event-feed.ts'
import { createFeedTitle } from '../calendar/feeds/feed-title.ts'
import { FEED_FORMATS, type FeedFormatName } from '../calendar/feeds/formats.ts'
import { hasDateFilter } from '../calendar/lists/date-bounds.ts'
import { type EventQuery, feedQuery, type IcalField, icalFields, icalQuery } from '../calendar/lists/event-query.ts'
import { planEvents } from '../calendar/lists/query-plan.ts'
import { findById } from '../calendar/posts/read-posts.ts'
import { collectionUrl, restUrl } from '../calendar/posts/urls.ts'
import { allowEveryone } from '../http/access-rules.ts'
import { defineEndpoint, READ_METHODS, type Route } from '../http/endpoint.ts'
import { idArgument, passwordArgument } from '../http/path-parameters.ts'
import { buildQueryUrl } from '../http/request/parse-input.ts'
import { type EndpointResponse, okResponse } from '../http/response/reply.ts'
import type { Event } from '../kernel/post.ts'
import { type EventRequest, requireReadableEvent } from './events.ts'
import { createPlanContext, createReadContext } from './list-response.ts'

const createFeedResponse = (feed: EventFeed, filename: string): EndpointResponse => ({
  ...okResponse(undefined, { 'content-disposition': `inline; filename="${filename}"` }),
  stream: feed,
})

const OPERATIONS = {
  ics: 'listEventsAsCalendar',
  rss: 'listEventsAsRss',
  ndjson: 'listEventsAsLines',
  csv: 'listEventsAsTable',
  html: 'listEventsAsProgram',
} as const satisfies Record<FeedFormatName, string>

/** Only iCalendar supports the parameter `fields`. */
const QUERIES = { ics: icalQuery, rss: feedQuery, ndjson: feedQuery, csv: feedQuery, html: feedQuery } as const

interface FieldsQuery {
  readonly fields?: readonly IcalField[]
}

/**
 * A feed contains all events, unless the request has `page` or `per_page`. In a calendar without a date filter, each
 * series is one recurring event.
 */
const createListRoute = (name: FeedFormatName): Route<Event> => ({
  pattern: `/events\\.${name}`,
  endpoints: [
    defineEndpoint({
      operation: OPERATIONS[name],
      answers: { 200: 'Feed', 404: 'Error' },
      mediaType: FEED_FORMATS[name].mediaType,
      methods: READ_METHODS,
      path: {},
      args: QUERIES[name],
      isQuery: true,
      isUnpaged: true,
      isStreamed: true,
      access: allowEveryone,
      handle: async (call: EventRequest<EventQuery & FieldsQuery>): Promise<EndpointResponse> => {
        const { services, args, foundIds: found, urls, rawInput: raw } = call
        const readContext = createReadContext(call, call.createPasswordAttempt(args.password))
        const plan = planEvents(args, found, await createPlanContext(call, readContext))
        const isUnpaged = args.page === undefined && args.per_page === undefined
        const url = buildQueryUrl(`${collectionUrl(urls, 'event')}.${name}`, raw, QUERIES[name])
        const title = await createFeedTitle(services, { args, plan, urls })
        const isJoined = name === 'ics' && isUnpaged && !plan.collapse && !hasDateFilter(args)
        const joinedSeries: FeedOptions['joinedSeries'] = isJoined ? 'published' : 'none'
        const feedOptions = { name, plan, isUnpaged, joinedSeries, url, title, fields: args.fields }
        const feed = await createEventFeed(readContext, feedOptions)
        return { ...createFeedResponse(feed, `events.${name}`), until: feed.validUntil }
      },
    }),
  ],
})

const singleEventFeedRoute: Route<Event> = {
  // The pattern differs from that of `/events/(?P<id>\d+)`, because clients that are generated from the index identify
  // path segments by their pattern and would confuse the two routes.
  pattern: '/events/(?P<id>[0-9]+)\\.ics',
  findTarget: ({ database }, params) => findById(database, 'event', params),
  endpoints: [
    defineEndpoint({
      operation: 'getEventAsCalendar',
      answers: { 200: 'Feed', 404: 'Error' },
      mediaType: FEED_FORMATS.ics.mediaType,
      methods: READ_METHODS,
      path: idArgument,
      args: { ...passwordArgument, ...icalFields },
      isStreamed: true,
      access: allowEveryone,
      handle: async (call: EventRequest<FieldsQuery & { readonly password?: string }>): Promise<EndpointResponse> => {
        const { args, urls } = call
        const event = await requireReadableEvent(call)
        const { id } = event.post
        const feed = createSingleEventFeed(createReadContext(call), event, {
          url: buildQueryUrl(`${restUrl(urls, 'event', id)}.ics`, call.rawInput, icalFields),
          fields: args.fields,
        })
        return { ...createFeedResponse(feed, `event-${id}.ics`), revision: event.revision, until: feed.validUntil }
      },
    }),
  ],
}

export const feedRoutes: readonly Route<Event>[] = [
  createListRoute('ics'),
  createListRoute('rss'),
  createListRoute('ndjson'),
  createListRoute('csv'),
  singleEventFeedRoute,
  createListRoute('html'),
]
