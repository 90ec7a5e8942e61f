/** Finds and writes records by external id (decisions: External ids). */

import type { Fields } from '../../kernel/field.ts'
import type { PostByKind, PostKind } from '../../kernel/post.ts'
import { forbidden } from '../../kernel/user.ts'
import { assertRequiredFields, type RawInput } from '../../kernel/validate-input.ts'
import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import type { Database, Reader, Writer } from '../../storage/types.ts'
import type { EventInput } from '../events/event-fields.ts'
import { type ImageWrite, writeWithImages } from '../images/write-with-images.ts'
import type { LinkedInputByKind } from '../linked/apply-linked-input.ts'
import type { ExpectedRevisions } from '../optimistic-lock.ts'
import type { Services } from '../services.ts'
import type { WriteContext } from './apply-post-input.ts'
import { findIdByExternalId, findPost } from './post-store.ts'
import type { WrittenPost } from './save-post.ts'
import { findClosedIds, type ViewerAccess } from './viewer-access.ts'

export interface PostInputByKind extends LinkedInputByKind {
  event: Partial<EventInput>
}

/** Creates (no `current`) or partially updates a record. */
export type SavePostFn<K extends PostKind> = (
  tx: Writer,
  current: PostByKind[K] | undefined,
  input: PostInputByKind[K],
  context: WriteContext,
) => Promise<WrittenPost<PostByKind[K]>>

/**
 * The record with an external id, for viewers who see it in full. Closed records are treated as missing, because they
 * do not show their external id.
 */
export async function findByExternalId<K extends PostKind>(
  { read }: Database,
  kind: K,
  externalId: string,
  access: ViewerAccess,
): Promise<PostByKind[K] | undefined> {
  const id = await findIdByExternalId(read, kind, externalId)
  const post = id === undefined ? undefined : await findPost(read, kind, id)
  if (!post || !mayRead(access.viewer, post)) return undefined
  return (await findClosedIds([post], access, post.id)).has(post.id) ? undefined : post
}

export interface ExternalIdWrite<K extends PostKind> {
  readonly externalId: string
  readonly input: PostInputByKind[K]
  /** Raw input, checked for the required fields when the record is new. */
  readonly rawInput: RawInput
  readonly fields: Fields
  readonly save: SavePostFn<K>
  readonly expectedRevisions: ExpectedRevisions | undefined
}

/**
 * Updates the record with the external id, trashed or not, or creates it. Of concurrent writes one creates and the
 * others update. Throws `rest_forbidden` when the viewer may not edit the record, and `rest_missing_callback_param`
 * when it is new and a required field is missing.
 */
export async function upsertByExternalId<K extends PostKind>(
  services: Services,
  kind: K,
  { externalId, input, rawInput, fields, save, expectedRevisions }: ExternalIdWrite<K>,
  images: ImageWrite,
): Promise<{ readonly written: WrittenPost<PostByKind[K]>; readonly isNew: boolean }> {
  const findCurrent = async (db: Reader) => {
    const id = await findIdByExternalId(db, kind, externalId)
    const post = id === undefined ? undefined : await findPost(db, kind, id)
    if (post && !mayEdit(images.viewer, post)) throw forbidden(images.viewer)
    if (!post) assertRequiredFields(fields, rawInput)
    return post
  }
  // Checked before images are fetched.
  await findCurrent(services.database.read)
  // The id is found inside the transaction, because another record may get the external id until then.
  const precondition = expectedRevisions && {
    kind,
    findId: (db: Reader) => findIdByExternalId(db, kind, externalId),
    expectedRevisions,
  }
  return writeWithImages(services, { ...images, precondition }, async (tx, context) => {
    const before = await findCurrent(tx)
    const written = await save(tx, before, { ...input, external_id: externalId }, context)
    return { written, isNew: before === undefined }
  })
}
