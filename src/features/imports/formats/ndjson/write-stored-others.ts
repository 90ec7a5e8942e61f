/** Writes the categories, tags, images and series of an export. */

import type { Media } from '../../../../calendar/images/image.ts'
import { findMedia, insertMedia, updateMedia } from '../../../../calendar/images/image-store.ts'
import { claimIds } from '../../../../calendar/posts/post-store.ts'
import { recordMediaFields, recordSeriesFields, recordTermFields } from '../../../../calendar/posts/recorded-fields.ts'
import type { Series } from '../../../../calendar/series/series.ts'
import { findSeriesByIds, insertSeries, updateSeries } from '../../../../calendar/series/series-store.ts'
import { findTerms, findTermsByKeys, insertTerm, updateTerm } from '../../../../calendar/terms/term-store.ts'
import { diffFields } from '../../../../kernel/change-record.ts'
import type { Taxonomy, TermAppearance } from '../../../../kernel/term.ts'
import { recordChange } from '../../../../storage/change-log/change-log.ts'
import { readCategoryTree, sortParentsFirst } from '../../category-tree.ts'
import { isSameRecord } from '../record-reader.ts'
import {
  type LocatedRecord,
  locateRecords,
  omitForeignIds,
  omitTakenNames,
  reportFailure,
  reportWritten,
  type StoredBatch,
  type StoredLine,
} from './stored-batch.ts'
import { readStoredMedia, readStoredSeries, readStoredTerm } from './stored-records.ts'

export async function writeStoredTerms(
  batch: StoredBatch,
  taxonomy: Taxonomy,
  lines: readonly StoredLine[],
): Promise<void> {
  const { tx, at } = batch
  const times = new Map<number, string>()
  const read = (raw: StoredLine['raw']) => {
    const { modified_utc, ...term } = readStoredTerm(taxonomy, raw)
    times.set(term.id, modified_utc)
    return term
  }
  const located = await locateRecords<ReturnType<typeof read>>(batch, lines, read, (ids) => findTerms(tx, ids))
  const owners = await findTermsByKeys(tx, taxonomy, { texts: located.map(({ record }) => record.slug), ids: [] })
  const free = omitTakenNames(batch, located, {
    label: 'slug',
    getName: ({ slug }) => slug,
    owners: new Map(owners.map(({ slug, id }) => [slug, id])),
  })
  const tree = taxonomy === 'category' ? await readCategoryTree(tx) : undefined
  for (const one of sortParentsFirst(free, ({ record }) => record)) {
    const { line, current } = one
    if (current && current.taxonomy !== taxonomy) {
      reportFailure(batch, line, `the id ${current.id} belongs to a ${current.taxonomy}`)
      continue
    }
    const reason = tree?.isOrphan(one.record) ? `its parent ${one.record.parent} does not exist or is below it` : ''
    const record = { ...withAppearance(one), parent: tree?.place(one.record) ?? 0 }
    const isChanged = !current || !isSameRecord(record, current)
    if (isChanged) {
      await (current ? updateTerm : insertTerm)(tx, record, times.get(record.id) || at)
      const fields = diffFields(current && recordTermFields(current), recordTermFields(record))
      await recordChange(tx, { kind: taxonomy, id: record.id, op: current ? 'update' : 'create', at, fields })
    }
    reportWritten(batch, one, isChanged, reason)
  }
}

/** Older exports do not contain the appearance of categories. */
function withAppearance<T extends TermAppearance>({ line: { raw }, record, current }: LocatedRecord<T>): T {
  if (!current) return record
  const { color, icon, position } = current
  const known = { color, icon, position }
  return { ...record, ...Object.fromEntries(Object.entries(known).filter(([name]) => raw[name] === undefined)) }
}

/** The files are stored before. `failures` has the reason for each image without them. */
export async function writeStoredMedia(
  batch: StoredBatch,
  lines: readonly StoredLine[],
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  const { tx, at } = batch
  const located = await locateRecords<Media>(batch, lines, readStoredMedia, (ids) => findMedia(tx, ids))
  for (const one of await omitForeignIds(batch, located)) {
    const { line, current } = one
    const record = withDerivedData(one.record, current)
    const failure = failures.get(line.where)
    if (failure !== undefined) {
      reportFailure(batch, line, failure)
      continue
    }
    const isChanged = !current || !isSameRecord(record, current)
    if (!current) await claimIds(tx, 'media', [record.id])
    if (isChanged) {
      await (current ? updateMedia : insertMedia)(tx, record)
      const fields = diffFields(current && recordMediaFields(current), recordMediaFields(record))
      await recordChange(tx, { kind: 'media', id: record.id, op: current ? 'update' : 'create', at, fields })
    }
    reportWritten(batch, one, isChanged)
  }
}

/** Variants remain valid while the image has the same file. */
const withDerivedData = (record: Media, current: Media | undefined): Media =>
  current?.key === record.key ? { ...record, thumbhash: current.thumbhash, variants: current.variants } : record

export async function writeStoredSeries(batch: StoredBatch, lines: readonly StoredLine[]): Promise<void> {
  const { tx, at } = batch
  const located = await locateRecords<Series>(batch, lines, readStoredSeries, (ids) => findSeriesByIds(tx, ids))
  for (const one of await omitForeignIds(batch, located)) {
    const { record, current } = one
    const isChanged = !current || !isSameRecord(record, current)
    if (!current) await claimIds(tx, 'series', [record.id])
    if (isChanged) {
      await (current ? updateSeries : insertSeries)(tx, record)
      const fields = diffFields(current && recordSeriesFields(current), recordSeriesFields(record))
      await recordChange(tx, { kind: 'series', id: record.id, op: current ? 'update' : 'create', at, fields })
    }
    reportWritten(batch, one, isChanged)
  }
}
