/** Finds or creates the venues and organizers that imported events name. */

import { foldCase } from '../../../base/text/fold-case.ts'
import type { LinkedInputByKind } from '../../../calendar/linked/apply-linked-input.ts'
import type { LinkInput } from '../../../calendar/linked/linked-field.ts'
import { createNewLinked } from '../../../calendar/linked/write-linked.ts'
import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import { findPostsByTitle } from '../../../calendar/posts/post-store.ts'
import type { SeriesInput } from '../../../calendar/series/create-series.ts'
import type { LinkedKind, PostByKind } from '../../../kernel/post.ts'
import { mayRead } from '../../../kernel/visibility.ts'
import type { Writer } from '../../../storage/types.ts'

/** The input with ids instead of nested records. Existing records are linked unchanged, so that local edits stay. */
export async function linkByName(tx: Writer, input: SeriesInput, context: WriteContext): Promise<SeriesInput> {
  const { venue, organizer } = input
  return {
    ...input,
    ...(venue && { venue: await resolveNamed(tx, 'venue', venue, context) }),
    ...(organizer && { organizer: await resolveNamed(tx, 'organizer', organizer, context) }),
  }
}

async function resolveNamed<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  links: readonly LinkInput<LinkedInputByKind[K]>[],
  context: WriteContext,
): Promise<{ readonly id: number }[]> {
  const resolved: { readonly id: number }[] = []
  for (const link of links) {
    if ('id' in link) resolved.push({ id: link.id })
    else {
      const existing = await findMatchingLinked<K>(tx, kind, link.create, context)
      const post = existing ?? (await createNewLinked<K>(tx, kind, link.create, context)).post
      resolved.push({ id: post.id })
    }
  }
  return resolved
}

/**
 * The oldest record of the same name whose address (of organizers: email) does not differ. A missing value differs from
 * none. Names are compared without case and accents.
 */
export async function findMatchingLinked<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  input: LinkedInputByKind[K],
  { viewer }: WriteContext,
): Promise<PostByKind[K] | undefined> {
  const names: Partial<Record<LinkedKind, unknown>> = input
  const candidates: PostByKind[K][] = await findPostsByTitle(tx, kind, foldCase(String(names[kind] ?? '')))
  const isSame = kind === 'venue' ? isSamePlace : isSameEmail
  return candidates.find((post) => mayRead(viewer, post) && isSame({ ...post }, { ...input }))
}

type Values = Readonly<Record<string, unknown>>

const normalize = (value: unknown): string => foldCase(String(value ?? '').replaceAll(/[\s,;]+/g, ' ')).trim()

const isCompatible = (stored: unknown, given: unknown): boolean =>
  [stored, given].some((value) => normalize(value) === '') || normalize(stored) === normalize(given)

const isSameEmail = (post: Values, input: Values): boolean => isCompatible(post['email'], input['email'])

/** Some formats have the whole address in one field. */
function isSamePlace(post: Values, input: Values): boolean {
  const parts = ['address', 'city', 'zip', 'country']
  return parts.every((part) => isCompatible(post[part], input[part])) || formatPlace(post) === formatPlace(input)
}

const formatPlace = ({ address, city, stateprovince, province, state, zip, country }: Values): string =>
  normalize([address, city, stateprovince || province || state, zip, country].map((part) => part ?? '').join(' '))
