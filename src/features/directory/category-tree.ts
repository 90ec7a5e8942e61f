/** The tree of categories in the order that editors have given it. */

import { findAllTerms } from '../../calendar/terms/term-store.ts'
import type { Term } from '../../kernel/term.ts'
import type { Reader } from '../../storage/types.ts'

export interface TreeCategory extends Term {
  /** Number of ancestors. */
  readonly depth: number
}

/** All categories, each followed by those below it. */
export async function listCategoryTree(db: Reader): Promise<readonly TreeCategory[]> {
  const children = groupByParent(await findAllTerms(db))
  const listBelow = (parent: number, depth: number): TreeCategory[] =>
    (children.get(parent) ?? []).flatMap((term) => [{ ...term, depth }, ...listBelow(term.id, depth + 1)])
  return listBelow(0, 0)
}

/** Categories by the id of their parent, 0 for the top level, in their order. */
export function groupByParent(terms: readonly Term[]): ReadonlyMap<number, readonly Term[]> {
  const children = new Map<number, Term[]>()
  for (const term of terms.filter(({ taxonomy }) => taxonomy === 'category').sort(compareSiblings))
    children.set(term.parent, [...(children.get(term.parent) ?? []), term])
  return children
}

/** Categories without a position follow the others, by slug. */
function compareSiblings(a: Term, b: Term): number {
  if (a.position === 0 || b.position === 0) {
    if (a.position !== b.position) return a.position === 0 ? 1 : -1
    return a.slug < b.slug ? -1 : 1
  }
  return a.position - b.position || a.id - b.id
}
