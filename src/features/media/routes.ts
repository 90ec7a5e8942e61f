/** Routes of the media library, in the calendar's own namespace and as `wp/v2/media` (decisions: Media). */

import { createListResponse } from '../../api/list-response.ts'
import type { Media } from '../../calendar/images/image.ts'
import { mediaFields, uploadFields } from '../../calendar/images/image-fields.ts'
import { mediaQuery } from '../../calendar/images/image-query.ts'
import { mayEditMedia, mayUpload } from '../../calendar/images/media-access.ts'
import { findMediaById } from '../../calendar/images/media-library.ts'
import { presentMedia } from '../../calendar/images/present-image.ts'
import type { ListData } from '../../calendar/lists/present-list.ts'
import { buildMediaParameters } from '../../calendar/lists/query-params.ts'
import { recordMediaFields } from '../../calendar/posts/recorded-fields.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type Endpoint,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import type { EndpointResponse } from '../../http/response/reply.ts'
import { makeOptional } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import { createHistoryRoutes } from '../history/routes.ts'
import { createMediaHandlers, type MediaListResult, type MediaRouteOptions } from './handlers.ts'

/** For an image that does not exist, users who may upload get the 404 of the handler, and others an access error. */
const mayChangeMedia = (viewer: Viewer, target: Media | undefined): boolean =>
  target ? mayEditMedia(viewer, target) : mayUpload(viewer)

export function createMediaRoutes(options: MediaRouteOptions): readonly Route<Media>[] {
  return [
    { pattern: '/media', endpoints: createCollectionEndpoints(options) },
    {
      pattern: '/media/(?P<id>\\d+)',
      kind: 'media',
      findTarget: ({ database }, params) => findMediaById(database, params),
      endpoints: createItemEndpoints(options),
    },
  ]
}

function createCollectionEndpoints(options: MediaRouteOptions): readonly Endpoint<Media>[] {
  const { forbiddenCodes } = options
  const { list, create } = createMediaHandlers(options)
  return [
    defineEndpoint({
      operation: 'listMedia',
      answers: { 200: 'MediaList', 404: 'Error' },
      methods: READ_METHODS,
      path: {},
      args: mediaQuery,
      isQuery: true,
      access: allowEveryone,
      handle: list,
    }),
    defineEndpoint({
      operation: 'createMedia',
      answers: { 201: 'Media' },
      methods: CREATE_METHODS,
      path: {},
      args: uploadFields,
      takesFile: true,
      access: mayUpload,
      ...(forbiddenCodes.create && { forbiddenCode: forbiddenCodes.create }),
      handle: create,
    }),
  ]
}

function createItemEndpoints(options: MediaRouteOptions): readonly Endpoint<Media>[] {
  const { deleteArguments, forbiddenCodes } = options
  const { read, update, remove } = createMediaHandlers(options)
  const item = { path: idArgument, answers: { 200: 'Media', 404: 'Error' } } as const
  return [
    defineEndpoint({
      ...item,
      operation: 'getMedia',
      methods: READ_METHODS,
      args: {},
      access: allowEveryone,
      handle: read,
    }),
    defineEndpoint({
      ...item,
      operation: 'updateMedia',
      methods: UPDATE_METHODS,
      args: makeOptional(mediaFields),
      access: mayChangeMedia,
      ...(forbiddenCodes.edit && { forbiddenCode: forbiddenCodes.edit }),
      handle: update,
    }),
    defineEndpoint({
      ...item,
      operation: 'deleteMedia',
      methods: DELETE_METHODS,
      args: deleteArguments,
      access: mayChangeMedia,
      ...(forbiddenCodes.delete && { forbiddenCode: forbiddenCodes.delete }),
      handle: remove,
    }),
  ]
}

export function createListData(
  { records, total, plan, query, urls }: MediaListResult,
  present: MediaRouteOptions['present'],
): ListData {
  const { page, perPage } = plan
  const views = records.map((media) => present(media, urls))
  return {
    kind: 'media',
    records: views,
    total,
    page,
    perPage,
    queryParameters: buildMediaParameters(query, plan),
    hasCompleteUrl: true,
  }
}

function presentMediaList(result: MediaListResult): EndpointResponse {
  if (result.plan.page > 1 && result.records.length === 0) throw problem('media-archive-page-not-found')
  return createListResponse(createListData(result, presentMedia), result.urls)
}

/** Options of the calendar's own namespace. */
const LIBRARY: MediaRouteOptions = {
  present: presentMedia,
  presentList: presentMediaList,
  pageSizes: ({ services }) => services.site,
  presentRemoved: (view) => view,
  deleteArguments: {},
  notFoundCode: 'media-not-found',
  forbiddenCodes: {},
}

export const libraryRoutes = createMediaRoutes(LIBRARY)

export const mediaHistoryRoutes = createHistoryRoutes<Media>({
  kind: 'media',
  fields: makeOptional(mediaFields),
  findTarget: ({ database }, params) => findMediaById(database, params),
  mayEdit: mayChangeMedia,
  recordFields: recordMediaFields,
  update: createMediaHandlers(LIBRARY).update,
})
