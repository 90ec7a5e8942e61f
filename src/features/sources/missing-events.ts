/** Cancels or trashes the events that have disappeared from a source. */

import { writeEvent } from '../../calendar/events/write-event.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { editSeries } from '../../calendar/series/edit-series.ts'
import { findSeries } from '../../calendar/series/series-store.ts'
import { trashSeries } from '../../calendar/series/write-occurrence.ts'
import { type Services, withOrigin } from '../../calendar/services.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import { createSystemOrigin } from '../../kernel/change-record.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Writer } from '../../storage/types.ts'
import { IMPORT_VIEWER } from '../imports/external/external-record.ts'
import { findMissingRecords } from '../imports/external/missing-records.ts'
import { hasLocalEdits } from '../imports/external/record-state.ts'
import { createImportedState, type WriteScope } from '../imports/external/write-scope.ts'
import {
  countImportedEvents,
  findImportedEnds,
  findImportedOccurrences,
  type ImportedRecord,
  listImportedByEnd,
  saveImportedRecords,
} from '../imports/imported-records.ts'
import type { RunReport } from './run-report.ts'
import { createSourceKey, type MissingAction, type Source } from './source.ts'
import { createSourceFailure } from './source-content.ts'

export interface MissingOptions {
  /** Records of the source, as `importExternalRecords` returns them. */
  readonly seen: ReadonlySet<string>
  /** Number of its events before the import. */
  readonly countBefore: number
  readonly hasPast: boolean
  readonly isConfirmed: boolean
  readonly isPreview: boolean
  readonly report: RunReport
  readonly signal: AbortSignal
}

/** Events per transaction. */
const BATCH_SIZE = 100

/** Events that were canceled or trashed have an empty fingerprint, so that they return when the source has them again. */
const isPresent = ({ kind, fingerprint }: ImportedRecord): boolean =>
  (kind === 'event' || kind === 'series') && fingerprint !== ''

/** Number of events and series that the source contained at its last import. */
export const countPresentEvents = ({ database }: Services, source: Source): Promise<number> =>
  countImportedEvents(database.read, createSourceKey(source))

/** Throws a source failure, without a change, when more than half of the events have disappeared. */
export async function removeMissingEvents(services: Services, source: Source, options: MissingOptions): Promise<void> {
  if (source.missing === 'keep') return
  const { seen, countBefore, hasPast, isConfirmed, isPreview, report, signal } = options
  const missing: ImportedRecord[] = []
  for await (const state of findMissingRecords(services.database.read, createSourceKey(source), seen))
    if (isPresent(state)) missing.push(state)
  const removed = hasPast ? missing : await omitEnded(services, source, missing)
  if (removed.length === 0) return
  if (report.countUnknown() > 0)
    throw createSourceFailure(
      `Events seem to have disappeared (${removed.length}), but parts of the source could not be read (${report.countUnknown()}). The events were left unchanged.`,
    )
  if (removed.length > countBefore / 2 && !isConfirmed && !isPreview)
    throw createSourceFailure(
      `More than half of the events have disappeared from the source: ${removed.length} of ${countBefore}. They were left unchanged. If this is intended, run the source once with a confirmation.`,
    )
  const importing = withOrigin(services, createSystemOrigin('import'))
  for (const batch of splitIntoBatches(removed, BATCH_SIZE)) {
    signal.throwIfAborted()
    await importing.database.transaction(async (tx) => {
      for (const state of batch) await removeMissing(tx, importing, { source, state }, options)
    })
  }
}

/**
 * Without events that have ended and are older than those in the source: many feeds contain only recent and coming events.
 */
async function omitEnded(
  { database, now }: Services,
  source: Source,
  missing: readonly ImportedRecord[],
): Promise<readonly ImportedRecord[]> {
  const ends = await findImportedEnds(database.read, missing)
  const hasEnded = (state: ImportedRecord) => (ends.get(state) ?? '') < now()
  if (!missing.some(hasEnded)) return missing
  const oldest = await findOldestEnd({ database }, source, new Set(missing.map(({ key }) => key)))
  return missing.filter((state) => !hasEnded(state) || (oldest !== undefined && (ends.get(state) ?? '') >= oldest))
}

const PAGE_SIZE = 500

/** End of the first event that is in the source; undefined without one. */
async function findOldestEnd(
  { database }: Pick<Services, 'database'>,
  source: Source,
  missingKeys: ReadonlySet<string>,
): Promise<string | undefined> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await listImportedByEnd(database.read, createSourceKey(source), { offset, limit: PAGE_SIZE })
    const oldest = page.find(({ key }) => !missingKeys.has(key))
    if (oldest || page.length < PAGE_SIZE) return oldest?.end
  }
}

interface MissingEvent {
  readonly source: Source
  readonly state: ImportedRecord
}

async function removeMissing(
  tx: Writer,
  services: Services,
  { source, state }: MissingEvent,
  { report, isPreview }: MissingOptions,
): Promise<void> {
  const { key, record_id: id } = state
  const found = state.kind === 'series' ? (await findSeries(tx, id))?.template : await findPost(tx, 'event', id)
  const detail = { key, event: id, title: found?.title ?? '' }
  const isEdited = await hasLocalEdits(tx, state)
  const isGone = !found || found.status === 'trash'
  if (isEdited && !isGone) {
    report.addConflict({ ...detail, reason: 'it has disappeared from the source, but was edited here' })
    return
  }
  if (isPreview) {
    if (!isGone) report.addCanceled({ ...detail, reason: '' })
    return
  }
  if (isGone) return saveImportedRecords(tx, [{ ...state, fingerprint: '' }])
  const context = createWriteContext(services, IMPORT_VIEWER)
  const scope = { tx, source: state.source, context, horizon: services.site.seriesHorizon }
  const kind = state.kind === 'series' ? 'series' : 'event'
  if (kind === 'series') await removeSeries(scope, id, { key, action: source.missing })
  else await removeEvent(scope, id, source.missing)
  const { modified } = state
  await saveImportedRecords(tx, [await createImportedState(scope, { kind, key, id, fingerprint: '', modified })])
  report.addCanceled({ ...detail, reason: '' })
}

async function removeEvent({ tx, context }: WriteScope, id: number, action: MissingAction): Promise<void> {
  const event = await findPost(tx, 'event', id)
  if (event) await writeEvent(tx, event, action === 'trash' ? { status: 'trash' } : CANCELED, context)
}

const CANCELED = { event_status: 'canceled' } as const

/** With the occurrences that differ from it at the source, which edits of the series leave unchanged. */
async function removeSeries(
  scope: WriteScope,
  id: number,
  { key, action }: { readonly key: string; readonly action: MissingAction },
): Promise<void> {
  const { tx, source, context, horizon } = scope
  for (const state of await findImportedOccurrences(tx, source, key)) {
    if (await hasLocalEdits(tx, state)) continue
    await removeEvent(scope, state.record_id, action)
    const { key: occurrence, record_id, modified } = state
    const saved = { kind: 'occurrence', key: occurrence, id: record_id, fingerprint: '', modified } as const
    await saveImportedRecords(tx, [await createImportedState(scope, saved)])
  }
  const series = await findSeries(tx, id)
  if (!series) return
  if (action === 'trash') await trashSeries(tx, series, context)
  else await editSeries(tx, series, CANCELED, { context, horizon })
}
