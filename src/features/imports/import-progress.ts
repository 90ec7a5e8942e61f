/** Progress of imports from live sites. */
import type { ImportProgressTable } from '../../storage/tables/synchronization-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export type ImportProgress = Readonly<ImportProgressTable>

/** All parts of a source, in the order of list and part. */
export function listImportProgress(db: Reader, source: string): Promise<ImportProgress[]> {
  return db
    .selectFrom('import_progress')
    .selectAll()
    .where('source', '=', source)
    .orderBy('list')
    .orderBy('first')
    .execute()
}

/** Inserts the part, or replaces its progress. */
export async function saveImportProgress(tx: Writer, part: ImportProgress): Promise<void> {
  await tx
    .insertInto('import_progress')
    .values(part)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'list', 'first'])
        .doUpdateSet((on) => ({ last: on.ref('excluded.last'), next: on.ref('excluded.next') })),
    )
    .execute()
}

/** Deletes the progress, so that the next import of the site starts from its beginning. */
export async function deleteImportProgress(tx: Writer, sources: readonly string[]): Promise<void> {
  if (sources.length > 0)
    await tx
      .deleteFrom('import_progress')
      .where('source', 'in', [...sources])
      .execute()
}
