/** Handlers of posts of `wp/v2`. They read and write by the use cases of the calendar. */

import { createTotalHeaders } from '../../api/total-headers.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { findOpenedIds } from '../../calendar/posts/opened-posts.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { requireCurrentPost } from '../../calendar/posts/save-post.ts'
import { pageUrl } from '../../calendar/posts/urls.ts'
import type { ViewerAccess } from '../../calendar/posts/viewer-access.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import { createTimeContext } from '../../calendar/services.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import type { EndpointRequest } from '../../http/endpoint.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { password } from '../../kernel/common-fields.ts'
import type { Parsed } from '../../kernel/field.ts'
import type { PostByKind, PostKind } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { can, forbidden } from '../../kernel/user.ts'
import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import { readWithRevision } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { loadEmbeddable } from './embed.ts'
import { POST_WRITERS, type WordpressInputByKind } from './post-writers.ts'
import { presentEmbedded } from './present-embedded.ts'
import {
  presentWordpressPost,
  type WordpressPostOptions,
  type WordpressRecord,
  wordpressPostsUrl,
} from './present-post.ts'
import { listWordpressPosts, loadWordpressRecords } from './read-posts.ts'
import {
  type EmbeddableLink,
  embedField,
  planWordpressPosts,
  type WordpressPostQuery,
  wordpressEventQuery,
  wordpressLinkedQuery,
} from './wordpress-post-query.ts'
import { contextField } from './wordpress-term-query.ts'

type PostRequest<K extends PostKind, Args = unknown> = EndpointRequest<PostByKind[K], Args>

/** Parameters of a read of one post. */
export const readPostFields = { ...contextField, ...embedField, password } as const

type ReadArguments = Parsed<typeof readPostFields>

const PAGE_SIZES = { perPage: 10, maxPerPage: 100 }

/** Binds the handlers to one kind. */
export function createPostHandlers<K extends PostKind>(kind: K) {
  return {
    list: (call: PostRequest<K, WordpressPostQuery>) => list(call, kind),
    create: (call: PostRequest<K, WordpressInputByKind[K]>) => create(call, kind),
    read: (call: PostRequest<K, ReadArguments>) => read(call, kind),
    update: (call: PostRequest<K, WordpressInputByKind[K]>) => update(call, kind),
    remove: (call: PostRequest<K>) => remove(call, kind),
  }
}

const createInvalidIdProblem = () => problem('rest_post_invalid_id', { message: 'error.rest_post_invalid_id.post' })

const createAccess = (call: PostRequest<PostKind>, argument?: string): ViewerAccess => ({
  viewer: call.viewer,
  attempt: call.createPasswordAttempt(argument),
})

async function list<K extends PostKind>(call: PostRequest<K, WordpressPostQuery>, kind: K): Promise<EndpointResponse> {
  const { args, viewer, services, urls, rawInput } = call
  const { context = 'view', _embed: links = [] } = args
  if (context === 'edit' && !can(viewer, 'edit_posts')) throw createContextProblem(call)
  const { read } = services.database
  const access = createAccess(call)
  const opened = await findOpenedIds(read, access)
  const paging = createPagination(args, PAGE_SIZES)
  const plan = planWordpressPosts(kind, args, { viewer, opened, clock: createTimeContext(services), paging })
  const { records, total } = await listWordpressPosts(read, access, plan)
  if (total > 0 && paging.page > Math.ceil(total / paging.perPage)) throw problem('rest_post_invalid_page_number')
  const fields = kind === 'event' ? wordpressEventQuery : wordpressLinkedQuery
  const headers = createTotalHeaders({ url: wordpressPostsUrl(urls, kind), rawInput, fields }, { total, ...paging })
  return okResponse(await presentAll(call, records, { context, allowedMethods: undefined, links }), headers)
}

const createContextProblem = ({ viewer }: PostRequest<PostKind>) =>
  forbidden(viewer, 'rest_forbidden_context', 'error.rest_forbidden_context.post')

