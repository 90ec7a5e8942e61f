/** Writes a batch of records in one or more transactions. */

import { retryTransaction, retryWhileBusy } from '../../../calendar/retry-transaction.ts'
import type { Services } from '../../../calendar/services.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import { Problem } from '../../../kernel/problem.ts'
import { findHistoryEntry } from '../../../storage/change-log/history.ts'
import type { Writer } from '../../../storage/types.ts'
import { type ImportedRecord, saveImportedRecords } from '../imported-records.ts'
import { rollBack } from '../roll-back.ts'
import type { PendingRecord } from './compare-record.ts'
import { describeProblem } from './describe-problem.ts'
import { type ExternalImportOptions, type ExternalResult, IMPORT_VIEWER } from './external-record.ts'
import { describeRecord, hasLocalEdits, toChangeKind } from './record-state.ts'
import { writeRecord } from './write-record.ts'
import { createImportedState, type WriteScope } from './write-scope.ts'

/** A transaction that takes longer ends after its current record, so that other writers do not wait for the whole batch. */
const TRANSACTION_MILLISECONDS = 1000

export async function writeBatch(
  services: Services,
  options: ExternalImportOptions,
  pending: readonly PendingRecord[],
): Promise<readonly ExternalResult[]> {
  const results: ExternalResult[] = []
  while (results.length < pending.length)
    results.push(...(await writeNext(services, options, pending.slice(results.length))))
  return results
}

/** If a record fails, each one gets a transaction of its own, so that the others are written. */
async function writeNext(
  services: Services,
  options: ExternalImportOptions,
  pending: readonly PendingRecord[],
): Promise<readonly ExternalResult[]> {
  try {
    return await writeTogether(services, options, pending)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const [first, ...others] = pending
    if (first && others.length === 0)
      return [
        {
          ...describeRecord(first.record),
          outcome: 'failed',
          reason: describeProblem(error, first.record.columns),
        },
      ]
  }
  const results: ExternalResult[] = []
  for (const one of pending) results.push(...(await writeNext(services, options, [one])))
  return results
}

/** Writes as many records as a transaction has time for, at least one. The writes of a plan are undone. */
function writeTogether(
  services: Services,
  options: ExternalImportOptions,
  pending: readonly PendingRecord[],
): Promise<readonly ExternalResult[]> {
  const write = (target: Services) =>
    retryTransaction(target, async (tx) => {
      const results = await writeRecords(createScope(services, options, tx), pending)
      await options.onBatch?.(tx, results)
      return results
    })
  return retryWhileBusy(() => (options.mode === 'plan' ? rollBack(services, write) : write(services)))
}

const createScope = (
  services: Services,
  { viewer = IMPORT_VIEWER, source, status, categories, pastDays }: ExternalImportOptions,
  tx: Writer,
): WriteScope => ({
  tx,
  context: createWriteContext(services, viewer),
  horizon: services.site.seriesHorizon,
  source,
  ...(status && { status }),
  ...(categories && { categories }),
  ...(pastDays !== undefined && { pastDays }),
})

async function writeRecords(scope: WriteScope, pending: readonly PendingRecord[]): Promise<readonly ExternalResult[]> {
  const results: ExternalResult[] = []
  const states: ImportedRecord[] = []
  const end = performance.now() + TRANSACTION_MILLISECONDS
  for (const one of pending) {
    if (results.length > 0 && performance.now() > end) break
    const { result, state } = await writePending(scope, one)
    results.push(result)
    if (state) states.push(state)
  }
  await saveImportedRecords(scope.tx, states)
  return results
}

/** Local edits are checked again inside the transaction. */
async function writePending(
  scope: WriteScope,
  { record, states, fingerprint, warnings }: PendingRecord,
): Promise<{ readonly result: ExternalResult; readonly state?: ImportedRecord }> {
  const description = describeRecord(record)
  for (const state of [states.own, states.former])
    if (state && (await hasLocalEdits(scope.tx, state))) {
      const reason = 'it was edited here since its last import'
      return { result: { ...description, outcome: 'conflict', reason, id: state.record_id } }
    }
  const written = await writeRecord(scope, record, states)
  const { key, modified = '', warnings: ownWarnings = [] } = record
  const state = await createImportedState(scope, { kind: written.kind, key, id: written.id, fingerprint, modified })
  const changes = written.isNew ? [] : await findChangedFields(scope.tx, state, states.own)
  const outcome = written.isNew ? 'created' : changes.length > 0 ? 'updated' : 'unchanged'
  const allWarnings = [...ownWarnings, ...warnings, ...written.warnings]
  const result = {
    ...description,
    outcome,
    id: written.id,
    ...(changes.length > 0 && { changes }),
    ...(allWarnings.length > 0 && { warnings: allWarnings }),
  } as const
  return { result, state }
}

/** Fields that the write of this transaction has changed. */
async function findChangedFields(
  tx: Writer,
  { kind, record_id: id, revision }: ImportedRecord,
  before: ImportedRecord | undefined,
): Promise<string[]> {
  if (before?.revision === revision) return []
  const entry = await findHistoryEntry(tx, { kind: toChangeKind(kind), id, revision })
  return Object.keys(entry?.fields ?? {})
}
