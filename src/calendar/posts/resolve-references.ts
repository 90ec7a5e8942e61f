/** Resolves references in the input and validates the arguments (wire-contract §5, step 5). */

import { foldCase } from '../../base/text/fold-case.ts'
import { slugify } from '../../base/text/slug.ts'
import { type Parsed, type PostFilter, type Reference, toPositiveInteger } from '../../kernel/field.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'
import type { Viewer } from '../../kernel/user.ts'
import { type ParsedInput, validate } from '../../kernel/validate-input.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import { findMedia, isInScope } from '../images/image-store.ts'
import { getLibraryScope } from '../images/media-access.ts'
import type { ResolvedIds } from '../lists/query-plan.ts'
import { findCategoryTree, findTerm, findTermsByKeys } from '../terms/term-store.ts'
import { findExistingUserIds } from '../users/user-store.ts'
import { findMergeTargetBySlug, findMergeTargets } from './merged-records.ts'
import { type AccessRow, findAccessFields } from './post-store.ts'
import { findClosedIds, type ViewerAccess } from './viewer-access.ts'

export interface ValidatedInput<F> {
  readonly args: Parsed<F>
  /**
   * Resolved ids of filters: terms with descendants, records outside of the trash, events that the viewer sees in full.
   */
  readonly found: ResolvedIds
}

/** Returns the arguments, or throws `rest_invalid_param`. `unknown` names path parameters that matched no record. */
export async function resolveReferences<F>(
  db: Reader,
  access: ViewerAccess,
  parsed: ParsedInput<F>,
  unknown: readonly string[] = [],
): Promise<ValidatedInput<F>> {
  const names = new Set(unknown)
  const found: Record<string, readonly number[]> = {}
  const owners = await findPostOwners(
    db,
    parsed.references.map(({ reference }) => reference),
  )
  for (const { name, reference } of parsed.references) {
    const ids = await findReferencedIds(db, access, reference, owners)
    if (ids) found[name] = ids
    else names.add(name)
  }
  return { args: validate(parsed, names), found }
}

const NO_IDS: ReadonlySet<number> = new Set()

/** Ids of a reference; undefined when any part of it does not exist for this viewer (Q40). */
async function findReferencedIds(
  db: Reader,
  access: ViewerAccess,
  reference: Reference,
  found: readonly AccessRow[],
): Promise<readonly number[] | undefined> {
  const { viewer } = access
  if ('keys' in reference) return findReferencedTermIds(db, reference.kind, reference.keys, reference.by)
  if (reference.kind === 'user') {
    const ids = await findExistingUserIds(db, reference.ids)
    return ids.length === new Set(reference.ids).size ? ids : undefined
  }
  if (reference.kind === 'media') return findViewableMediaIds(db, viewer, reference.ids)
  const { kind } = reference
  const ids = new Set(reference.ids)
  const owners = found.filter(
    (owner) => (kind === 'post' || kind === owner.kind) && ids.has(owner.id) && mayRead(viewer, owner),
  )
  if (owners.length < ids.size) return reference.isFilter ? findTargetIds(db, access, reference, owners) : undefined
  // A closed event must not reveal its links.
  const hidden = reference.kind === 'event' ? await findClosedIds(owners, access) : NO_IDS
  return owners.filter(({ id, status }) => status !== 'trash' && !hidden.has(id)).map(({ id }) => id)
}

/** Ids of a filter that names merged records, which means their targets; undefined when other records are missing. */
async function findTargetIds(
  db: Reader,
  access: ViewerAccess,
  { kind, ids }: PostFilter,
  owners: readonly AccessRow[],
): Promise<readonly number[] | undefined> {
  const missingIds = ids.filter((id) => owners.every((owner) => owner.id !== id))
  const targets = await findMergeTargets(db, kind, missingIds)
  if (targets.size < new Set(missingIds).size) return undefined
  const reference = { kind, ids: [...new Set(ids.map((id) => targets.get(id) ?? id))] }
  return findReferencedIds(db, access, reference, await findPostOwners(db, [reference]))
}

