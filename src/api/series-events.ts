/** Routes of the events of series, and the preview of a recurrence. */

import { displayTitle } from '../base/text/wptexturize.ts'
import { eventFields } from '../calendar/events/event-fields.ts'
import { FEED_FORMATS } from '../calendar/feeds/formats.ts'
import { createSeriesFeed } from '../calendar/feeds/series-feed.ts'
import { JsonDocument } from '../calendar/fragments/json-fragment.ts'
import { hasDateFilter } from '../calendar/lists/date-bounds.ts'
import { type EventQuery, eventQuery, type IcalField, icalFields } from '../calendar/lists/event-query.ts'
import { buildEventParameters } from '../calendar/lists/query-params.ts'
import { planEvents } from '../calendar/lists/query-plan.ts'
import { findById, listEvents, renderWrittenEvent } from '../calendar/posts/read-posts.ts'
import { requireCurrentPost } from '../calendar/posts/save-post.ts'
import { pageUrl, restUrl } from '../calendar/posts/urls.ts'
import { retryTransaction } from '../calendar/retry-transaction.ts'
import { describeRecurrence } from '../calendar/series/describe-recurrence.ts'
import { getKeyDate } from '../calendar/series/occurrence-key.ts'
import { previewSeries } from '../calendar/series/preview-series.ts'
import { presentRecurrence } from '../calendar/series/recurrence.ts'
import { recurrenceField } from '../calendar/series/recurrence-field.ts'
import type { Series } from '../calendar/series/series.ts'
import { detachOccurrence } from '../calendar/series/write-occurrence.ts'
import { createWriteContext } from '../calendar/write-context.ts'
import { allowEveryone, mayChange, mayCreate } from '../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../http/endpoint.ts'
import { idArgument, passwordArgument } from '../http/path-parameters.ts'
import { buildQueryUrl } from '../http/request/parse-input.ts'
import { type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { makeOptional, type Parsed } from '../kernel/field.ts'
import type { Event } from '../kernel/post.ts'
import { problem } from '../kernel/problem.ts'
import type { Writer } from '../storage/types.ts'
import { createFragmentListResponse, createPlanContext, createReadContext, getDefaultStatus } from './list-response.ts'
import { findSeriesById, requireReadableSeries, type SeriesRequest } from './series.ts'

const { series: _series, collapse: _collapse, hide_subsequent_recurrences: _hide, ...occurrenceQuery } = eventQuery

/** Without a date filter the plan selects all events of the series. */
async function planOccurrences(call: SeriesRequest<EventQuery>, seriesId: number) {
  const { args, foundIds } = call
  const readContext = createReadContext(call, call.createPasswordAttempt(args.password))
  const planned = planEvents(args, foundIds, await createPlanContext(call, readContext))
  return { readContext, plan: { ...planned, series: [seriesId], bounds: hasDateFilter(args) ? planned.bounds : [] } }
}

async function listOccurrences(call: SeriesRequest<EventQuery>): Promise<EndpointResponse> {
  const { id } = requireReadableSeries(call)
  const { args, viewer, urls } = call
  const { readContext, plan } = await planOccurrences(call, id)
  const { records, total, validUntil: until } = await listEvents(readContext, plan)
  if (plan.page > 1 && records.length === 0) throw problem('event-archive-page-not-found')
  const queryParameters = buildEventParameters(args, plan.bounds, { ...plan, defaultStatus: getDefaultStatus(viewer) })
  const { page, perPage } = plan
  const listData = { kind: 'event', total, page, perPage, queryParameters, hasCompleteUrl: true } as const
  const listUrls = { ...urls, base: restUrl(urls, 'series', id) }
  return { ...createFragmentListResponse(listData, records, listUrls), until }
}

const { start_date, end_date, timezone, all_day, venue } = eventFields
const previewFields = {
  ...{ timezone, all_day, start_date, end_date },
  venue: makeOptional({ venue }).venue,
  recurrence: { ...recurrenceField, required: true },
} as const

async function preview(call: EndpointRequest<never, Parsed<typeof previewFields>>): Promise<EndpointResponse> {
  const { services, args, viewer, urls, language } = call
  const { recurrence, dates } = await previewSeries(services, args, viewer)
  const start = getKeyDate(dates[0]?.key ?? '')
  return okResponse({
    recurrence: presentRecurrence(recurrence),
    recurrence_text: describeRecurrence(recurrence, start, language),
    total: dates.length,
    dates: dates.map(({ key, dates: { start_date, end_date, utc_start_date, utc_end_date }, conflicts }) => ({
      ...{ date: getKeyDate(key), start_date, end_date, utc_start_date, utc_end_date },
      conflicts: conflicts.map((event) => ({
        id: event.id,
        title: displayTitle(event.title),
        start_date: event.start_date,
        end_date: event.end_date,
        url: pageUrl(urls, 'event', event),
      })),
    })),
  })
}

async function detach(call: EndpointRequest<Event, unknown>): Promise<EndpointResponse> {
  const { services, viewer, target, precondition } = call
  if (!target) throw problem('rest-event-not-found', { values: { id: call.params['id'] ?? '' } })
  const write = async (tx: Writer) =>
    detachOccurrence(tx, await requireCurrentPost(tx, 'event', target, viewer), createWriteContext(services, viewer))
  const { post, row } = await retryTransaction(services, write, precondition)
  return okResponse(new JsonDocument(await renderWrittenEvent(createReadContext(call), post.id, row)))
}

export const occurrenceRoutes: readonly Route<Series>[] = [
  {
    pattern: '/series/(?P<id>\\d+)/events',
    findTarget: ({ database }, params) => findSeriesById(database.read, params),
    endpoints: [
      defineEndpoint({
        operation: 'listSeriesEvents',
        answers: { 200: 'EventList', 404: 'Error', 410: 'Error' },
        methods: READ_METHODS,
        path: idArgument,
        args: occurrenceQuery,
        isQuery: true,
        access: allowEveryone,
        handle: listOccurrences,
      }),
    ],
  },
]

/** A path of digits, as in the feed of one event. */
export const seriesFeedRoute: Route<Series> = {
  pattern: '/series/(?P<id>[0-9]+)\\.ics',
  findTarget: ({ database }, params) => findSeriesById(database.read, params),
  endpoints: [
    defineEndpoint({
      operation: 'getSeriesAsCalendar',
      answers: { 200: 'Feed', 404: 'Error', 410: 'Error' },
      mediaType: FEED_FORMATS.ics.mediaType,
      methods: READ_METHODS,
      path: idArgument,
      args: { ...passwordArgument, ...icalFields },
      isStreamed: true,
      access: allowEveryone,
      handle: async (call: SeriesRequest<FeedQuery>): Promise<EndpointResponse> => {
        const series = requireReadableSeries(call)
        const { args, urls, rawInput } = call
        const { readContext, plan } = await planOccurrences(call, series.id)
        const url = buildQueryUrl(`${restUrl(urls, 'series', series.id)}.ics`, rawInput, icalFields)
        const stream = await createSeriesFeed(readContext, { series, plan, url, fields: args.fields })
        const headers = { 'content-disposition': `inline; filename="series-${series.id}.ics"` }
        return { ...okResponse(undefined, headers), stream, until: stream.validUntil }
      },
    }),
  ],
}

interface FeedQuery {
  readonly fields?: readonly IcalField[]
  readonly password?: string
}

export const previewRoute: Route = {
  pattern: '/series/preview',
  endpoints: [
    defineEndpoint({
      operation: 'previewSeries',
      answers: { 200: 'SeriesPreview' },
      methods: CREATE_METHODS,
      path: {},
      args: previewFields,
      isLocalized: true,
      access: mayCreate,
      handle: preview,
    }),
  ],
}

export const detachRoute: Route<Event> = {
  pattern: '/events/(?P<id>\\d+)/detach',
  kind: 'event',
  findTarget: ({ database }, params) => findById(database, 'event', params),
  endpoints: [
    defineEndpoint({
      operation: 'detachEvent',
      answers: { 200: 'Event', 404: 'Error' },
      methods: CREATE_METHODS,
      path: idArgument,
      args: {},
      access: mayChange,
      handle: detach,
    }),
  ],
}
