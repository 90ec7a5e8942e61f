/** Routes of the media library, in the calendar's own namespace and as `wp/v2/media`. */

import { mayEditMedia, mayUpload } from '../../domain/access/media-access.ts'
import { type Fields, makeOptional, type Parsed } from '../../domain/fields/field.ts'
import { type MediaInput, mediaFields } from '../../domain/fields/media-fields.ts'
import type { Media } from '../../domain/model/media.ts'
import type { Viewer } from '../../domain/model/user.ts'
import { createInvalidParams, type ProblemCode, problem } from '../../domain/problem.ts'
import { type MediaPlan, type MediaQuery, mediaQuery, planMedia } from '../../domain/query/media-query.ts'
import { createPagination } from '../../domain/query/query-plan.ts'
import { presentMedia } from '../../presenters/image.ts'
import type { ListData } from '../../presenters/list.ts'
import { buildMediaParameters } from '../../presenters/query-params.ts'
import { restUrl, type Urls } from '../../presenters/urls.ts'
import { readWithRevision } from '../../storage/changes/change-log.ts'
import {
  editMedia,
  findMediaById,
  hideUnreadableParents,
  listMedia,
  removeMedia,
  uploadMedia,
} from '../../usecases/media/media-library.ts'
import { createImageFieldError } from '../../usecases/media/write-with-images.ts'
import { mayViewMedia } from '../../usecases/read/resolve-references.ts'
import { createTimeContext } from '../../usecases/services.ts'
import { allowEveryone } from '../api/access-rules.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../api/endpoint.ts'
import { idArgument } from '../api/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../response/reply.ts'
import { createListResponse } from './list-response.ts'

type MediaRequest<Args> = EndpointRequest<Media, Args>

export interface MediaListResult {
  readonly records: readonly Media[]
  readonly total: number
  readonly plan: MediaPlan
  readonly query: MediaQuery
  readonly urls: Urls
}

/** Differences between the namespaces. */
export interface MediaRouteOptions {
  readonly present: (media: Media, urls: Urls) => unknown
  readonly presentList: (page: MediaListResult) => EndpointResponse
  readonly pageSizes: (call: MediaRequest<MediaQuery>) => { readonly perPage: number; readonly maxPerPage: number }
  readonly presentRemoved: (view: unknown) => unknown
  readonly deleteArguments: Fields
  readonly notFoundCode: ProblemCode
  readonly forbiddenCodes: Readonly<Partial<Record<'create' | 'edit' | 'delete', ProblemCode>>>
}

const mayChangeMedia = (viewer: Viewer, target: Media | undefined): boolean =>
  target ? mayEditMedia(viewer, target) : mayUpload(viewer)

/** Returns the target. Throws for images that the viewer may not see. */
async function requireMedia(call: MediaRequest<unknown>, { notFoundCode }: MediaRouteOptions): Promise<Media> {
  const { services, viewer, target } = call
  if (target && (await mayViewMedia(services.database.read, viewer, target))) return target
  throw problem(notFoundCode)
}

/** Omits parents that the viewer may not read. */
async function presentToViewer(
  { services, viewer, urls }: MediaRequest<unknown>,
  media: Media,
  { present }: MediaRouteOptions,
) {
  const [visible] = await hideUnreadableParents(services.database.read, viewer, [media])
  return visible && present(visible, urls)
}

async function create(call: MediaRequest<MediaInput>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const { services, viewer, args, file, urls } = call
  if (file?.path === undefined) throw problem('rest_upload_no_data')
  if (file.name === undefined) throw problem('rest_upload_no_content_disposition')
  const media = await uploadMedia(services, viewer, file.path, { ...args, name: file.name })
  if ('failure' in media) throw createInvalidParams({ file: createImageFieldError(media) })
  return createdResponse(await presentToViewer(call, media, options), restUrl(urls, 'media', media.id))
}

async function list(call: MediaRequest<MediaQuery>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const { services, args, viewer, urls } = call
  const plan = planMedia(args, {
    viewer,
    clock: createTimeContext(services),
    paging: createPagination(args, options.pageSizes(call)),
  })
  const result = { ...(await listMedia(services.database.read, viewer, plan)), plan, query: args, urls }
  return { ...options.presentList(result), until: plan.validUntil }
}

async function read(call: MediaRequest<unknown>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const { database } = call.services
  const found = await requireMedia(call, options)
  const { record, revision } = await readWithRevision(database.read, 'media', found.id, () =>
    findMediaById(database, call.params),
  )
  return { ...okResponse(await presentToViewer(call, record ?? found, options)), revision }
}

export function createMediaRoutes(options: MediaRouteOptions): readonly Route<Media>[] {
  const { forbiddenCodes } = options
  const item = { path: idArgument, answers: { 200: 'Media', 404: 'Error' } } as const
  return [
    {
      pattern: '/media',
      endpoints: [
        defineEndpoint({
          operation: 'listMedia',
          answers: { 200: 'MediaList', 404: 'Error' },
          methods: READ_METHODS,
          path: {},
          args: mediaQuery,
          isQuery: true,
          access: allowEveryone,
          handle: (call: MediaRequest<MediaQuery>) => list(call, options),
        }),
        defineEndpoint({
          operation: 'createMedia',
          answers: { 201: 'Media' },
          methods: CREATE_METHODS,
          path: {},
          args: mediaFields,
          takesFile: true,
          access: mayUpload,
          ...(forbiddenCodes.create && { forbiddenCode: forbiddenCodes.create }),
          handle: (call: MediaRequest<MediaInput>) => create(call, options),
        }),
      ],
    },
    {
      pattern: '/media/(?P<id>\\d+)',
      kind: 'media',
      findTarget: ({ database }, params) => findMediaById(database, params),
      endpoints: [
        defineEndpoint({
          ...item,
          operation: 'getMedia',
          methods: READ_METHODS,
          args: {},
          access: allowEveryone,
          handle: (call: MediaRequest<unknown>) => read(call, options),
        }),
        defineEndpoint({
          ...item,
          operation: 'updateMedia',
          methods: UPDATE_METHODS,
          args: makeOptional(mediaFields),
          access: mayChangeMedia,
          ...(forbiddenCodes.edit && { forbiddenCode: forbiddenCodes.edit }),
          handle: async (call: MediaRequest<MediaInput>) => {
            const found = await requireMedia(call, options)
            const updated = await editMedia(call.services, call, found, call.args)
            return okResponse(await presentToViewer(call, updated, options))
          },
        }),
        defineEndpoint({
          ...item,
          operation: 'deleteMedia',
          methods: DELETE_METHODS,
          args: options.deleteArguments,
          access: mayChangeMedia,
          ...(forbiddenCodes.delete && { forbiddenCode: forbiddenCodes.delete }),
          handle: async (call: MediaRequest<Parsed<Fields>>) => {
            const found = await requireMedia(call, options)
            if (options.deleteArguments['force'] && call.args['force'] !== true)
              throw problem('rest_trash_not_supported')
            const view = await presentToViewer(call, found, options)
            await removeMedia(call.services, call, found)
            return okResponse(options.presentRemoved(view))
          },
        }),
      ],
    },
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

/** Routes in the calendar's own namespace. */
export const libraryRoutes = createMediaRoutes({
  present: presentMedia,
  presentList: presentMediaList,
  pageSizes: ({ services }) => services.site,
  presentRemoved: (view) => view,
  deleteArguments: {},
  notFoundCode: 'media-not-found',
  forbiddenCodes: {},
})
