/** Moves categories in their tree. */

import type { Precondition } from '../../calendar/optimistic-lock.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { findAllTerms, updatePositions, updateTerm } from '../../calendar/terms/term-store.ts'
import { assertNoLoop, assertParentExists, requireTerm } from '../../calendar/terms/write-terms.ts'
import type { Term } from '../../kernel/term.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { groupByParent } from './category-tree.ts'

export interface CategoryMove {
  /** Id of the new parent; 0 for the top level, undefined for the current one. */
  readonly parent: number | undefined
  /** From 1; after the last sibling if it is higher, or undefined. */
  readonly position: number | undefined
}

/** Moves a category with all below it. A loop of parents is a 400 (Q27). */
export function moveCategory(
  services: Services,
  { id }: Term,
  { parent: newParent, position }: CategoryMove,
  precondition: Precondition | undefined,
): Promise<void> {
  const write = async (tx: Writer) => {
    const term = await requireTerm(tx, 'category', id)
    const at = services.now()
    const parent = newParent ?? term.parent
    if (parent !== term.parent) {
      await assertParentExists(tx, parent)
      await assertNoLoop(tx, id, parent)
      await updateTerm(tx, { ...term, parent }, at)
    }
    const others = (groupByParent(await findAllTerms(tx)).get(parent) ?? []).filter((sibling) => sibling.id !== id)
    const index = position === undefined ? others.length : position - 1
    await updatePositions(
      tx,
      others.toSpliced(index, 0, term).map((sibling) => sibling.id),
    )
    const fields = parent === term.parent ? undefined : ({ parent: [term.parent, parent] } as const)
    await recordChange(tx, { kind: 'category', id, op: 'update', at, ...(fields && { fields }) })
  }
  return retryTransaction(services, write, precondition)
}