/** Access fields of all records that the references name, in one statement. */
export function findPostOwners(db: Reader, references: readonly Reference[]): Promise<AccessRow[]> {
  const wanted = POST_KINDS.map((kind) => ({
    kind,
    ids: references.flatMap((one) => ('ids' in one && (one.kind === kind || one.kind === 'post') ? one.ids : [])),
  }))
  return findAccessFields(
    db,
    wanted.map(({ kind, ids }) => ({ kind, ids: [...new Set(ids)] })),
  )
}

/** Images that the viewer may see. */
async function findViewableMediaIds(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly number[] | undefined> {
  const mayView = await Promise.all((await findMedia(db, ids)).map((media) => mayViewMedia(db, viewer, media)))
  return mayView.length === new Set(ids).size && mayView.every(Boolean) ? ids : undefined
}

/** Whether the viewer may see an image of the library. All checks use this function. */
export async function mayViewMedia(db: Reader, viewer: Viewer, { id }: { readonly id: number }): Promise<boolean> {
  return isInScope(db, id, getLibraryScope(viewer))
}

async function findReferencedTermIds(
  db: Reader,
  taxonomy: Taxonomy,
  keys: readonly string[],
  by: 'any' | 'id',
): Promise<readonly number[] | undefined> {
  const terms = await matchTerms(db, taxonomy, keys, by)
  if (terms.some((term) => term === undefined)) return undefined
  const ids = terms.flatMap((term) => (term ? [term.id] : []))
  return taxonomy === 'category' && by === 'any' ? addDescendants(ids, await findCategoryTree(db)) : ids
}

/**
 * The term of each key: by slug, else by id, else by name (wire-contract §8.6). A slug or id of a merged term is that of
 * its target.
 */
export async function matchTerms(
  db: Reader,
  taxonomy: Taxonomy,
  keys: readonly string[],
  by: 'any' | 'id' = 'any',
): Promise<(Term | undefined)[]> {
  const terms = await matchExistingTerms(db, taxonomy, keys, by)
  if (!terms.includes(undefined)) return terms
  const found: (Term | undefined)[] = []
  for (const [index, key] of keys.entries()) found.push(terms[index] ?? (await findMergedTerm(db, taxonomy, key, by)))
  return found
}

async function findMergedTerm(
  db: Reader,
  taxonomy: Taxonomy,
  key: string,
  by: 'any' | 'id',
): Promise<Term | undefined> {
  const id = toPositiveInteger(key)
  const targetId =
    (by === 'any' ? await findMergeTargetBySlug(db, taxonomy, slugify(key)) : undefined) ??
    (id === undefined ? undefined : (await findMergeTargets(db, taxonomy, [id])).get(id))
  return targetId === undefined ? undefined : findTerm(db, taxonomy, targetId)
}

async function matchExistingTerms(
  db: Reader,
  taxonomy: Taxonomy,
  keys: readonly string[],
  by: 'any' | 'id',
): Promise<(Term | undefined)[]> {
  const texts = by === 'any' ? keys : []
  const terms = await findTermsByKeys(db, taxonomy, { texts, ids: keys.flatMap((key) => toPositiveInteger(key) ?? []) })
  const byId = new Map(terms.map((term) => [term.id, term]))
  const bySlug = new Map(by === 'any' ? terms.map((term) => [term.slug, term]) : [])
  // With equal names, the oldest term.
  const byName = new Map(by === 'any' ? terms.toReversed().map((term) => [foldCase(term.name), term]) : [])
  return keys.map(
    (key) => bySlug.get(key.toLowerCase()) ?? byId.get(toPositiveInteger(key) ?? 0) ?? byName.get(foldCase(key)),
  )
}

/** The categories with all below them. */
export function addDescendants(ids: readonly number[], tree: readonly { id: number; parent: number }[]): number[] {
  const all = new Set(ids)
  let size = 0
  while (size < all.size) {
    size = all.size
    for (const { id, parent } of tree) if (all.has(parent)) all.add(id)
  }
  return [...all]
}
