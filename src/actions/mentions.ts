/** Looks up what a request says exists (contract 5, step 5) and settles its arguments. */
import { type Mention, type Parsed, positiveInteger } from '../calendar/field.ts'
import { seesLibrary } from '../calendar/media.ts'
import { type Draft, settle } from '../calendar/parse.ts'
import type { FoundIds } from '../calendar/plans.ts'
import { POST_KINDS, type PostKind } from '../calendar/post.ts'
import type { Taxonomy, Term } from '../calendar/term.ts'
import type { Viewer } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import type { Reader } from '../storage/database.ts'
import { findMedia, isShownOpenly } from '../storage/media.ts'
import { findOwners } from '../storage/posts.ts'
import { categoryTree, findNamedTerms } from '../storage/terms.ts'
import { existingUsers } from '../storage/users.ts'
import { fold } from '../text/fold.ts'
import { findClosed, type Sight } from './read-posts.ts'

export interface Settled<F> {
  readonly args: Parsed<F>
  /** Numbers that filters stand for: terms with those below them, records out of the trash, events seen whole. */
  readonly found: FoundIds
}

/** Arguments that are known to be true, or `rest_invalid_param`; `unknown` names path arguments that found nothing. */
export async function settleArgs<F>(
  db: Reader,
  sight: Sight,
  draft: Draft<F>,
  unknown: readonly string[] = [],
): Promise<Settled<F>> {
  const names = new Set(unknown)
  const found: Record<string, readonly number[]> = {}
  for (const { name, mention } of draft.mentions) {
    const ids = await lookUp(db, sight, mention)
    if (ids) found[name] = ids
    else names.add(name)
  }
  return { args: settle(draft, names), found }
}

const NONE: ReadonlySet<number> = new Set()

type Owner = Awaited<ReturnType<typeof findOwners>>[number]

/** The numbers a mention stands for; undefined when any part of it does not exist for this viewer (Q40). */
async function lookUp(db: Reader, sight: Sight, mention: Mention): Promise<readonly number[] | undefined> {
  const { viewer } = sight
  if ('keys' in mention) return lookUpTerms(db, mention.kind, mention.keys, mention.by)
  if (mention.kind === 'user') {
    const ids = await existingUsers(db, mention.ids)
    return ids.length === new Set(mention.ids).size ? ids : undefined
  }
  if (mention.kind === 'media') return lookUpMedia(db, viewer, mention.ids)
  const owners = (await ownersOf(db, mention.kind, mention.ids)).filter((owner) => mayRead(viewer, owner))
  if (owners.length < new Set(mention.ids).size) return undefined
  // A closed event does not tell what it is linked to.
  const hidden = mention.kind === 'event' ? await findClosed(owners, sight) : NONE
  return owners.filter(({ id, status }) => status !== 'trash' && !hidden.has(id)).map(({ id }) => id)
}

export async function ownersOf(db: Reader, kind: PostKind | 'post', ids: readonly number[]): Promise<Owner[]> {
  const kinds = kind === 'post' ? POST_KINDS : [kind]
  return (await Promise.all(kinds.map((one) => findOwners(db, one, ids)))).flat()
}

/** Pictures that this viewer may know of. */
async function lookUpMedia(db: Reader, viewer: Viewer, ids: readonly number[]): Promise<readonly number[] | undefined> {
  const known = await Promise.all((await findMedia(db, ids)).map((media) => seesMedia(db, viewer, media)))
  return known.length === new Set(ids).size && known.every(Boolean) ? ids : undefined
}

/** The one place that says whether somebody may know of a picture of the library. */
export async function seesMedia(db: Reader, viewer: Viewer, { id }: { readonly id: number }): Promise<boolean> {
  return seesLibrary(viewer) || isShownOpenly(db, id)
}

async function lookUpTerms(
  db: Reader,
  taxonomy: Taxonomy,
  keys: readonly string[],
  by: 'any' | 'id',
): Promise<readonly number[] | undefined> {
  const terms = await matchTerms(db, taxonomy, keys, by)
  if (terms.some((term) => term === undefined)) return undefined
  const ids = terms.flatMap((term) => (term ? [term.id] : []))
  return taxonomy === 'category' && by === 'any' ? withDescendants(ids, await categoryTree(db)) : ids
}

/** For each key its term: by slug, else by number, else by name (contract 8.6). */
export async function matchTerms(
  db: Reader,
  taxonomy: Taxonomy,
  keys: readonly string[],
  by: 'any' | 'id' = 'any',
): Promise<(Term | undefined)[]> {
  const texts = by === 'any' ? keys : []
  const terms = await findNamedTerms(db, taxonomy, { texts, ids: keys.flatMap((key) => positiveInteger(key) ?? []) })
  const byId = new Map(terms.map((term) => [term.id, term]))
  const bySlug = new Map(by === 'any' ? terms.map((term) => [term.slug, term]) : [])
  // Of those that share a name the oldest.
  const byName = new Map(by === 'any' ? terms.toReversed().map((term) => [fold(term.name), term]) : [])
  return keys.map(
    (key) => bySlug.get(key.toLowerCase()) ?? byId.get(positiveInteger(key) ?? 0) ?? byName.get(fold(key)),
  )
}

function withDescendants(ids: readonly number[], tree: readonly { id: number; parent: number }[]): number[] {
  const all = new Set(ids)
  let size = 0
  while (size < all.size) {
    size = all.size
    for (const { id, parent } of tree) if (all.has(parent)) all.add(id)
  }
  return [...all]
}
