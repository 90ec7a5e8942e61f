/** Reads and writes categories and tags. */

import { runTogether } from '../../base/concurrency/run-together.ts'
import { foldCase } from '../../base/text/fold-case.ts'
import { findFreeSlug, slugify } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import { createInvalidParams, INVALID_VALUE, problem } from '../../kernel/problem.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'
import { can } from '../../kernel/user.ts'
import { recordChange, recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Database, Reader, Writer } from '../../storage/types.ts'
import { deleteFragmentsOfTerm } from '../fragments/fragment-store.ts'
import type { TermPlan } from '../lists/query-plan.ts'
import type { Precondition } from '../optimistic-lock.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { deleteMergesInto } from '../posts/merged-records.ts'
import type { ListResult } from '../posts/read-posts.ts'
import { recordTermFields } from '../posts/recorded-fields.ts'
import { matchTerms } from '../posts/resolve-references.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import { findTermIds } from './find-term-ids.ts'
import { parseTermName, type TermInput } from './term-fields.ts'
import {
  deleteTerm,
  findCategoryTree,
  findEventIdsWithTerm,
  findTakenTermSlugs,
  findTerm,
  findTerms,
  findTermsByKeys,
  insertTerm,
  updateTerm,
} from './term-store.ts'

/** A term with the slugs of its ancestors, outermost first; the URL of its page contains them. */
export interface TermWithAncestors {
  readonly term: Term
  readonly above: readonly string[]
}

