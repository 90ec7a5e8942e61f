/** Places imported categories in the tree, so that each has a parent that exists. */

import { findCategoryTree } from '../../calendar/terms/term-store.ts'
import type { Reader } from '../../storage/types.ts'

export interface CategoryNode {
  readonly id: number
  readonly parent: number
}

/** Each item follows its parent, if the list contains it. */
export function sortParentsFirst<T extends object>(items: readonly T[], readNode: (item: T) => CategoryNode): T[] {
  const byId = new Map(items.map((item) => [readNode(item).id, item]))
  const sorted = new Set<T>()
  for (const item of items) {
    const branch = new Set<T>()
    for (let next: T | undefined = item; next && !sorted.has(next) && !branch.has(next); ) {
      branch.add(next)
      next = byId.get(readNode(next).parent)
    }
    for (const one of [...branch].reverse()) sorted.add(one)
  }
  return [...sorted]
}

export interface CategoryTree {
  /** Whether the parent was replaced because it does not exist or is below the category. */
  readonly isOrphan: (node: CategoryNode) => boolean
  /** Adds or moves a category and returns its parent: an orphan keeps its current parent or gets 0. */
  readonly place: (node: CategoryNode) => number
}

/** The stored tree, to which the categories of a transaction are added. */
export async function readCategoryTree(db: Reader): Promise<CategoryTree> {
  const parents = new Map((await findCategoryTree(db)).map(({ id, parent }) => [id, parent]))
  const isBelow = (id: number, ancestor: number): boolean => {
    const visited = new Set<number>()
    for (let next = id; next !== 0 && !visited.has(next); next = parents.get(next) ?? 0) {
      if (next === ancestor) return true
      visited.add(next)
    }
    return false
  }
  const isOrphan = ({ id, parent }: CategoryNode) => parent !== 0 && (!parents.has(parent) || isBelow(parent, id))
  return {
    isOrphan,
    place: (node) => {
      const current = { id: node.id, parent: parents.get(node.id) ?? 0 }
      const parent = [node, current].find((one) => !isOrphan(one))?.parent ?? 0
      parents.set(node.id, parent)
      return parent
    },
  }
}
