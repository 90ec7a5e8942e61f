/** The path of a category through the tree of categories. */

import { findCategoryTree } from '../../../calendar/terms/term-store.ts'
import type { Breadcrumb } from '../../../pages/page.ts'
import { buildArchivePath } from '../../../pages/page-routes.ts'
import type { Reader } from '../../../storage/types.ts'

interface Category {
  readonly name: string
  readonly slug: string
  readonly parent: number
}

/** The category and its ancestors, outermost first. Reads the tree only if the category has a parent. */
export async function findCategoryTrail(db: Reader, category: Category): Promise<readonly Breadcrumb[]> {
  const tree = category.parent === 0 ? [] : await findCategoryTree(db)
  const byId = new Map(tree.map((node) => [node.id, node]))
  const branch = [category]
  // A loop of parents, as in a damaged database, ends the path.
  for (
    let node = byId.get(category.parent);
    node !== undefined && branch.length <= tree.length;
    node = byId.get(node.parent)
  ) {
    branch.unshift(node)
  }
  return branch.map(({ name }, index) => ({
    name,
    path: buildArchivePath({ kind: 'category', path: branch.slice(0, index + 1).map(({ slug }) => slug) }),
  }))
}
