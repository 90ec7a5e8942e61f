import type { DateTime } from '../../../../base/time/date-time.ts'
import { findKinds } from '../../../../calendar/posts/post-store.ts'
import type { Writer } from '../../../../storage/types.ts'
import { describeContentError } from '../content-error.ts'
import type { ExportKind } from './stored-records.ts'

export interface StoredLine {
  readonly kind: ExportKind
  readonly raw: Readonly<Record<string, unknown>>
  readonly where: string
}

export interface StoredResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed'
  readonly where: string
  readonly kind?: ExportKind
  readonly id?: number
  readonly title?: string
  readonly reason?: string
}

/** The transaction of a batch, and its results. */
export interface StoredBatch {
  readonly tx: Writer
  readonly at: DateTime
  readonly report: (result: StoredResult) => void
}

/** A valid record with its line, and the stored record that it replaces. */
export interface LocatedRecord<T> {
  readonly line: StoredLine
  readonly record: T
  readonly current: T | undefined
}

/** Reports a line that cannot be imported. */
export function reportFailure({ report }: StoredBatch, { where, kind }: StoredLine, reason: string): void {
  report({ outcome: 'failed', where, kind, reason })
}

/** The records of the lines. Invalid ones, and those whose id belongs to another kind, are reported and omitted. */
export async function locateRecords<T extends { readonly id: number }>(
  batch: StoredBatch,
  lines: readonly StoredLine[],
  read: (raw: StoredLine['raw']) => T,
  find: (ids: readonly number[]) => Promise<readonly T[]>,
): Promise<LocatedRecord<T>[]> {
  const valid = lines.flatMap((line) => {
    try {
      return [{ line, record: read(line.raw) }]
    } catch (error) {
      reportFailure(batch, line, describeContentError(error, 'its values are invalid'))
      return []
    }
  })
  const current = new Map((await find(valid.map(({ record }) => record.id))).map((record) => [record.id, record]))
  return valid.map((one) => ({ ...one, current: current.get(one.record.id) }))
}

/** Omits records whose id belongs to a record of another kind. Categories and tags have ids of their own. */
export async function omitForeignIds<T extends { readonly id: number }>(
  batch: StoredBatch,
  located: readonly LocatedRecord<T>[],
): Promise<LocatedRecord<T>[]> {
  const kinds = await findKinds(
    batch.tx,
    located.map(({ record }) => record.id),
  )
  return located.filter(({ line, record }) => {
    const kind = kinds.get(record.id)
    if (kind === undefined || kind === line.kind) return true
    reportFailure(batch, line, `the id ${record.id} belongs to a record of kind ${kind}`)
    return false
  })
}

/** A name that only one record of a kind may have, such as its slug. */
export interface UniqueName<T> {
  readonly label: string
  /** Empty if the record needs none. */
  readonly getName: (record: T) => string
  /** Ids of the records by name. Names of the batch are added. */
  readonly owners: Map<string, number>
}

export function omitTakenNames<T extends { readonly id: number }>(
  batch: StoredBatch,
  located: readonly LocatedRecord<T>[],
  { label, getName, owners }: UniqueName<T>,
): LocatedRecord<T>[] {
  return located.filter(({ line, record }) => {
    const name = getName(record)
    const owner = owners.get(name)
    if (name !== '' && owner !== undefined && owner !== record.id) {
      reportFailure(batch, line, `the ${label} ${name} belongs to ${line.kind} ${owner}`)
      return false
    }
    owners.set(name, record.id)
    return true
  })
}

export function reportWritten(
  { report }: StoredBatch,
  { line, record, current }: LocatedRecord<{ readonly id: number }>,
  isChanged: boolean,
  reason = '',
): void {
  const outcome = current === undefined ? 'created' : isChanged ? 'updated' : 'unchanged'
  const title = String(line.raw['title'] ?? line.raw['name'] ?? '')
  report({ outcome, where: line.where, kind: line.kind, id: record.id, title, reason })
}
