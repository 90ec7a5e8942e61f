/** Handlers of the media library (decisions: Media). */

import { editMedia } from '../../calendar/images/edit-media.ts'
import { createImageFieldError, fetchImage } from '../../calendar/images/fetch-image.ts'
import type { Media } from '../../calendar/images/image.ts'
import type { MediaInput, UploadInput } from '../../calendar/images/image-fields.ts'
import { type MediaPlan, type MediaQuery, planMedia } from '../../calendar/images/image-query.ts'
import { findMediaById, listMedia, redactMedia, removeMedia, uploadMedia } from '../../calendar/images/media-library.ts'
import { getFileName } from '../../calendar/images/write-with-images.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { mayViewMedia } from '../../calendar/posts/resolve-references.ts'
import { restUrl, type Urls } from '../../calendar/posts/urls.ts'
import { createTimeContext } from '../../calendar/services.ts'
import type { EndpointRequest } from '../../http/endpoint.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Fields, Parsed } from '../../kernel/field.ts'
import { createInvalidParams, type ProblemCode, problem } from '../../kernel/problem.ts'
import { readWithRevision } from '../../storage/change-log/change-log.ts'

type MediaRequest<Args> = EndpointRequest<Media, Args>

export interface MediaListResult {
  readonly records: readonly Media[]
  readonly total: number
  readonly plan: MediaPlan
  readonly query: MediaQuery
  readonly urls: Urls
}

/** Differences between the calendar's own namespace and `wp/v2`. */
export interface MediaRouteOptions {
  readonly present: (media: Media, urls: Urls) => unknown
  readonly presentList: (result: MediaListResult) => EndpointResponse
  readonly pageSizes: (call: MediaRequest<MediaQuery>) => { readonly perPage: number; readonly maxPerPage: number }
  /** Converts the view of the deleted image to the body of the response. */
  readonly presentRemoved: (view: unknown) => unknown
  readonly deleteArguments: Fields
  readonly notFoundCode: ProblemCode
  readonly forbiddenCodes: Readonly<Partial<Record<'create' | 'edit' | 'delete', ProblemCode>>>
}

/** Binds the handlers to the options of one namespace. */
export function createMediaHandlers(options: MediaRouteOptions) {
  return {
    list: (call: MediaRequest<MediaQuery>) => list(call, options),
    create: (call: MediaRequest<UploadInput>) => create(call, options),
    read: (call: MediaRequest<unknown>) => read(call, options),
    update: (call: MediaRequest<MediaInput>) => update(call, options),
    remove: (call: MediaRequest<Parsed<Fields>>) => remove(call, options),
  }
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

async function create(call: MediaRequest<UploadInput>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const { file, args, urls } = call
  const isFetched = file === undefined && args.url !== undefined
  const media = await (isFetched ? createFromUrl(call, args.url) : createFromFile(call))
  if ('failure' in media) throw createInvalidParams({ [isFetched ? 'url' : 'file']: createImageFieldError(media) })
  return createdResponse(await presentToViewer(call, media, options), restUrl(urls, 'media', media.id))
}

function createFromFile({ services, viewer, args, file }: MediaRequest<UploadInput>) {
  if (file?.path === undefined) throw problem('rest_upload_no_data')
  if (file.name === undefined) throw problem('rest_upload_no_content_disposition')
  const { url: _url, ...texts } = args
  return uploadMedia(services, viewer, file.path, { ...texts, name: file.name })
}

async function createFromUrl({ services, viewer, args }: MediaRequest<UploadInput>, url: string) {
  const { url: _url, ...texts } = args
  const bytes = await fetchImage(services, 'url', url)
  return uploadMedia(services, viewer, bytes, { ...texts, name: getFileName(url), source_url: url })
}

async function read(call: MediaRequest<unknown>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const { database } = call.services
  const target = await requireMedia(call, options)
  const { record, revision } = await readWithRevision(database.read, 'media', target.id, () =>
    findMediaById(database, call.params),
  )
  return { ...okResponse(await presentToViewer(call, record ?? target, options)), revision }
}

async function update(call: MediaRequest<MediaInput>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const target = await requireMedia(call, options)
  const updated = await editMedia(call.services, call, target, call.args)
  return okResponse(await presentToViewer(call, updated, options))
}

async function remove(call: MediaRequest<Parsed<Fields>>, options: MediaRouteOptions): Promise<EndpointResponse> {
  const target = await requireMedia(call, options)
  if (options.deleteArguments['force'] && call.args['force'] !== true) throw problem('rest_trash_not_supported')
  const view = await presentToViewer(call, target, options)
  await removeMedia(call.services, call, target)
  return okResponse(options.presentRemoved(view))
}

/** Returns the target. Throws for images that the viewer may not see. */
async function requireMedia(call: MediaRequest<unknown>, { notFoundCode }: MediaRouteOptions): Promise<Media> {
  const { services, viewer, target } = call
  if (target && (await mayViewMedia(services.database.read, viewer, target))) return target
  throw problem(notFoundCode)
}

async function presentToViewer(
  { services, viewer, urls }: MediaRequest<unknown>,
  media: Media,
  { present }: MediaRouteOptions,
) {
  const [visible] = await redactMedia(services.database.read, viewer, [media])
  return visible && present(visible, urls)
}
