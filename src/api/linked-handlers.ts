/** Handlers of venues and organizers (wire-contract §10, §11, §12). */

import { JsonDocument } from '../calendar/fragments/json-fragment.ts'
import { writeWithImages } from '../calendar/images/write-with-images.ts'
import type { LinkedInputByKind } from '../calendar/linked/apply-linked-input.ts'
import { createLinked, updateLinked } from '../calendar/linked/write-linked.ts'
import type { LinkedQuery } from '../calendar/lists/linked-query.ts'
import { buildLinkedParameters } from '../calendar/lists/query-params.ts'
import { planLinked } from '../calendar/lists/query-plan.ts'
import { assertMayDelete, deletePost } from '../calendar/posts/delete-post.ts'
import { listLinked, readLinked, renderWrittenLinked } from '../calendar/posts/read-posts.ts'
import {
  assertNotTrashed,
  createRestoreInput,
  requireCurrentPost,
  type WrittenPost,
} from '../calendar/posts/save-post.ts'
import { restUrl } from '../calendar/posts/urls.ts'
import { retryTransaction } from '../calendar/retry-transaction.ts'
import { createWriteContext } from '../calendar/write-context.ts'
import { createImageWrite, type EndpointRequest } from '../http/endpoint.ts'
import type { passwordArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { collectImages } from '../kernel/common-fields.ts'
import type { Parsed } from '../kernel/field.ts'
import type { LinkedKind, PostByKind } from '../kernel/post.ts'
import { problem } from '../kernel/problem.ts'
import { mayRead } from '../kernel/visibility.ts'
import type { Writer } from '../storage/types.ts'
import { createFragmentListResponse, createPlanContext, createReadContext, getDefaultStatus } from './list-response.ts'

const ERROR_CODES = {
  venue: { notFound: 'venue-archive-page-not-found', closed: 'venue-not-accessible' },
  organizer: { notFound: 'organizer-archive-page-not-found', closed: 'organizer-not-accessible' },
} as const

type LinkedRequest<K extends LinkedKind, Args> = EndpointRequest<PostByKind[K], Args>
type PasswordArguments = Parsed<typeof passwordArgument>

/** Binds the handlers to one kind. All but `list` and `create` require the target of the request. */
export function createLinkedHandlers<K extends LinkedKind>(kind: K) {
  return {
    list: (call: LinkedRequest<K, LinkedQuery & PasswordArguments>) => list(call, kind),
    create: (call: LinkedRequest<K, LinkedInputByKind[K]>) => create(call, kind),
    read: (call: LinkedRequest<K, PasswordArguments>) => read(call, kind),
    update: (call: LinkedRequest<K, LinkedInputByKind[K]>) => update(call, kind),
    restore: (call: LinkedRequest<K, unknown>) => restore(call, kind),
    remove: (call: LinkedRequest<K, DeleteArguments>) => remove(call, kind),
    presentWritten: (call: LinkedRequest<K, unknown>, written: WrittenPost<PostByKind[K]>) =>
      presentWritten(call, kind, written),
  }
}

async function list<K extends LinkedKind>(
  call: LinkedRequest<K, LinkedQuery & PasswordArguments>,
  kind: K,
): Promise<EndpointResponse> {
  const { args, foundIds, viewer, urls } = call
  const readContext = createReadContext(call, call.createPasswordAttempt(args.password))
  const plan = planLinked(args, foundIds, await createPlanContext(call, readContext))
  const { records, total } = await listLinked(readContext, kind, plan)
  if (plan.page > 1 && records.length === 0) throw problem(ERROR_CODES[kind].notFound)
  const queryParameters = buildLinkedParameters(args, { ...plan, defaultStatus: getDefaultStatus(viewer) })
  const { page, perPage, validUntil: until } = plan
  const listData = { kind, total, page, perPage, queryParameters, hasCompleteUrl: true }
  return { ...createFragmentListResponse(listData, records, urls), until }
}

async function create<K extends LinkedKind>(
  call: LinkedRequest<K, LinkedInputByKind[K]>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const images = createImageWrite(call, collectImages('image', args.image))
  const { post } = await writeWithImages(services, images, (tx, context) => createLinked<K>(tx, kind, args, context))
  // `createLinked` may return an existing record of the same name, which another user may have protected.
  const linked = await readLinked(createReadContext(call), kind, post.id)
  if (!linked) throw new Error(`the written ${kind} ${post.id} is missing`)
  return createdResponse(new JsonDocument(await linked.present('open')), restUrl(urls, kind, post.id))
}

async function read<K extends LinkedKind>(
  call: LinkedRequest<K, PasswordArguments>,
  kind: K,
): Promise<EndpointResponse> {
  const { viewer, args } = call
  const readContext = createReadContext(call, call.createPasswordAttempt(args.password))
  const linked = await readLinked(readContext, kind, requireTarget(call).id)
  if (!linked || !mayRead(viewer, linked.post)) throw problem(ERROR_CODES[kind].closed)
  const { post, revision } = linked
  // Another record may take over a slug, but not an ID.
  const sources = call.params['id'] !== undefined && { sources: { posts: [post.id], terms: [] } }
  return { ...okResponse(new JsonDocument(await linked.present('full'))), revision, ...sources }
}

async function update<K extends LinkedKind>(
  call: LinkedRequest<K, LinkedInputByKind[K]>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, args, viewer } = call
  const images = createImageWrite(call, collectImages('image', args.image))
  const written = await writeWithImages(services, images, async (tx, context) => {
    const current = await requireCurrentPost<K>(tx, kind, requireTarget(call), viewer)
    return updateLinked<K>(tx, { kind, current }, args, context)
  })
  return okResponse(await presentWritten(call, kind, written))
}

