/** Writes one record of another calendar through the use cases of the API. */

import { createEvent, writeEvent } from '../../../calendar/events/write-event.ts'
import { createNewLinked, updateLinked } from '../../../calendar/linked/write-linked.ts'
import { findIdByExternalId, findPost } from '../../../calendar/posts/post-store.ts'
import type { SeriesInput } from '../../../calendar/series/create-series.ts'
import { findOccurrences, findSeries } from '../../../calendar/series/series-store.ts'
import { trashSeries } from '../../../calendar/series/write-occurrence.ts'
import type { PostByKind, PostKind } from '../../../kernel/post.ts'
import { deleteImportedRecords, findImportedOccurrences, type ImportedRecord } from '../imported-records.ts'
import { createExternalId } from './external-id.ts'
import type { ExternalRecord } from './external-record.ts'
import { findMatchingLinked, linkByName } from './match-linked.ts'
import { getStateKind } from './record-state.ts'
import { validateRecord } from './validate-record.ts'
import { addCategories, type WriteScope, type WrittenRecord } from './write-scope.ts'
import { writeSeries } from './write-series.ts'

/** The states of a record as an event, venue or organizer, and as a series. */
export interface BatchStates {
  readonly own: ImportedRecord | undefined
  /** State under the other kind: an event that has become a series, or a series that has become an event. */
  readonly former: ImportedRecord | undefined
}

export async function writeRecord(
  scope: WriteScope,
  record: ExternalRecord,
  states: BatchStates,
): Promise<WrittenRecord> {
  if (record.kind !== 'event') return writeLinked(scope, record, record.kind, states.own)
  const { input, warnings } = await validateRecord(scope.tx, 'event', record.fields, scope.context)
  if (states.former) await removeFormer(scope, states.former)
  const linked = await linkByName(scope.tx, addCategories(input, scope), scope.context)
  const completed = { ...linked, ...(await chooseExternalId(scope, 'event', record, states.own)) }
  const written =
    getStateKind(record) === 'series'
      ? await writeSeries(scope, record, chooseStatus(scope, completed, states.own !== undefined), states.own)
      : await writeSingleEvent(scope, completed, states.own)
  return { ...written, warnings: [...warnings, ...written.warnings] }
}

async function writeSingleEvent(
  scope: WriteScope,
  { recurrence: _recurrence, ...input }: SeriesInput,
  state: ImportedRecord | undefined,
): Promise<WrittenRecord> {
  const { tx, context } = scope
  const current = await findCurrent(scope, 'event', input.external_id, state)
  const chosen = restore(chooseStatus(scope, input, current !== undefined), current)
  const { post } = current ? await writeEvent(tx, current, chosen, context) : await createEvent(tx, chosen, context)
  return { kind: 'event', id: post.id, isNew: current === undefined, warnings: [] }
}

async function writeLinked<K extends 'venue' | 'organizer'>(
  scope: WriteScope,
  record: ExternalRecord,
  kind: K,
  state: ImportedRecord | undefined,
): Promise<WrittenRecord> {
  const { tx, context } = scope
  const { input, warnings } = await validateRecord<K>(tx, kind, record.fields, context)
  const completed = { ...input, ...(await chooseExternalId(scope, kind, record, state)) }
  const known = await findCurrent<K>(scope, kind, completed.external_id, state)
  const current = known ?? (await findMatchingLinked<K>(tx, kind, completed, context))
  const chosen = restore(chooseStatus(scope, completed, current !== undefined), current)
  const { post } = current
    ? await updateLinked<K>(tx, { kind, current }, chosen, context)
    : await createNewLinked<K>(tx, kind, chosen, context)
  return { kind, id: post.id, isNew: current === undefined, warnings }
}

/** The record of the state, or else the one with the external id. */
async function findCurrent<K extends PostKind>(
  { tx }: WriteScope,
  kind: K,
  externalId: string | undefined,
  state: ImportedRecord | undefined,
): Promise<PostByKind[K] | undefined> {
  if (state) return findPost(tx, kind, state.record_id)
  const id = externalId ? await findIdByExternalId(tx, kind, externalId) : undefined
  return id === undefined ? undefined : findPost(tx, kind, id)
}

/** An existing record keeps its external id. A new one gets none if the occurrence of a series has it. */
async function chooseExternalId(
  { tx, source }: WriteScope,
  kind: PostKind,
  { key, fields }: ExternalRecord,
  state: ImportedRecord | undefined,
): Promise<{ readonly external_id?: string }> {
  if (state) return fields['external_id'] === undefined ? {} : { external_id: String(fields['external_id']) }
  const external_id = createExternalId(source, key)
  const ownerId = await findIdByExternalId(tx, kind, external_id)
  const owner = kind === 'event' && ownerId !== undefined ? await findPost(tx, 'event', ownerId) : undefined
  return owner && owner.series_id !== 0 ? { external_id: '' } : { external_id }
}

/** Updates leave the status as it is, unless the record states one and the import none. */
function chooseStatus<I extends SeriesInput | PostInputStatus>({ status }: WriteScope, input: I, exists: boolean): I {
  const { status: stated, ...rest } = input
  const chosen = exists ? (status === undefined ? stated : undefined) : (status ?? stated)
  return { ...rest, ...(chosen && { status: chosen }) } as I
}

type PostInputStatus = Pick<SeriesInput, 'status'>

/** A record that an import has trashed returns with its status. */
const restore = <I extends PostInputStatus>(input: I, current: PostByKind[PostKind] | undefined): I =>
  current?.status === 'trash' ? { ...input, status: input.status ?? (current.trashed_from || 'publish') } : input

/** Trashes the event that has become a series, or the series that has become an event. */
async function removeFormer({ tx, context, source }: WriteScope, former: ImportedRecord): Promise<void> {
  if (former.kind === 'series') {
    const series = await findSeries(tx, former.record_id)
    if (series) await trashSeries(tx, series, context)
    for (const { id } of await findOccurrences(tx, former.record_id)) await clearExternalId(id)
    const occurrences = await findImportedOccurrences(tx, source, former.key)
    const keys = occurrences.map(({ key }) => key)
    await deleteImportedRecords(tx, { source, kind: 'occurrence' }, keys)
  } else {
    const event = await findPost(tx, 'event', former.record_id)
    if (event) await writeEvent(tx, event, { status: 'trash', external_id: '' }, context)
  }
  await deleteImportedRecords(tx, former, [former.key])

  async function clearExternalId(id: number): Promise<void> {
    const event = await findPost(tx, 'event', id)
    if (event && event.external_id !== '') await writeEvent(tx, event, { external_id: '' }, context)
  }
}
