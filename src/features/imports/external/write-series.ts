/** Writes a series of another calendar with the occurrences that differ from it. */

import { writeEvent } from '../../../calendar/events/write-event.ts'
import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import { findPost, findPosts, updatePost } from '../../../calendar/posts/post-store.ts'
import { shiftDate } from '../../../calendar/series/calendar-dates.ts'
import { createSeries, type SeriesInput } from '../../../calendar/series/create-series.ts'
import { editSeries } from '../../../calendar/series/edit-series.ts'
import { getKeyDate } from '../../../calendar/series/occurrence-key.ts'
import type { Series } from '../../../calendar/series/series.ts'
import { findOccurrences, findSeries } from '../../../calendar/series/series-store.ts'
import type { Writer } from '../../../storage/types.ts'
import {
  deleteImportedRecords,
  findImportedOccurrences,
  type ImportedRecord,
  saveImportedRecords,
} from '../imported-records.ts'
import type { ExternalRecord, OccurrenceOverride } from './external-record.ts'
import { linkByName } from './match-linked.ts'
import { DEFAULT_PAST_DAYS, omitPast } from './omit-past.ts'
import { hasLocalEdits } from './record-state.ts'
import { validateRecord } from './validate-record.ts'
import { addCategories, createImportedState, type WriteScope, type WrittenRecord } from './write-scope.ts'

/** Creates the series, or edits the one of the state. Occurrences that were edited locally stay. */
export async function writeSeries(
  scope: WriteScope,
  record: ExternalRecord,
  given: SeriesInput,
  state: ImportedRecord | undefined,
): Promise<WrittenRecord> {
  const { tx, context, horizon, pastDays = DEFAULT_PAST_DAYS } = scope
  const current = state && (await findSeries(tx, state.record_id))
  const { input, from } = omitPast(given, { clock: context.clock, pastDays, current })
  const previous = await findImportedOccurrences(tx, scope.source, record.key)
  await resetOverrides(tx, previous)
  const series = current
    ? (await editSeries(tx, current, restoreSeries(current, input), { context, horizon })).series
    : (await createSeries(tx, input, context, horizon)).series
  const overrides = (record.overrides ?? []).filter(({ date }) => date >= from)
  const warnings = await applyOverrides(scope, { ...record, overrides }, series, previous)
  const omitted = from === '' ? [] : [`occurrences before ${from} are left out`]
  return { kind: 'series', id: series.id, isNew: current === undefined, warnings: [...omitted, ...warnings] }
}

/** A series that an import has trashed returns with its status. */
const restoreSeries = ({ template }: Series, input: SeriesInput): SeriesInput =>
  template.status === 'trash' ? { ...input, status: template.trashed_from || 'publish' } : input

/** Occurrences that only an import has edited follow the series again, until their override is applied anew. */
async function resetOverrides(tx: Writer, previous: readonly ImportedRecord[]): Promise<void> {
  const unedited: number[] = []
  for (const state of previous) if (!(await hasLocalEdits(tx, state))) unedited.push(state.record_id)
  for (const event of await findPosts(tx, 'event', unedited))
    await updatePost(tx, 'event', { ...event, series_edited: false }, event)
}

/** Returns warnings about overrides without an occurrence. */
async function applyOverrides(
  scope: WriteScope,
  record: ExternalRecord,
  series: Series,
  previous: readonly ImportedRecord[],
): Promise<string[]> {
  const { tx, source } = scope
  const occurrences = new Map((await findOccurrences(tx, series.id)).map((one) => [one.series_date, one]))
  const states = new Map(previous.map((state) => [state.key, state]))
  const warnings: string[] = []
  const written: ImportedRecord[] = []
  for (const override of record.overrides ?? []) {
    const key = createOccurrenceKey(record.key, override.date)
    const occurrence = occurrences.get(override.date)
    const state = states.get(key)
    if (!occurrence || occurrence.isTrashed) {
      if (!isAfterHorizon(series, override)) {
        const line = override.where?.match(/:(\d+)$/)?.[1]
        const place = line === undefined ? '' : `line ${line}: `
        warnings.push(`${place}the series has no occurrence on ${override.date}`)
      }
    } else if (state ? await hasLocalEdits(tx, state) : occurrence.isEdited) {
      warnings.push(`the occurrence on ${override.date} was edited here and stays as it is`)
      if (state) written.push(state)
    } else written.push(await applyOverride(scope, occurrence.id, { key, override }))
  }
  const kept = new Set(written.map(({ key }) => key))
  const outdated = previous.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
  await deleteImportedRecords(tx, { source, kind: 'occurrence' }, outdated)
  await saveImportedRecords(tx, written)
  return warnings
}

const isAfterHorizon = ({ extended_until }: Series, { date }: OccurrenceOverride): boolean =>
  extended_until !== '' && getKeyDate(date) > extended_until

export const createOccurrenceKey = (seriesKey: string, date: string): string => `${seriesKey}\n${date}`

async function applyOverride(
  scope: WriteScope,
  id: number,
  { key, override }: { readonly key: string; readonly override: OccurrenceOverride },
): Promise<ImportedRecord> {
  const { tx, context } = scope
  const { input } = await validateRecord(tx, 'event', override.fields, context)
  const {
    recurrence: _recurrence,
    status,
    slug: _slug,
    ...fields
  } = await linkByName(tx, addCategories(input, scope), context)
  const current = await findPost(tx, 'event', id)
  if (!current) throw new Error(`event ${id} does not exist`)
  // An occurrence that its calendar hides is not published with its series.
  const isHidden = scope.status === undefined && status === 'private'
  await writeEvent(tx, current, isHidden ? { ...fields, status } : fields, context)
  return createImportedState(scope, { kind: 'occurrence', key, id, fingerprint: '', modified: '' })
}

/** Last date for which occurrences certainly exist: a job extends series with a delay of up to a week. */
export const getHorizonDate = ({ clock }: WriteContext, horizon: number): string =>
  shiftDate(clock.now.slice(0, 10), Math.max(horizon - 8, 0))