export async function listTerms(db: Reader, plan: TermPlan): Promise<ListResult<TermWithAncestors>> {
  const { ids, total } = await findTermIds(db, plan)
  const byId = new Map((await findTerms(db, ids)).map((term) => [term.id, term]))
  return {
    records: await loadAncestors(
      db,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    total,
  }
}

/** Finds the term of the path parameter `id`. */
export async function findTermByPath(
  { read }: Database,
  taxonomy: Taxonomy,
  { id }: Readonly<Record<string, string>>,
): Promise<Term | undefined> {
  const termId = toPositiveInteger(id)
  return termId === undefined ? undefined : findTerm(read, taxonomy, termId)
}

/** Reads the category tree only if a term has a parent. */
export async function loadAncestors(db: Reader, terms: readonly Term[]): Promise<TermWithAncestors[]> {
  if (terms.every(({ parent }) => parent === 0)) return terms.map((term) => ({ term, above: [] }))
  const tree = new Map((await findCategoryTree(db)).map((category) => [category.id, category]))
  return terms.map((term) => {
    const above: string[] = []
    for (let node = tree.get(term.parent); node && above.length <= tree.size; node = tree.get(node.parent)) {
      above.unshift(node.slug)
    }
    return { term, above }
  })
}

export const MANAGE_CAPABILITIES = { category: 'manage_categories', tag: 'manage_tags' } as const

/** IDs, slugs and names of the terms of an event; a taxonomy that is undefined is not changed. */
export interface TermKeysByTaxonomy {
  readonly category: readonly string[] | undefined
  readonly tag: readonly string[] | undefined
}

/**
 * Terms of an event by id, slug or name. Unknown ids are skipped; unknown names become terms if the viewer may manage
 * terms, else they are skipped (wire-contract §9.4, Q39).
 */
export async function resolveTerms(
  tx: Writer,
  { category, tag }: TermKeysByTaxonomy,
  context: WriteContext,
): Promise<{ readonly category: readonly Term[]; readonly tag: readonly Term[] }> {
  const [categories, tags] = await runTogether([
    findTermsByKey(tx, 'category', category ?? []),
    findTermsByKey(tx, 'tag', tag ?? []),
  ])
  // Terms are created in a fixed order, so that both engines assign the same ids.
  const resolved = await createMissingTerms(tx, 'category', { keys: category ?? [], found: categories }, context)
  return { category: resolved, tag: await createMissingTerms(tx, 'tag', { keys: tag ?? [], found: tags }, context) }
}

interface FoundTerms {
  readonly keys: readonly string[]
  readonly found: ReadonlyMap<string, Term>
}

/** Terms of all keys, without duplicates. */
async function createMissingTerms(
  tx: Writer,
  taxonomy: Taxonomy,
  { keys, found }: FoundTerms,
  { viewer, clock: timeContext }: WriteContext,
): Promise<Term[]> {
  const terms = new Map<number, Term>()
  let hasCreated = false
  for (const key of keys) {
    // Later keys may refer to a term that was just created.
    const known: Term | undefined = (hasCreated ? await findTermsByKey(tx, taxonomy, [key]) : found).get(key)
    const mayCreate = isNewName(key) && can(viewer, MANAGE_CAPABILITIES[taxonomy])
    const term: Term | undefined =
      known ?? (mayCreate ? await createTerm(tx, taxonomy, { name: key }, timeContext.now) : undefined)
    hasCreated ||= !known && term !== undefined
    if (term) terms.set(term.id, term)
  }
  return [...terms.values()]
}

/** Numeric keys are ids, even if a term has that name (wire-contract §9.4). */
async function findTermsByKey(
  tx: Writer,
  taxonomy: Taxonomy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Term>> {
  const found = new Map<string, Term>()
  const isNumber = (key: string) => toPositiveInteger(key) !== undefined
  const addTerms = async (by: 'id' | 'any') => {
    const matchingKeys = keys.filter((key) => isNumber(key) === (by === 'id'))
    const terms = await matchTerms(tx, taxonomy, matchingKeys, by)
    for (const [index, key] of matchingKeys.entries()) {
      const term = terms[index]
      if (term) found.set(key, term)
    }
  }
  await runTogether([addTerms('id'), addTerms('any')])
  return found
}

const isNewName = (key: string): boolean =>
  toPositiveInteger(key) === undefined && !/^[-+\d.]+$/.test(key) && 'value' in parseTermName(key)

export async function createTerm(tx: Writer, taxonomy: Taxonomy, input: TermInput, at: string): Promise<Term> {
  const { name, description = '', parent = 0, color = '', icon = '' } = input
  await assertParentExists(tx, parent)
  const requestedSlug = slugify(input.slug ?? '')
  const existing = (await findTermsByKeys(tx, taxonomy, { texts: [name], ids: [] })).find(
    (term) => foldCase(term.name) === foldCase(name) && (taxonomy === 'tag' || term.parent === parent),
  )
  if (existing && (requestedSlug === '' || requestedSlug === existing.slug))
    throw createTermExistsProblem(taxonomy, existing.id)
  const slug = await createTermSlug(tx, taxonomy, requestedSlug || slugify(name) || 'term', parent)
  const term = { taxonomy, name, slug, description, parent, color, icon, position: 0 }
  const id = await insertTerm(tx, term, at)
  await recordChange(tx, {
    kind: taxonomy,
    id,
    op: 'create',
    at,
    fields: diffFields(undefined, recordTermFields(term)),
  })
  return { id, ...term, count: 0 }
}

function createTermExistsProblem(taxonomy: Taxonomy, id: number) {
  return problem('term_exists', {
    message: `error.term_exists.${taxonomy}`,
    data: { term_id: id },
    additional: [id, id],
  })
}

/** A slug in use is extended by the slug of the parent, then by a number (wire-contract §6.7). */
async function createTermSlug(tx: Writer, taxonomy: Taxonomy, base: string, parent: number): Promise<string> {
  const taken = await findTakenTermSlugs(tx, taxonomy, base, 0)
  if (!taken.has(base) || parent === 0) return findFreeSlug(base, taken)
  const parentTerm = await findTerm(tx, 'category', parent)
  const longer = parentTerm ? slugify(`${base}-${parentTerm.slug}`) : base
  return findFreeSlug(longer, await findTakenTermSlugs(tx, taxonomy, longer, 0))
}

/** A partial update (wire-contract §13.2). A loop of parents is a 400 (Q27); a slug in use gets a number. */
export function changeTerm(
  services: Services,
  { id, taxonomy }: Term,
  input: Partial<TermInput>,
  precondition: Precondition | undefined,
): Promise<Term> {
  const write = async (tx: Writer) => {
    const current = await requireTerm(tx, taxonomy, id)
    const term = await applyTermInput(tx, current, input)
    const at = services.now()
    await updateTerm(tx, term, at)
    const fields = diffFields(recordTermFields(current), recordTermFields(term))
    await recordChange(tx, { kind: term.taxonomy, id: term.id, op: 'update', at, fields })
    return term
  }
  return retryTransaction(services, write, precondition)
}

async function applyTermInput(tx: Writer, current: Term, input: Partial<TermInput>): Promise<Term> {
  const name = input.name ?? current.name
  const parent = input.parent ?? current.parent
  if (parent !== current.parent) {
    await assertParentExists(tx, parent)
    await assertNoLoop(tx, current.id, parent)
  }
  return {
    ...current,
    name,
    parent,
    description: input.description ?? current.description,
    color: input.color ?? current.color,
    icon: input.icon ?? current.icon,
    slug: input.slug === undefined ? current.slug : await createChangedSlug(tx, current, input.slug, name),
  }
}

/** Reads the term in the transaction; throws a 400 when it was deleted since the request found it. */
export async function requireTerm(tx: Writer, taxonomy: Taxonomy, id: number): Promise<Term> {
  const term = await findTerm(tx, taxonomy, id)
  if (!term) throw createInvalidParams({ id: INVALID_VALUE })
  return term
}

/** The parent may have been deleted since the request was validated. */
export async function assertParentExists(tx: Writer, parent: number): Promise<void> {
  if (parent !== 0 && !(await findTerm(tx, 'category', parent))) throw createInvalidParams({ parent: INVALID_VALUE })
}

async function createChangedSlug(
  tx: Writer,
  { id, taxonomy }: Term,
  requestedSlug: string,
  name: string,
): Promise<string> {
  const base = slugify(requestedSlug) || slugify(name) || 'term'
  return findFreeSlug(base, await findTakenTermSlugs(tx, taxonomy, base, id))
}

export async function assertNoLoop(tx: Writer, id: number, parent: number): Promise<void> {
  const parents = new Map((await findCategoryTree(tx)).map((category) => [category.id, category.parent]))
  for (
    let ancestorId = parent, steps = 0;
    ancestorId !== 0 && steps <= parents.size;
    ancestorId = parents.get(ancestorId) ?? 0, steps++
  ) {
    if (ancestorId === id) throw createInvalidParams({ parent: { kind: 'invalid', message: 'error.parent_loop' } })
  }
}

export function removeTerm(
  services: Services,
  { id, taxonomy }: Term,
  precondition: Precondition | undefined,
): Promise<void> {
  const write = async (tx: Writer) => {
    await deleteTermAndReferences(tx, await requireTerm(tx, taxonomy, id), services.now())
  }
  return retryTransaction(services, write, precondition)
}

/** Deletes a term; its events lose it, and its children move to its parent. */
export async function deleteTermAndReferences(tx: Writer, term: Term, at: DateTime): Promise<void> {
  await deleteFragmentsOfTerm(tx, term.id)
  await deleteMergesInto(tx, term.taxonomy, term.id)
  const eventIds = await findEventIdsWithTerm(tx, term.id)
  const moved = await deleteTerm(tx, term, at)
  const fields = diffFields(recordTermFields(term), undefined)
  await recordChange(tx, { kind: term.taxonomy, id: term.id, op: 'delete', at, fields })
  const moves = { parent: [term.id, term.parent] } as const
  for (const childId of moved)
    await recordChange(tx, { kind: term.taxonomy, id: childId, op: 'update', at, fields: moves })
  await recordEventChanges(tx, eventIds, at)
}

const BATCH_SIZE = 500

/** Clients that follow the change log could not find the events that had the term otherwise. */
async function recordEventChanges(tx: Writer, eventIds: readonly number[], at: DateTime): Promise<void> {
  for (const batch of splitIntoBatches(eventIds, BATCH_SIZE)) {
    await recordChanges(
      tx,
      batch.map((id) => ({ kind: 'event', id, op: 'update', at })),
    )
  }
}

/** Only categories have parents (wire-contract §3.2). */
export function assertParentAllowed(taxonomy: Taxonomy, raw: Readonly<Record<string, unknown>>): void {
  const isGiven = raw['parent'] !== undefined && raw['parent'] !== null
  if (taxonomy === 'tag' && isGiven) throw problem('rest_taxonomy_not_hierarchical')
}