/** Restores a record from the trash to the status that it had before. */
async function restore<K extends LinkedKind>(call: LinkedRequest<K, unknown>, kind: K): Promise<EndpointResponse> {
  const { services, viewer, precondition } = call
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost<K>(tx, kind, requireTarget(call), viewer)
    const input = createRestoreInput(current) as LinkedInputByKind[K]
    return updateLinked<K>(tx, { kind, current }, input, createWriteContext(services, viewer))
  }
  return okResponse(await presentWritten(call, kind, await retryTransaction(services, write, precondition)))
}

interface DeleteArguments {
  readonly permanent?: boolean
}

async function remove<K extends LinkedKind>(
  call: LinkedRequest<K, DeleteArguments>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, viewer } = call
  if (call.args.permanent) return removePermanently(call, kind)
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost<K>(tx, kind, requireTarget(call), viewer)
    assertNotTrashed(kind, current)
    const trashed = { status: 'trash' } as LinkedInputByKind[K]
    return updateLinked<K>(tx, { kind, current }, trashed, createWriteContext(services, viewer))
  }
  const written = await retryTransaction(services, write, call.precondition)
  return okResponse(await presentWritten(call, kind, written))
}

/** The response shows the record as it was. */
async function removePermanently<K extends LinkedKind>(
  call: LinkedRequest<K, DeleteArguments>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, viewer, precondition } = call
  assertMayDelete(viewer)
  const { id } = requireTarget(call)
  const view = new JsonDocument(await renderWrittenLinked(createReadContext(call), kind, id, undefined))
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost<K>(tx, kind, { id }, viewer)
    await deletePost<K>(tx, kind, current, createWriteContext(services, viewer))
  }
  await retryTransaction(services, write, precondition)
  return okResponse(view)
}

/** The response to a write shows the record in full, even if it has a password (wire-contract §14). */
async function presentWritten<K extends LinkedKind>(
  call: LinkedRequest<K, unknown>,
  kind: K,
  { post, row }: WrittenPost<PostByKind[K]>,
): Promise<JsonDocument> {
  return new JsonDocument(await renderWrittenLinked(createReadContext(call), kind, post.id, row))
}

function requireTarget<K extends LinkedKind>({ target }: LinkedRequest<K, unknown>): PostByKind[K] {
  if (!target) throw new Error('The target is missing, although it was validated.')
  return target
}
