/** Finds or creates the venues and organizers that imported events name. */
import { mayRead } from '../../domain/access/visibility.ts'
import type { LinkedInputByKind } from '../../domain/changes/apply-linked-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { LinkInput } from '../../domain/fields/linked-field.ts'
import type { LinkedKind, Organizer, PostByKind, Venue } from '../../domain/model/post.ts'
import type { Writer } from '../../storage/core/types.ts'
import { findPostsByTitle } from '../../storage/stores/posts.ts'
import { foldCase } from '../../text/fold-case.ts'
import type { SeriesInput } from '../../usecases/series/create-series.ts'
import { createNewLinked } from '../../usecases/write/write-linked.ts'

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
  const readable = candidates.filter((post) => mayRead(viewer, post))
  return readable.find((post) => COMPARED_FIELDS[kind].every((field) => isCompatible(post, input, field)))
}

const COMPARED_FIELDS = {
  venue: ['address', 'city', 'zip', 'country'],
  organizer: ['email'],
} as const satisfies { venue: readonly (keyof Venue)[]; organizer: readonly (keyof Organizer)[] }

function isCompatible(post: object, input: object, field: string): boolean {
  const [stored, given] = [Reflect.get(post, field), Reflect.get(input, field)].map((value) =>
    foldCase(String(value ?? '').trim()),
  )
  return stored === '' || given === '' || stored === given
}
