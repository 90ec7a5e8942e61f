/** Creating and changing venues and organizers, on their own or inside an event. */
import { changedLinked, type LinkedInputOf } from '../calendar/linked-change.ts'
import type { LinkInput } from '../calendar/linked-fields.ts'
import type { LinkedKind, PostOf } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { invalid, Problem } from '../calendar/problem.ts'
import { mayEdit, mayRead, needsPassword } from '../calendar/visibility.ts'
import type { Writer } from '../storage/database.ts'
import { findByTitle, findIdByExternalId, findPost } from '../storage/posts.ts'
import { fold } from '../text/fold.ts'
import { savePost } from './write-post.ts'

/**
 * Creates a venue or organizer, or returns the one of the same name (contract 11.5). What the request says of the
 * details is written into that one only by those who may edit it; its name, text, status and author stay (Q4).
 */
export async function createLinked<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputOf[K],
  circumstances: Circumstances,
): Promise<PostOf[K]> {
  const wished = changedLinked[kind](input, undefined, circumstances)
  const same = await sameTitled(tx, kind, wished, circumstances)
  return same ? reuse<K>(tx, kind, same, input, circumstances) : savePost(tx, kind, undefined, wished)
}

async function reuse<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  same: PostOf[K],
  input: LinkedInputOf[K],
  circumstances: Circumstances,
): Promise<PostOf[K]> {
  const details = detailsOf(input)
  if (Object.keys(details).length === 0 || !mayEdit(circumstances.viewer, same)) return same
  return updateLinked(tx, kind, same, details, circumstances)
}

export async function updateLinked<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  current: PostOf[K],
  input: LinkedInputOf[K],
  circumstances: Circumstances,
): Promise<PostOf[K]> {
  return savePost(tx, kind, current, changedLinked[kind](input, current, circumstances))
}

/** As `updateLinked` where the record is there, else as `createLinked`. */
export function saveLinked<K extends LinkedKind>(kind: K) {
  return (
    tx: Writer,
    current: PostOf[K] | undefined,
    input: LinkedInputOf[K],
    circumstances: Circumstances,
  ): Promise<PostOf[K]> =>
    current ? updateLinked<K>(tx, kind, current, input, circumstances) : createLinked<K>(tx, kind, input, circumstances)
}

/**
 * A record the viewer may not see is none (Q40), and what a password hides is not told by comparing. Names and
 * descriptions are compared without case and accents, as the reference's database does (contract 11.5). With an
 * external id asked for, it is one that has this id or can be given it.
 */
async function sameTitled<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  wished: PostOf[K],
  { viewer }: Circumstances,
): Promise<PostOf[K] | undefined> {
  const candidates: PostOf[K][] = await findByTitle(tx, kind, fold(wished.title))
  const text = fold(wished.content)
  const isSame = (post: PostOf[K]) => text === '' || (!needsPassword(viewer, post) && fold(post.content) === text)
  const isNamed = (post: PostOf[K]) =>
    post.external_id === wished.external_id || (post.external_id === '' && mayEdit(viewer, post))
  return candidates.find(
    (post) => mayRead(viewer, post) && isSame(post) && (wished.external_id === '' || isNamed(post)),
  )
}

const IDENTITY = ['venue', 'organizer', 'description', 'status', 'author', 'date', 'date_utc', 'post_password']

/** A creation that names no external id says nothing of the one that the other record has. */
function detailsOf<K extends LinkedKind>(input: LinkedInputOf[K]): LinkedInputOf[K] {
  const says = (name: string, value: unknown) => (name === 'external_id' ? value !== '' : !IDENTITY.includes(name))
  const details = Object.entries(input).filter(([name, value]) => says(name, value))
  return Object.fromEntries(details) as LinkedInputOf[K]
}

/**
 * Data inside an event: a new record, or the one of the same external id or name. What is in the trash is linked too,
 * for the day it is restored.
 */
async function linkTarget<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputOf[K],
  circumstances: Circumstances,
): Promise<PostOf[K]> {
  const id = input.external_id ? await findIdByExternalId(tx, kind, input.external_id) : undefined
  const same = id === undefined ? undefined : await findPost(tx, kind, id)
  if (!same || !mayRead(circumstances.viewer, same)) return createLinked<K>(tx, kind, input, circumstances)
  return reuse<K>(tx, kind, same, input, circumstances)
}

/** A fault inside `venue` or `organizer` is told of that field: the event has fields of the same names. */
async function namingField<T>(field: LinkedKind, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [flaw] = error instanceof Problem ? Object.values(error.facts.flaws ?? {}) : []
    throw flaw ? invalid({ [field]: flaw }) : error
  }
}

/** Numbers of the records an event links, those given as data created on the way, in order and once each. */
export async function linkTargets<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  links: readonly LinkInput<LinkedInputOf[K]>[],
  circumstances: Circumstances,
): Promise<number[]> {
  const ids: number[] = []
  for (const link of links) {
    ids.push('id' in link ? link.id : (await namingField(kind, linkTarget<K>(tx, kind, link.create, circumstances))).id)
  }
  return [...new Set(ids)]
}
