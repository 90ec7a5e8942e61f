/** The records of the last preview, import or undo. */

import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { type ImportResult, RESULT_OUTCOMES, type ResultOutcome } from './import.ts'

/** Limits the number of statement parameters. */
const BATCH_SIZE = 250

export async function replaceResults(tx: Writer, id: number, results: readonly ImportResult[]): Promise<void> {
  await tx.deleteFrom('import_results').where('import_id', '=', id).execute()
  let position = 0
  for (const batch of splitIntoBatches(results, BATCH_SIZE)) {
    const rows = batch.map(({ recordId, ...result }) => ({
      ...{ import_id: id, position: position++, record_id: recordId, ...result },
    }))
    await tx.insertInto('import_results').values(rows).execute()
  }
}

/** A page of the results in the order of the input, and their total. */
export async function listResults(
  db: Reader,
  { id, outcome }: { readonly id: number; readonly outcome?: ResultOutcome | undefined },
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly results: readonly ImportResult[]; readonly total: number }> {
  const matching = db
    .selectFrom('import_results')
    .where('import_id', '=', id)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
  const { total } = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('position')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const results = rows.map(({ record_id, outcome: stored, kind, title, location, details }) => ({
    outcome: RESULT_OUTCOMES.find((one) => one === stored) ?? 'warning',
    ...{ kind, recordId: record_id, title, location, details },
  }))
  return { results, total: Number(total) }
}
