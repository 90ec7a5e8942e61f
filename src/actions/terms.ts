/** Reading and writing categories and tags. */
import { positiveInteger } from '../calendar/field.ts'
import type { TermPlan } from '../calendar/plans.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { INVALID, invalid, problem } from '../calendar/problem.ts'
import { parseTermName, type Taxonomy, type Term, type TermInput } from '../calendar/term.ts'
import { can } from '../calendar/user.ts'
import { type ChangeOperation, recordChange } from '../storage/changes.ts'
import type { Database, Reader, Writer } from '../storage/database.ts'
import { findTermIds } from '../storage/term-plans.ts'
import {
  categoryTree,
  deleteTerm,
  findNamedTerms,
  findTerm,
  findTerms,
  insertTerm,
  takenTermSlugs,
  updateTerm,
} from '../storage/terms.ts'
import { fold } from '../text/fold.ts'
import { freeSlug, slugify } from '../text/slug.ts'
import { matchTerms } from './mentions.ts'
import type { Page } from './read-posts.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/** A term with the slugs of the categories above it, outermost first: its page's address has them all. */
export interface PlacedTerm {
  readonly term: Term
  readonly above: readonly string[]
}

export async function listTerms(db: Reader, plan: TermPlan): Promise<Page<PlacedTerm>> {
  const { ids, total } = await findTermIds(db, plan)
  const byId = new Map((await findTerms(db, ids)).map((term) => [term.id, term]))
  return {
    records: await placed(
      db,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    total,
  }
}

/** The term of a path's `id`. */
export async function findTermByPath(
  { read }: Database,
  taxonomy: Taxonomy,
  { id }: Readonly<Record<string, string>>,
): Promise<Term | undefined> {
  const number = positiveInteger(id)
  return number === undefined ? undefined : findTerm(read, taxonomy, number)
}

/** Loads the tree of categories only when a term stands in it. */
export async function placed(db: Reader, terms: readonly Term[]): Promise<PlacedTerm[]> {
  if (terms.every(({ parent }) => parent === 0)) return terms.map((term) => ({ term, above: [] }))
  const tree = new Map((await categoryTree(db)).map((category) => [category.id, category]))
  return terms.map((term) => {
    const above: string[] = []
    for (let node = tree.get(term.parent); node && above.length <= tree.size; node = tree.get(node.parent)) {
      above.unshift(node.slug)
    }
    return { term, above }
  })
}

export const MANAGES = { category: 'manage_categories', tag: 'manage_tags' } as const

/**
 * Terms for an event by number, slug or name. Unknown numbers are skipped; unknown names become terms when the
 * writer may manage them and are skipped otherwise (contract 9.4, Q39).
 */
export async function assignedTerms(
  tx: Writer,
  taxonomy: Taxonomy,
  keys: readonly string[],
  { viewer, clock }: Circumstances,
): Promise<number[]> {
  const ids: number[] = []
  const found = await termsOfKeys(tx, taxonomy, keys)
  let hasCreated = false
  for (const key of keys) {
    // What follows a new term may mean that one.
    const id = (hasCreated ? await termsOfKeys(tx, taxonomy, [key]) : found).get(key)
    if (id !== undefined) ids.push(id)
    else if (isNewName(key) && can(viewer, MANAGES[taxonomy])) {
      ids.push((await createTerm(tx, taxonomy, { name: key }, clock.now)).id)
      hasCreated = true
    }
  }
  return [...new Set(ids)]
}

/** What looks like a number is one, even where a term has it as its name (contract 9.4). */
async function termsOfKeys(
  tx: Writer,
  taxonomy: Taxonomy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const isNumber = (key: string) => positiveInteger(key) !== undefined
  for (const by of ['id', 'any'] as const) {
    const asked = keys.filter((key) => isNumber(key) === (by === 'id'))
    const terms = await matchTerms(tx, taxonomy, asked, by)
    for (const [place, key] of asked.entries()) {
      const term = terms[place]
      if (term) found.set(key, term.id)
    }
  }
  return found
}

const isNewName = (key: string): boolean =>
  positiveInteger(key) === undefined && !/^[-+\d.]+$/.test(key) && 'value' in parseTermName(key)

export async function createTerm(tx: Writer, taxonomy: Taxonomy, input: TermInput, at: string): Promise<Term> {
  const { name, description = '', parent = 0 } = input
  await refuseLostParent(tx, parent)
  const asked = slugify(input.slug ?? '')
  const same = (await findNamedTerms(tx, taxonomy, { texts: [name], ids: [] })).find(
    (term) => fold(term.name) === fold(name) && (taxonomy === 'tag' || term.parent === parent),
  )
  if (same && (asked === '' || asked === same.slug)) throw termExists(taxonomy, same.id)
  const slug = await newTermSlug(tx, taxonomy, asked || slugify(name) || 'term', parent)
  const id = await insertTerm(tx, { taxonomy, name, slug, description, parent }, at)
  await logTerm(tx, taxonomy, id, 'create', at)
  return { id, taxonomy, name, slug, description, parent, count: 0 }
}

function termExists(taxonomy: Taxonomy, id: number) {
  return problem('term_exists', {
    message: `error.term_exists.${taxonomy}`,
    data: { term_id: id },
    additional: [id, id],
  })
}

/** A name taken elsewhere is told apart by the parent's slug first, then by a number (contract 6.7). */
async function newTermSlug(tx: Writer, taxonomy: Taxonomy, base: string, parent: number): Promise<string> {
  const taken = await takenTermSlugs(tx, taxonomy, base, 0)
  if (!taken.has(base) || parent === 0) return freeSlug(base, taken)
  const above = await findTerm(tx, 'category', parent)
  const longer = above ? slugify(`${base}-${above.slug}`) : base
  return freeSlug(longer, await takenTermSlugs(tx, taxonomy, longer, 0))
}

/** A true partial update (contract 13.2). A loop is 400 (Q27), a slug that is taken gets a number. */
export function changeTerm(services: Services, found: Term, input: Partial<TermInput>): Promise<Term> {
  const { now } = services
  return transact(services, async (tx) => {
    const term = await changedTerm(tx, await present(tx, found), input)
    const at = now()
    await updateTerm(tx, term, at)
    await logTerm(tx, term.taxonomy, term.id, 'update', at)
    return term
  })
}

async function changedTerm(tx: Writer, current: Term, input: Partial<TermInput>): Promise<Term> {
  const name = input.name ?? current.name
  const parent = input.parent ?? current.parent
  if (parent !== current.parent) {
    await refuseLostParent(tx, parent)
    await refuseLoop(tx, current.id, parent)
  }
  return {
    ...current,
    name,
    parent,
    description: input.description ?? current.description,
    slug: input.slug === undefined ? current.slug : await changedSlug(tx, current, input.slug, name),
  }
}

/** The term as it is now; 400 when somebody removed it since the request found it. */
async function present(tx: Writer, found: Term): Promise<Term> {
  const term = await findTerm(tx, found.taxonomy, found.id)
  if (!term) throw invalid({ id: INVALID })
  return term
}

/** The category above may have been removed since the request was checked. */
async function refuseLostParent(tx: Writer, parent: number): Promise<void> {
  if (parent !== 0 && !(await findTerm(tx, 'category', parent))) throw invalid({ parent: INVALID })
}

async function changedSlug(tx: Writer, { id, taxonomy }: Term, asked: string, name: string): Promise<string> {
  const base = slugify(asked) || slugify(name) || 'term'
  return freeSlug(base, await takenTermSlugs(tx, taxonomy, base, id))
}

async function refuseLoop(tx: Writer, id: number, parent: number): Promise<void> {
  const parents = new Map((await categoryTree(tx)).map((category) => [category.id, category.parent]))
  for (let above = parent, steps = 0; above !== 0 && steps <= parents.size; above = parents.get(above) ?? 0, steps++) {
    if (above === id) throw invalid({ parent: { kind: 'invalid', message: 'error.parent_loop' } })
  }
}

export function removeTerm(services: Services, found: Term): Promise<void> {
  const { now } = services
  return transact(services, async (tx) => {
    const term = await present(tx, found)
    const at = now()
    const moved = await deleteTerm(tx, term, at)
    await logTerm(tx, term.taxonomy, term.id, 'delete', at)
    for (const id of moved) await logTerm(tx, term.taxonomy, id, 'update', at)
  })
}

async function logTerm(tx: Writer, kind: Taxonomy, id: number, op: ChangeOperation, at: string): Promise<void> {
  await recordChange(tx, { kind, id, op, at })
}

/** Only categories stand below one another (contract 3.2). */
export function refuseParent(taxonomy: Taxonomy, raw: Readonly<Record<string, unknown>>): void {
  const isAsked = raw['parent'] !== undefined && raw['parent'] !== null
  if (taxonomy === 'tag' && isAsked) throw problem('rest_taxonomy_not_hierarchical')
}