interface PresentOptions extends Omit<WordpressPostOptions, 'zone'> {
  readonly links: readonly EmbeddableLink[]
}

async function presentAll(
  { services, viewer, urls }: Pick<PostRequest<PostKind>, 'services' | 'viewer' | 'urls'>,
  records: readonly WordpressRecord[],
  { links, ...options }: PresentOptions,
) {
  const { zone } = services.site
  const found = links.length === 0 ? undefined : await loadEmbeddable(services, viewer, records, links)
  return records.map((record) => ({
    ...presentWordpressPost(record, { ...options, zone }, urls),
    ...(found && presentEmbedded(record, found, urls)),
  }))
}

async function read<K extends PostKind>(call: PostRequest<K, ReadArguments>, kind: K): Promise<EndpointResponse> {
  const { viewer, args, services, target, allowedMethods } = call
  const { context = 'view', _embed: links = [] } = args
  if (!target) throw createInvalidIdProblem()
  const db = services.database.read
  const { record: post, revision } = await readWithRevision(db, kind, target.id, () => findPost(db, kind, target.id))
  if (!post) throw createInvalidIdProblem()
  if (!mayRead(viewer, post)) throw forbidden(viewer)
  if (context === 'edit' && !mayEdit(viewer, post)) throw createContextProblem(call)
  const access = createAccess(call, args.password)
  const records = await loadWordpressRecords(db, access, { kind, posts: [post], requestedId: post.id })
  if (args.password !== undefined && records.some(({ isClosed }) => isClosed))
    throw problem('rest_post_incorrect_password')
  const [view] = await presentAll(call, records, { context, allowedMethods, links })
  const link = `<${pageUrl(call.urls, kind, post)}>; rel="alternate"; type=text/html`
  return { ...okResponse(view, { link }), revision }
}

/** The response to a write shows the record in full, to a user who may edit it. */
async function presentWritten<K extends PostKind>(
  call: Pick<PostRequest<K>, 'services' | 'viewer' | 'urls'> & Pick<WordpressPostOptions, 'allowedMethods'>,
  kind: K,
  id: number,
) {
  const { services, viewer, allowedMethods } = call
  const db = services.database.read
  const post = await findPost(db, kind, id)
  if (!post) throw new Error(`the written ${kind} ${id} is missing`)
  const records = await loadWordpressRecords(db, { viewer, attempt: undefined }, { kind, posts: [post] })
  const [view] = await presentAll(call, records, { context: 'edit', allowedMethods, links: [] })
  return view
}

async function create<K extends PostKind>(
  call: PostRequest<K, WordpressInputByKind[K]>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, args, viewer, urls } = call
  const write = (tx: Writer) => POST_WRITERS[kind].create(tx, args, createWriteContext(services, viewer))
  const { post } = await retryTransaction(services, write)
  const view = await presentWritten({ ...call, allowedMethods: undefined }, kind, post.id)
  return createdResponse(view, `${wordpressPostsUrl(urls, kind)}/${post.id}`)
}

async function update<K extends PostKind>(
  call: PostRequest<K, WordpressInputByKind[K]>,
  kind: K,
): Promise<EndpointResponse> {
  const { services, viewer, target, args, precondition } = call
  if (!target) throw createInvalidIdProblem()
  const options = { context: createWriteContext(services, viewer), horizon: services.site.seriesHorizon }
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost(tx, kind, target, viewer)
    await POST_WRITERS[kind].update(tx, current, args, options)
  }
  await retryTransaction(services, write, precondition)
  return okResponse(await presentWritten(call, kind, target.id))
}

async function remove<K extends PostKind>(call: PostRequest<K>, kind: K): Promise<EndpointResponse> {
  const { services, viewer, target, precondition } = call
  if (!target) throw createInvalidIdProblem()
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost(tx, kind, target, viewer)
    if (current.status === 'trash') throw problem('rest_already_trashed')
    await POST_WRITERS[kind].trash(tx, current, createWriteContext(services, viewer))
  }
  await retryTransaction(services, write, precondition)
  return okResponse(await presentWritten(call, kind, target.id))
}
