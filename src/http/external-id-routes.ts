/** Records by what another system calls them: decisions, External ids. One shape, three kinds. */
import { findByExternalId, meantBy, type PostInputOf, putByExternalId, type Save } from '../actions/external-ids.ts'
import { onlyAt } from '../actions/precondition.ts'
import { type Fields, optional, type Parsed } from '../calendar/field.ts'
import type { PostKind, PostOf } from '../calendar/post.ts'
import { problem } from '../calendar/problem.ts'
import type { PictureAddress } from '../calendar/shared-fields.ts'
import { PLURAL, restUrl } from '../present/urls.ts'
import { externalIdArgument, passwordArgument } from './path-arguments.ts'
import { everybody, mayCreate } from './post-access.ts'
import { type Call, created, endpoint, ok, PUTS, pictureWrite, READS, type Reply, type Route } from './route.ts'

/** What tells the kinds apart here. */
interface Shape<K extends PostKind> {
  readonly noun: 'Event' | 'Venue' | 'Organizer'
  readonly fields: Fields
  readonly save: Save<K>
  pictures(input: PostInputOf[K]): readonly PictureAddress[]
  /** Answers a read of the record that is the target of the call. */
  read(call: Call<PostOf[K], Parsed<typeof passwordArgument>>): Promise<Reply>
  /** A record as its writer sees it. */
  whole(call: Call<PostOf[K], unknown>, post: PostOf[K]): unknown
}

/** Everything is looked up by the handlers: not even `Allow` tells of records that the caller may not see (Q40). */
export function externalIdRoute<K extends PostKind>(kind: K, shape: Shape<K>): Route<PostOf[K]> {
  const { noun, save } = shape
  const { external_id: _named, ...fields } = optional(shape.fields)

  async function read(call: Call<PostOf[K], Parsed<typeof passwordArgument>>): Promise<Reply> {
    const { services, viewer, args, params, passwordAttempt } = call
    const { external_id = '' } = params
    const sight = { viewer, attempt: passwordAttempt(args.password) }
    const target = await findByExternalId(services.database, kind, external_id, sight)
    if (!target) throw problem('external-id-not-found', { values: { external_id } })
    return shape.read({ ...call, target })
  }

  async function put(call: Call<PostOf[K], PostInputOf[K]>): Promise<Reply> {
    const { args, raw, params, urls, atRevisions } = call
    const { external_id: externalId = '' } = params
    const services = onlyAt(call.services, atRevisions, meantBy(kind, externalId))
    const write = { externalId, input: args, raw, fields: shape.fields, save }
    const { post, isNew } = await putByExternalId<K>(services, kind, write, pictureWrite(call, shape.pictures(args)))
    const view = await shape.whole(call, post)
    return isNew ? created(view, restUrl(urls, kind, post.id)) : ok(view)
  }

  return {
    pattern: `/${PLURAL[kind]}/by-external-id/(?P<external_id>[^/]+)`,
    endpoints: [
      endpoint({
        operation: `get${noun}ByExternalId`,
        answers: { 200: noun, 404: 'Error' },
        methods: READS,
        path: externalIdArgument,
        args: passwordArgument,
        access: everybody,
        handle: read,
      }),
      endpoint({
        operation: `save${noun}ByExternalId`,
        answers: { 200: noun, 201: noun },
        methods: PUTS,
        path: externalIdArgument,
        args: fields,
        access: mayCreate,
        handle: put as never,
      }),
    ],
  }
}
