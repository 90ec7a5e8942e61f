/** Handlers of venues and organizers (wire-contract §10, §11, §12). */

import { mayRead } from '../../domain/access/visibility.ts'
import type { LinkedInputByKind } from '../../domain/changes/apply-linked-input.ts'
import { collectImages } from '../../domain/fields/common-fields.ts'
import type { Parsed } from '../../domain/fields/field.ts'
import type { LinkedKind, PostByKind } from '../../domain/model/post.ts'
import { problem } from '../../domain/problem.ts'
import type { LinkedQuery } from '../../domain/query/linked-query.ts'
import { planLinked } from '../../domain/query/query-plan.ts'
import { JsonDocument } from '../../presenters/json-fragment.ts'
import { buildLinkedParameters } from '../../presenters/query-params.ts'
import { restUrl } from '../../presenters/urls.ts'
import { readWithRevision } from '../../storage/changes/change-log.ts'
import type { Writer } from '../../storage/core/types.ts'
import type { PasswordAttempt } from '../../usecases/auth/post-passwords.ts'
import { writeWithImages } from '../../usecases/media/write-with-images.ts'
import {
  findById,
  listLinked,
  type ReadContext,
  readLinked,
  renderWrittenLinked,
} from '../../usecases/read/read-posts.ts'
import { retryTransaction } from '../../usecases/retry-transaction.ts'
import { assertNotTrashed, requireCurrentPost } from '../../usecases/write/save-post.ts'
import { createLinked, updateLinked } from '../../usecases/write/write-linked.ts'
import { createWriteContext } from '../../usecases/write-context.ts'
import { createImageWrite, type EndpointRequest } from '../api/endpoint.ts'
import type { passwordArgument } from '../api/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../response/reply.ts'
import { createFragmentListResponse, createPlanContext, getDefaultStatus } from './list-response.ts'

const ERROR_CODES = {
  venue: { notFound: 'venue-archive-page-not-found', closed: 'venue-not-accessible' },
  organizer: { notFound: 'organizer-archive-page-not-found', closed: 'organizer-not-accessible' },
} as const

type LinkedRequest<K extends LinkedKind, Args> = EndpointRequest<PostByKind[K], Args>
type PasswordArguments = Parsed<typeof passwordArgument>

/** The handlers of one kind. Except for `list` and `create`, they run only if the target exists. */
export function createLinkedHandlers<K extends LinkedKind>(kind: K) {
  type KindRequest<Args> = LinkedRequest<K, Args>

  const createLinkedReadContext = (
    { services, urls, viewer }: KindRequest<unknown>,
    attempt?: PasswordAttempt,
  ): ReadContext => ({
    services,
    renderContext: { urls, currency: services.site.currency },
    access: { viewer, attempt },
  })

  const presentWritten = async (call: KindRequest<unknown>, post: PostByKind[K]): Promise<JsonDocument> =>
    new JsonDocument(await renderWrittenLinked<K>(createLinkedReadContext(call), kind, post))

  async function list(call: KindRequest<LinkedQuery & PasswordArguments>): Promise<EndpointResponse> {
    const { args, foundIds: found, viewer, urls } = call
    const readContext = createLinkedReadContext(call, call.createPasswordAttempt(args.password))
    const plan = planLinked(args, found, await createPlanContext(call, readContext))
    const { records, total } = await listLinked(readContext, kind, plan)
    if (plan.page > 1 && records.length === 0) throw problem(ERROR_CODES[kind].notFound)
    const queryParameters = buildLinkedParameters(args, { ...plan, defaultStatus: getDefaultStatus(viewer) })
    const { page, perPage, validUntil: until } = plan
    const listData = { kind, total, page, perPage, queryParameters, hasCompleteUrl: true }
    return { ...createFragmentListResponse(listData, records, urls), until }
  }

  async function create(call: KindRequest<LinkedInputByKind[K]>): Promise<EndpointResponse> {
    const { services, args, urls } = call
    const images = createImageWrite(call, collectImages('image', args.image))
    const post = await writeWithImages(services, images, (tx, context) => createLinked<K>(tx, kind, args, context))
    // An existing record of the same name may be returned, which another user may have protected.
    const text = await readLinked<K>(createLinkedReadContext(call), kind, post, 'open')
    return createdResponse(new JsonDocument(text), restUrl(urls, kind, post.id))
  }

  async function read(call: KindRequest<PasswordArguments>): Promise<EndpointResponse> {
    const { services, viewer, args } = call
    const { database } = services
    const found = requireTarget(call)
    const { record, revision } = await readWithRevision(database.read, kind, found.id, () =>
      findById(database, kind, { id: String(found.id) }),
    )
    const post = record ?? found
    if (!mayRead(viewer, post)) throw problem(ERROR_CODES[kind].closed)
    const text = await readLinked<K>(
      createLinkedReadContext(call, call.createPasswordAttempt(args.password)),
      kind,
      post,
      'full',
    )
    return { ...okResponse(new JsonDocument(text)), revision }
  }

  async function update(call: KindRequest<LinkedInputByKind[K]>): Promise<EndpointResponse> {
    const { services, args, viewer } = call
    const images = createImageWrite(call, collectImages('image', args.image))
    const post = await writeWithImages(services, images, async (tx, context) => {
      const current = await requireCurrentPost<K>(tx, kind, requireTarget(call), viewer)
      return updateLinked<K>(tx, { kind, current }, args, context)
    })
    return okResponse(await presentWritten(call, post))
  }

  async function trash(call: KindRequest<unknown>): Promise<EndpointResponse> {
    const { services, viewer } = call
    const write = async (tx: Writer) => {
      const current = await requireCurrentPost<K>(tx, kind, requireTarget(call), viewer)
      assertNotTrashed(kind, current)
      const trashed = { status: 'trash' } as LinkedInputByKind[K]
      return updateLinked<K>(tx, { kind, current }, trashed, createWriteContext(services, viewer))
    }
    const post = await retryTransaction(services, write, call.precondition)
    return okResponse(await presentWritten(call, post))
  }

  return { list, create, read, update, trash, presentWritten }
}

function requireTarget<K extends LinkedKind>({ target }: LinkedRequest<K, unknown>): PostByKind[K] {
  if (!target) throw new Error('The target is missing, although it was validated.')
  return target
}
