/** Undoes an import: deletes what it has created, and restores what it has changed. */

import { createRequestTransaction } from '../../../calendar/request-transaction.ts'
import { type Services, withOrigin } from '../../../calendar/services.ts'
import { createSystemOrigin } from '../../../kernel/change-record.ts'
import { MAX_INTEGER } from '../../../kernel/field.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Viewer } from '../../../kernel/user.ts'
import { describeProblem } from '../external/describe-problem.ts'
import { countImportedChanges, findChangedSince, findImportedChanges, type ImportedChange } from '../import-changes.ts'
import { undoRecord } from './undo-record.ts'
import { UNDO_KINDS, type UndoKind, type UndoResult, type UndoScope } from './undo-scope.ts'

export interface UndoOptions {
  readonly importId: number
  readonly viewer: Viewer
  /** Computes the results without writing. */
  readonly isDryRun: boolean
  readonly onResult: (result: UndoResult) => void
  readonly progress?: (done: number, total: number) => void
  readonly signal?: AbortSignal | undefined
}

/** Records per transaction. */
const BATCH_SIZE = 100

/**
 * Records that others have changed after the import stay as they are, as do created ones that others use. The undo has
 * the import as its origin in the history, so it can be repeated after an interruption.
 */
export async function undoImport(services: Services, options: UndoOptions): Promise<void> {
  const { importId, viewer, onResult, progress, signal } = options
  const target = withOrigin(services, { ...createSystemOrigin('import'), userId: viewer.id, importId })
  const { read } = services.database
  const scope: UndoScope = { importId, viewer, handled: new Set(), series: new Set() }
  const total = await countImportedChanges(read, importId, UNDO_KINDS)
  let done = 0
  for (const kind of UNDO_KINDS) {
    for (let before = MAX_INTEGER; ; ) {
      signal?.throwIfAborted()
      const changes = await findImportedChanges(read, { importId, kind, before }, BATCH_SIZE)
      const last = changes.at(-1)
      if (!last) break
      if (kind === 'series') for (const { id } of changes) scope.series.add(id)
      for (const result of await undoBatch(target, options, { scope, kind, changes })) onResult(result)
      done += changes.length
      progress?.(done, total)
      before = last.id
    }
  }
}

interface UndoBatch {
  readonly scope: UndoScope
  readonly kind: UndoKind
  readonly changes: readonly ImportedChange[]
}

/** If a record fails, each one gets a transaction of its own, so that the others are undone. */
async function undoBatch(
  services: Services,
  options: Pick<UndoOptions, 'isDryRun'>,
  batch: UndoBatch,
): Promise<readonly UndoResult[]> {
  const { kind, changes } = batch
  try {
    return await undoTogether(services, options, batch)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first, ...others] = changes
    if (first && others.length === 0)
      return [{ outcome: 'failed', kind, id: first.id, title: '', details: describeProblem(error) }]
  }
  const results: UndoResult[] = []
  for (const change of changes) results.push(...(await undoBatch(services, options, { ...batch, changes: [change] })))
  return results
}

async function undoTogether(
  services: Services,
  { isDryRun }: Pick<UndoOptions, 'isDryRun'>,
  { scope, kind, changes }: UndoBatch,
): Promise<readonly UndoResult[]> {
  const shared = createRequestTransaction(services, { isDryRun })
  // Records of a batch that fails are not handled.
  const handled = new Set(scope.handled)
  try {
    const results = await shared.services.database.transaction(async (tx) => {
      const changedSince = await findChangedSince(tx, { importId: scope.importId, kind }, changes)
      const found: UndoResult[] = []
      for (const change of changes) {
        const record = { kind, change, isChangedSince: changedSince.has(change.id) }
        const result = await undoRecord({ ...scope, handled, tx, services: shared.services }, record)
        if (result) found.push(result)
      }
      return found
    })
    await (isDryRun ? shared.rollback() : shared.commit())
    for (const key of handled) scope.handled.add(key)
    return results
  } catch (error) {
    await shared.rollback()
    throw error
  }
}
