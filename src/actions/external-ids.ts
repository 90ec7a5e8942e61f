/** Records by what another system calls them: decisions, External ids. */
import type { EventInput } from '../calendar/event.ts'
import type { Fields } from '../calendar/field.ts'
import type { LinkedInputOf } from '../calendar/linked-change.ts'
import { type RawInput, refuseMissing } from '../calendar/parse.ts'
import type { PostKind, PostOf } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { forbidden } from '../calendar/user.ts'
import { mayEdit, mayRead } from '../calendar/visibility.ts'
import type { Database, Reader, Writer } from '../storage/database.ts'
import { findIdByExternalId, findPost } from '../storage/posts.ts'
import { type PictureWrite, writeWithPictures } from './pictures.ts'
import type { Meant } from './precondition.ts'
import { findClosed, type Sight } from './read-posts.ts'
import type { Services } from './services.ts'

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
  if (!post || !mayRead(sight.viewer, post)) return undefined
  return (await findClosed([post], sight, post.id)).has(post.id) ? undefined : post
}

/** The record that has the external id by the time it is written. */
export const meantBy = (kind: PostKind, externalId: string): Meant => ({
  kind,
  id: (db) => findIdByExternalId(db, kind, externalId),
})

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
export async function putByExternalId<K extends PostKind>(
  services: Services,
  kind: K,
  { externalId, input, raw, fields, save }: ExternalWrite<K>,
  pictures: PictureWrite,
): Promise<{ readonly post: PostOf[K]; readonly isNew: boolean }> {
  const current = async (db: Reader) => {
    const id = await findIdByExternalId(db, kind, externalId)
    const post = id === undefined ? undefined : await findPost(db, kind, id)
    if (post && !mayEdit(pictures.viewer, post)) throw forbidden(pictures.viewer)
    if (!post) refuseMissing(fields, raw)
    return post
  }
  // Nothing is fetched for a write that would be refused.
  await current(services.database.read)
  return writeWithPictures(services, pictures, async (tx, circumstances) => {
    const before = await current(tx)
    const post = await save(tx, before, { ...input, external_id: externalId }, circumstances)
    return { post, isNew: before === undefined }
  })
}
