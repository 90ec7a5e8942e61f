/** Updates the stored state of records that are equal on both sides. */

import { type LocalRecord, readLocalRecords } from '../comparison/read-local-records.ts'
import type { SiteRecord } from '../comparison/site-record.ts'
import { saveImportedRecords } from '../imported-records.ts'
import type { ImportKind } from '../map-record.ts'
import { findLocalStates } from './find-local-edits.ts'
import type { ImportRun } from './import-run.ts'

/**
 * A record with the same edit on both sides, or with a later write of a job, is as if it were just imported. Revisions are
 * read before the comparison, so that a concurrent edit has a higher one.
 */
export async function adoptRecords(
  { services, site: { source } }: Pick<ImportRun, 'services' | 'site'>,
  kind: ImportKind,
  records: readonly SiteRecord[],
  findEqual: (locals: ReadonlyMap<number, LocalRecord>) => ReadonlySet<number>,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const states = await findLocalStates(services.database.read, { source, kind }, ids)
  const equal = findEqual(await readLocalRecords(services, kind, ids))
  const adopted = records.flatMap(({ id, fingerprint, record }) => {
    const { imported, revision = 0 } = states.get(id) ?? {}
    const isCurrent = imported?.revision === revision && imported.fingerprint === fingerprint
    if (isCurrent || !equal.has(id)) return []
    const modified = String(record['modified_utc'] ?? '')
    return [{ source, kind, key: String(id), record_id: id, revision, fingerprint, modified }]
  })
  if (adopted.length > 0) await services.database.transaction((tx) => saveImportedRecords(tx, adopted))
}
