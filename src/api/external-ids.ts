/** Routes of events, venues and organizers by their ID in another system (decisions: External ids). */

import type { WrittenPost } from '../calendar/posts/save-post.ts'
import {
  findByExternalId,
  type PostInputByKind,
  type SavePostFn,
  upsertByExternalId,
} from '../calendar/posts/upsert-by-external-id.ts'
import { COLLECTION_NAMES, restUrl } from '../calendar/posts/urls.ts'
import { allowEveryone, mayCreate } from '../http/access-rules.ts'
import {
  createImageWrite,
  defineEndpoint,
  type EndpointRequest,
  PUT_METHODS,
  READ_METHODS,
  type Route,
} from '../http/endpoint.ts'
import { externalIdArgument, passwordArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import type { SubmittedImage } from '../kernel/common-fields.ts'
import { type Fields, makeOptional, type Parsed } from '../kernel/field.ts'
import type { PostByKind, PostKind } from '../kernel/post.ts'
import { problem } from '../kernel/problem.ts'

/** Differences between the kinds. */
interface ExternalIdRouteOptions<K extends PostKind> {
  readonly noun: 'Event' | 'Venue' | 'Organizer'
  readonly fields: Fields
  readonly save: SavePostFn<K>
  getImages(input: PostInputByKind[K]): readonly SubmittedImage[]
  /** Handles a GET of the target. */
  read(call: EndpointRequest<PostByKind[K], Parsed<typeof passwordArgument>>): Promise<EndpointResponse>
  /** Presents a record to the user who wrote it. */
  presentWritten(call: EndpointRequest<PostByKind[K], unknown>, written: WrittenPost<PostByKind[K]>): unknown
}

/** The handlers look up the record, so that `Allow` does not reveal records that the viewer may not see (Q40). */
export function createExternalIdRoute<K extends PostKind>(
  kind: K,
  options: ExternalIdRouteOptions<K>,
): Route<PostByKind[K]> {
  const { noun, save } = options
  const { external_id: _named, ...fields } = makeOptional(options.fields)

  async function read(
    call: EndpointRequest<PostByKind[K], Parsed<typeof passwordArgument>>,
  ): Promise<EndpointResponse> {
    const { services, viewer, args, params, createPasswordAttempt } = call
    const { external_id = '' } = params
    const access = { viewer, attempt: createPasswordAttempt(args.password) }
    const target = await findByExternalId(services.database, kind, external_id, access)
    if (!target) throw problem('external-id-not-found', { values: { external_id } })
    return options.read({ ...call, target })
  }

  async function put(call: EndpointRequest<PostByKind[K], PostInputByKind[K]>): Promise<EndpointResponse> {
    const { services, args, rawInput, params, urls, expectedRevisions } = call
    const { external_id: externalId = '' } = params
    const write = { externalId, input: args, rawInput, fields: options.fields, save, expectedRevisions }
    const { written, isNew } = await upsertByExternalId<K>(
      services,
      kind,
      write,
      createImageWrite(call, options.getImages(args)),
    )
    const view = await options.presentWritten(call, written)
    return isNew ? createdResponse(view, restUrl(urls, kind, written.post.id)) : okResponse(view)
  }

  return {
    pattern: `/${COLLECTION_NAMES[kind]}/by-external-id/(?P<external_id>[^/]+)`,
    endpoints: [
      defineEndpoint({
        operation: `get${noun}ByExternalId`,
        answers: { 200: noun, 404: 'Error' },
        methods: READ_METHODS,
        path: externalIdArgument,
        args: passwordArgument,
        access: allowEveryone,
        handle: read,
      }),
      defineEndpoint({
        operation: `save${noun}ByExternalId`,
        answers: { 200: noun, 201: noun },
        methods: PUT_METHODS,
        path: externalIdArgument,
        args: fields,
        access: mayCreate,
        handle: put as never,
      }),
    ],
  }
}
