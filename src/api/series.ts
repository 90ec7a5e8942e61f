/** Routes of series. Their occurrences are events. */

import { collectEventImages, type EventInput, eventFields } from '../calendar/events/event-fields.ts'
import { writeWithImages } from '../calendar/images/write-with-images.ts'
import { createPagination } from '../calendar/lists/query-plan.ts'
import { findSeriesByPath } from '../calendar/posts/read-posts.ts'
import { recordSeriesFields } from '../calendar/posts/recorded-fields.ts'
import { restUrl } from '../calendar/posts/urls.ts'
import { retryTransaction } from '../calendar/retry-transaction.ts'
import { createSeries } from '../calendar/series/create-series.ts'
import { editSeries, type SeriesChanges } from '../calendar/series/edit-series.ts'
import { findSeriesIds } from '../calendar/series/find-series-ids.ts'
import { presentSeries } from '../calendar/series/present-series.ts'
import type { RecurrenceInput } from '../calendar/series/recurrence.ts'
import { recurrenceField } from '../calendar/series/recurrence-field.ts'
import type { Series } from '../calendar/series/series.ts'
import { findSeries, findSeriesByIds } from '../calendar/series/series-store.ts'
import { trashSeries } from '../calendar/series/write-occurrence.ts'
import { createWriteContext } from '../calendar/write-context.ts'
import { allowEveryone, mayCreate } from '../http/access-rules.ts'
import {
  CREATE_METHODS,
  createImageWrite,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type RevisableKind,
  type Route,
  UPDATE_METHODS,
} from '../http/endpoint.ts'
import { idArgument, slugArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { pageField, perPageField, statusFilter } from '../kernel/common-fields.ts'
import { makeOptional, type Parsed, toPositiveInteger } from '../kernel/field.ts'
import { problem } from '../kernel/problem.ts'
import { can, forbidden, type Viewer } from '../kernel/user.ts'
import { mayEdit, mayRead, resolveVisibleStatuses } from '../kernel/visibility.ts'
import { readWithRevision } from '../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../storage/types.ts'
import { createListResponse, getDefaultStatus } from './list-response.ts'

export type SeriesRequest<Args> = EndpointRequest<Series, Args>

const seriesQuery = { page: pageField, per_page: perPageField, status: statusFilter } as const
type SeriesQuery = Parsed<typeof seriesQuery>

/** The slug of a series is given by its title. */
const { slug: _slug, external_id: _externalId, ...editableFields } = eventFields
const createFields = { ...eventFields, recurrence: { ...recurrenceField, required: true } } as const
const updateFields = { ...makeOptional(editableFields), recurrence: recurrenceField } as const

type SeriesUpdate = Partial<Omit<EventInput, 'slug' | 'external_id'>> & { readonly recurrence?: RecurrenceInput }

const mayChangeSeries = (viewer: Viewer, series: Series | undefined): boolean =>
  series ? mayEdit(viewer, series.template) : can(viewer, 'edit_posts')

const present = ({ urls, language }: SeriesRequest<unknown>, series: Series, changes?: SeriesChanges) => ({
  ...presentSeries(series, urls, language),
  ...(changes && { series_changes: changes }),
})

async function list(call: SeriesRequest<SeriesQuery>): Promise<EndpointResponse> {
  const { services, args, viewer, urls } = call
  const paging = createPagination(args, services.site)
  const { read } = services.database
  const { ids, total } = await findSeriesIds(read, {
    ...paging,
    statuses: resolveVisibleStatuses(viewer, args.status),
  })
  const byId = new Map((await findSeriesByIds(read, ids)).map((series) => [series.id, series]))
  const records = ids.flatMap((id) => byId.get(id) ?? []).map((series) => present(call, series))
  if (paging.page > 1 && records.length === 0) throw problem('series-archive-page-not-found')
  const status = args.status === undefined ? getDefaultStatus(viewer) : [args.status].flat().join(',')
  const queryParameters = [
    ['per_page', paging.perPage],
    ['status', status],
  ] as const
  return createListResponse({ kind: 'series', records, total, ...paging, queryParameters, hasCompleteUrl: true }, urls)
}

async function create(
  call: SeriesRequest<EventInput & { readonly recurrence: RecurrenceInput }>,
): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const images = createImageWrite(call, collectEventImages(args))
  const { series } = await writeWithImages(services, images, (tx, context) =>
    createSeries(tx, args, context, services.site.seriesHorizon),
  )
  return createdResponse(present(call, series), restUrl(urls, 'series', series.id))
}

