/** Moves of categories in their tree, as they are sent to the service. */

export interface TreeCategory {
  readonly id: number
  readonly name: string
  readonly parent: number
  readonly count: number
  readonly color: string
  readonly icon: string
  readonly depth: number
}

export interface CategoryMove {
  readonly parent: number
  /** From 1, among the other categories of the parent. */
  readonly position: number
}

export const DIRECTIONS = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

const listChildren = (tree: readonly TreeCategory[], parent: number): readonly TreeCategory[] =>
  tree.filter((category) => category.parent === parent)

/** One step by keyboard: among the siblings, below the previous sibling, or after the parent. Undefined at an end. */
export function stepCategory(
  tree: readonly TreeCategory[],
  { id, parent }: TreeCategory,
  direction: Direction,
): CategoryMove | undefined {
  const siblings = listChildren(tree, parent)
  const index = siblings.findIndex((sibling) => sibling.id === id)
  if (direction === 'up') return index === 0 ? undefined : { parent, position: index }
  if (direction === 'down') return index === siblings.length - 1 ? undefined : { parent, position: index + 2 }
  if (direction === 'in') {
    const previous = siblings[index - 1]
    return previous && { parent: previous.id, position: listChildren(tree, previous.id).length + 1 }
  }
  const above = tree.find((category) => category.id === parent)
  if (!above) return undefined
  const position = listChildren(tree, above.parent).findIndex((sibling) => sibling.id === parent) + 2
  return { parent: above.parent, position }
}

/** A drop on another category: before it, or as its last child. Undefined below itself. */
export function dropCategory(
  tree: readonly TreeCategory[],
  {
    moved,
    target,
    isInside,
  }: { readonly moved: TreeCategory; readonly target: TreeCategory; readonly isInside: boolean },
): CategoryMove | undefined {
  for (let one: TreeCategory | undefined = target; one; one = tree.find(({ id }) => id === one?.parent))
    if (one.id === moved.id) return undefined
  const parent = isInside ? target.id : target.parent
  const others = listChildren(tree, parent).filter(({ id }) => id !== moved.id)
  const index = isInside ? others.length : others.findIndex(({ id }) => id === target.id)
  return { parent, position: index + 1 }
}
