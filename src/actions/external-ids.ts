/** Records by what another system calls them: decisions, External ids. */
import type { EventInput } from '../calendar/event.ts'
import type { Fields } from '../calendar/field.ts'
import type { LinkedInputOf } from '../calendar/linked-change.ts'
import { type RawInput, refuseMissing } from '../calendar/parse.ts'
import type { PostKind, PostOf } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { forbidden, type Viewer } from '../calendar/user.ts'
import { mayEdit, mayRead } from '../calendar/visibility.ts'
import type { Database, Writer } from '../storage/database.ts'
import { findIdByExternalId, findPost } from '../storage/posts.ts'
import { type Sight, see } from './read-posts.ts'
import type { Services } from './services.ts'
import { circumstancesOf, transact } from './write-post.ts'

export interface PostInputOf extends LinkedInputOf {
  event: Partial<EventInput>
}

/** Creates (no `current`) or partially updates a record. */
export type Save<K extends PostKind> = (
  tx: Writer,
  current: PostOf[K] | undefined,
  input: PostInputOf[K],
  circumstances: Circumstances,
) => Promise<PostOf[K]>

/** The record with an external id, for those who see it whole: on closed records there is none to be seen. */
export async function findByExternalId<K extends PostKind>(
  { read }: Database,
  kind: K,
  externalId: string,
  sight: Sight,
): Promise<PostOf[K] | undefined> {
  const id = await findIdByExternalId(read, kind, externalId)
  const post = id === undefined ? undefined : await findPost(read, kind, id)
  return post && mayRead(sight.viewer, post) && !see(post, sight).isClosed ? post : undefined
}

export interface ExternalWrite<K extends PostKind> {
  readonly externalId: string
  readonly input: PostInputOf[K]
  /** What was given, to be held against what a creation requires of these fields. */
  readonly raw: RawInput
  readonly fields: Fields
  readonly save: Save<K>
}

/**
 * Updates the record that has the external id, in the trash or not, or creates it. Of several at the same moment one
 * creates and the others update. Throws `rest_forbidden` when the record is not the viewer's to change, and
 * `rest_missing_callback_param` when it is new and something required is missing.
 */
export function putByExternalId<K extends PostKind>(
  services: Services,
  kind: K,
  { externalId, input, raw, fields, save }: ExternalWrite<K>,
  viewer: Viewer,
): Promise<{ readonly post: PostOf[K]; readonly isNew: boolean }> {
  return transact(services, async (tx) => {
    const id = await findIdByExternalId(tx, kind, externalId)
    const current = id === undefined ? undefined : await findPost(tx, kind, id)
    if (current && !mayEdit(viewer, current)) throw forbidden(viewer)
    if (!current) refuseMissing(fields, raw)
    const named = { ...input, external_id: externalId }
    return { post: await save(tx, current, named, circumstancesOf(services, viewer)), isNew: current === undefined }
  })
}
