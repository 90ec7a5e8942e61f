/** Routes for where an image is used, and for replacing it everywhere. */

import type { Media } from '../../calendar/images/image.ts'
import { replacementFields } from '../../calendar/images/image-fields.ts'
import { findMediaById } from '../../calendar/images/media-library.ts'
import { presentImageUse } from '../../calendar/images/present-image.ts'
import { mayViewMedia } from '../../calendar/posts/resolve-references.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { problem } from '../../kernel/problem.ts'
import { can } from '../../kernel/user.ts'
import { listImageUses, replaceMedia } from './replace-media.ts'

const findTarget: NonNullable<Route<Media>['findTarget']> = ({ database }, params) => findMediaById(database, params)

async function requireVisibleMedia({ services, viewer, target }: EndpointRequest<Media, unknown>): Promise<Media> {
  if (target && (await mayViewMedia(services.database.read, viewer, target))) return target
  throw problem('media-not-found')
}

/** Maximum of listed records; the total counts all. */
const MAX_USES = 1000

async function listUsage(call: EndpointRequest<Media, unknown>): Promise<EndpointResponse> {
  const { services, viewer, urls } = call
  const media = await requireVisibleMedia(call)
  const uses = await listImageUses(services.database.read, viewer, media.id)
  return okResponse({ usage: uses.slice(0, MAX_USES).map((use) => presentImageUse(use, urls)), total: uses.length })
}

const usageRoute: Route<Media> = {
  pattern: '/media/(?P<id>\\d+)/usage',
  findTarget,
  endpoints: [
    defineEndpoint({
      operation: 'listMediaUsage',
      answers: { 200: 'MediaUsage', 404: 'Error' },
      methods: READ_METHODS,
      path: idArgument,
      args: {},
      access: allowEveryone,
      handle: listUsage,
    }),
  ],
}

async function replace(call: EndpointRequest<Media, { readonly with: number }>): Promise<EndpointResponse> {
  const media = await requireVisibleMedia(call)
  const changed = await replaceMedia(call.services, call, media, call.args.with)
  return okResponse({ replaced: changed.length })
}

/** It changes records of everyone. */
const replaceRoute: Route<Media> = {
  pattern: '/media/(?P<id>\\d+)/replace',
  kind: 'media',
  findTarget,
  endpoints: [
    defineEndpoint({
      operation: 'replaceMedia',
      answers: { 200: 'ReplacedMedia', 404: 'Error' },
      methods: CREATE_METHODS,
      path: idArgument,
      args: replacementFields,
      access: (viewer) => can(viewer, 'edit_others_posts'),
      handle: replace,
    }),
  ],
}

export const mediaUseRoutes = [usageRoute, replaceRoute] as const