/** The series of the path. A viewer who may not see it gets the same 404 as for a missing one. */
export function requireReadableSeries({ target, viewer }: SeriesRequest<unknown>): Series {
  if (!target || !mayRead(viewer, target.template)) throw problem('series-not-found')
  if (target.template.status === 'trash') throw problem('series-is-in-trash')
  return target
}

async function read(call: SeriesRequest<unknown>): Promise<EndpointResponse> {
  const series = requireReadableSeries(call)
  const { read: db } = call.services.database
  const { record = series, revision } = await readWithRevision(db, 'series', series.id, () => findSeries(db, series.id))
  return { ...okResponse(present(call, record)), revision }
}

/** Reads the series inside the transaction: it may have changed since the request found it. */
async function requireCurrentSeries(tx: Writer, { target, viewer }: SeriesRequest<unknown>): Promise<Series> {
  if (!target) throw problem('series-not-found')
  const series = await findSeries(tx, target.id)
  if (!series || !mayEdit(viewer, series.template)) throw forbidden(viewer)
  if (series.template.status === 'trash') throw problem('series-is-in-trash')
  return series
}

async function update(call: SeriesRequest<SeriesUpdate>): Promise<EndpointResponse> {
  const { services, args } = call
  const images = createImageWrite(call, collectEventImages(args))
  const { series, changes } = await writeWithImages(services, images, async (tx, context) =>
    editSeries(tx, await requireCurrentSeries(tx, call), args, { context, horizon: services.site.seriesHorizon }),
  )
  return okResponse(present(call, series, changes))
}

async function trash(call: SeriesRequest<unknown>): Promise<EndpointResponse> {
  const { services, viewer, precondition } = call
  const write = async (tx: Writer) => {
    const series = await requireCurrentSeries(tx, call)
    const changes = await trashSeries(tx, series, createWriteContext(services, viewer))
    return { series: (await findSeries(tx, series.id)) ?? series, changes }
  }
  const { series, changes } = await retryTransaction(services, write, precondition)
  return okResponse(present(call, series, changes))
}

/** Finds the series of the path parameter `id`, in any status. */
export async function findSeriesById(db: Reader, { id }: Readonly<Record<string, string>>) {
  const seriesId = toPositiveInteger(id)
  return seriesId === undefined ? undefined : findSeries(db, seriesId)
}

const localized = { isLocalized: true } as const
const answers = { 200: 'Series', 404: 'Error', 410: 'Error' } as const

export const seriesRoutes: readonly Route<Series>[] = [
  {
    pattern: '/series',
    endpoints: [
      defineEndpoint({
        ...localized,
        operation: 'listSeries',
        answers: { 200: 'SeriesList', 404: 'Error' },
        methods: READ_METHODS,
        path: {},
        args: seriesQuery,
        isQuery: true,
        access: allowEveryone,
        handle: list,
      }),
      defineEndpoint({
        ...localized,
        operation: 'createSeries',
        answers: { 201: 'Series' },
        methods: CREATE_METHODS,
        path: {},
        args: createFields,
        access: mayCreate,
        handle: create,
      }),
    ],
  },
  {
    pattern: '/series/(?P<id>\\d+)',
    kind: 'series',
    findTarget: ({ database }, params) => findSeriesById(database.read, params),
    endpoints: [
      defineEndpoint({
        ...localized,
        operation: 'getSeries',
        answers,
        methods: READ_METHODS,
        path: idArgument,
        args: {},
        access: allowEveryone,
        handle: read,
      }),
      defineEndpoint({
        ...localized,
        operation: 'deleteSeries',
        answers,
        methods: DELETE_METHODS,
        path: idArgument,
        args: {},
        access: mayChangeSeries,
        handle: trash,
      }),
      defineEndpoint({
        ...localized,
        operation: 'updateSeries',
        answers,
        methods: UPDATE_METHODS,
        path: idArgument,
        args: updateFields,
        access: mayChangeSeries,
        handle: update,
      }),
    ],
  },
  {
    pattern: '/series/by-slug/(?P<slug>[^/]+)',
    kind: 'series',
    findTarget: ({ database }, params) => findSeriesByPath(database.read, params),
    endpoints: [
      defineEndpoint({
        ...localized,
        operation: 'getSeriesBySlug',
        answers,
        methods: READ_METHODS,
        path: slugArgument,
        args: {},
        access: allowEveryone,
        handle: read,
      }),
    ],
  },
]

export const revisableSeries: RevisableKind<Series> = {
  kind: 'series',
  fields: updateFields,
  findTarget: ({ database }, params) => findSeriesById(database.read, params),
  mayEdit: mayChangeSeries,
  recordFields: recordSeriesFields,
  update,
}
