/** Creates and updates venues and organizers, on their own or inside an event. */

import { foldCase } from '../../base/text/fold-case.ts'
import type { LinkedKind, PostByKind } from '../../kernel/post.ts'
import { createInvalidParams, Problem } from '../../kernel/problem.ts'
import { mayEdit, mayRead, needsPassword } from '../../kernel/visibility.ts'
import type { Writer } from '../../storage/types.ts'
import { renderLinked } from '../fragments/render-rows.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { findIdByExternalId, findPost, findPostsByTitle } from '../posts/post-store.ts'
import { prepareRecord, storeRecord, type WrittenPost } from '../posts/save-post.ts'
import { applyLinkedInput, type LinkedInputByKind } from './apply-linked-input.ts'
import type { LinkInput } from './linked-field.ts'

/**
 * Creates a venue or organizer, or returns the one of the same name (wire-contract §11.5). Other fields of the input
 * update that one if the viewer may edit it; its name, text, status and author stay (Q4).
 */
export async function createLinked<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputByKind[K],
  context: WriteContext,
): Promise<WrittenPost<PostByKind[K]>> {
  const desired = applyLinkedInput[kind](input, undefined, context)
  const existing = await findSameTitled(tx, kind, desired, context)
  return existing
    ? reuseLinked<K>(tx, { kind, current: existing }, input, context)
    : saveLinked<K>(tx, { kind }, desired, context)
}

/** Creates a venue or organizer, whether or not one of the same name exists. */
export function createNewLinked<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputByKind[K],
  context: WriteContext,
): Promise<WrittenPost<PostByKind[K]>> {
  return saveLinked<K>(tx, { kind }, applyLinkedInput[kind](input, undefined, context), context)
}

async function saveLinked<K extends LinkedKind>(
  tx: Writer,
  { kind, current }: Pick<LinkedTarget<K>, 'kind'> & Partial<LinkedTarget<K>>,
  desired: PostByKind[K],
  context: WriteContext,
): Promise<WrittenPost<PostByKind[K]>> {
  const post: PostByKind[K] = await prepareRecord<K>(tx, kind, current, desired)
  const [row] = await renderLinked<K>(tx, kind, [post], context)
  if (!row) throw new Error(`the ${kind} was not rendered`)
  await storeRecord<K>(tx, kind, { current, record: post }, row)
  return { post, row }
}

interface LinkedTarget<K extends LinkedKind> {
  readonly kind: K
  readonly current: PostByKind[K]
}

async function reuseLinked<K extends LinkedKind>(
  tx: Writer,
  { kind, current }: LinkedTarget<K>,
  input: LinkedInputByKind[K],
  context: WriteContext,
): Promise<WrittenPost<PostByKind[K]>> {
  const details = pickDetails(input)
  if (Object.keys(details).length === 0 || !mayEdit(context.viewer, current)) return { post: current, row: undefined }
  return updateLinked<K>(tx, { kind, current }, details, context)
}

export async function updateLinked<K extends LinkedKind>(
  tx: Writer,
  { kind, current }: LinkedTarget<K>,
  input: LinkedInputByKind[K],
  context: WriteContext,
): Promise<WrittenPost<PostByKind[K]>> {
  return saveLinked<K>(tx, { kind, current }, applyLinkedInput[kind](input, current, context), context)
}

/** Updates the record, or creates it when `current` is undefined. */
export function createLinkedWriter<K extends LinkedKind>(kind: K) {
  return (
    tx: Writer,
    current: PostByKind[K] | undefined,
    input: LinkedInputByKind[K],
    context: WriteContext,
  ): Promise<WrittenPost<PostByKind[K]>> =>
    current ? updateLinked<K>(tx, { kind, current }, input, context) : createLinked<K>(tx, kind, input, context)
}

/**
 * Finds a record to reuse. Unreadable records are ignored (Q40), and comparing must not reveal what a password hides.
 * Names and descriptions are compared without case and accents, as in the reference's database (wire-contract §11.5). A
 * requested external id must be that of the record, or the record has none and can get it.
 */
async function findSameTitled<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  desired: PostByKind[K],
  { viewer }: WriteContext,
): Promise<PostByKind[K] | undefined> {
  const candidates: PostByKind[K][] = await findPostsByTitle(tx, kind, foldCase(desired.title))
  const text = foldCase(desired.content)
  const isSame = (post: PostByKind[K]) =>
    text === '' || (!needsPassword(viewer, post) && foldCase(post.content) === text)
  const isNamed = (post: PostByKind[K]) =>
    post.external_id === desired.external_id || (post.external_id === '' && mayEdit(viewer, post))
  return candidates.find(
    (post) => mayRead(viewer, post) && isSame(post) && (desired.external_id === '' || isNamed(post)),
  )
}

const IDENTITY_FIELDS: readonly string[] = [
  ...['venue', 'organizer', 'slug', 'description', 'excerpt', 'status', 'author', 'date', 'date_utc', 'post_password'],
]

/** An empty external id in the input does not clear that of the existing record. */
function pickDetails<K extends LinkedKind>(input: LinkedInputByKind[K]): LinkedInputByKind[K] {
  const isDetail = (name: string, value: unknown) =>
    name === 'external_id' ? value !== '' : !IDENTITY_FIELDS.includes(name)
  const details = Object.entries(input).filter(([name, value]) => isDetail(name, value))
  return Object.fromEntries(details) as LinkedInputByKind[K]
}

/**
 * Resolves the data of a linked record inside an event to a new record, or to the one with the same external id or
 * name. Trashed records are linked too, because they may be restored.
 */
async function resolveLink<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputByKind[K],
  context: WriteContext,
): Promise<PostByKind[K]> {
  const id = input.external_id ? await findIdByExternalId(tx, kind, input.external_id) : undefined
  const existing = id === undefined ? undefined : await findPost(tx, kind, id)
  const { post } =
    existing && mayRead(context.viewer, existing)
      ? await reuseLinked<K>(tx, { kind, current: existing }, input, context)
      : await createLinked<K>(tx, kind, input, context)
  return post
}

/** Reports errors inside `venue` or `organizer` for that field, because the event has fields of the same names. */
async function withFieldName<T>(field: LinkedKind, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [fieldError] = error instanceof Problem ? Object.values(error.details.fieldErrors ?? {}) : []
    throw fieldError ? createInvalidParams({ [field]: fieldError }) : error
  }
}

/** Ids of the linked records in order, without duplicates; records given as data are created. */
export async function resolveLinks<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  links: readonly LinkInput<LinkedInputByKind[K]>[],
  context: WriteContext,
): Promise<number[]> {
  const ids: number[] = []
  for (const link of links) {
    ids.push('id' in link ? link.id : (await withFieldName(kind, resolveLink<K>(tx, kind, link.create, context))).id)
  }
  return [...new Set(ids)]
}
