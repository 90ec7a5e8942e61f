/** Reads and writes events for the form. */

import { send } from '../../../api/client.ts'
import type { Scope } from '../../../components/scopes.ts'
import {
  type EventInput,
  type EventValues,
  type ImageValue,
  pickChanges,
  pickNewFields,
  type RecurrenceValue,
} from './event-values.ts'

/** An event with the ETag that a later write states in `If-Match`. */
export interface LoadedEvent {
  readonly input: EventInput
  readonly etag: string
}

interface SeriesView {
  readonly recurrence: RecurrenceValue
}

export async function loadEvent(id: number): Promise<LoadedEvent> {
  const { json, headers } = await send<Omit<EventInput, 'image'> & { readonly image: number | null }>(
    `/events/${id}/input`,
  )
  const image = json.image !== null && (await send<ImageValue>(`/media/${json.image}`)).json
  const recurrence = json.series && (await send<SeriesView>(`/series/${json.series.id}`)).json.recurrence
  return { input: { ...json, image, recurrence }, etag: headers.get('etag') ?? '' }
}

export async function createEvent(values: EventValues): Promise<number> {
  const { json } = await send<{ id: number }>('/events', { method: 'POST', body: pickNewFields(values) })
  return json.id
}

interface Update {
  readonly id: number
  /** The values on which the change is based. */
  readonly base: EventValues
  readonly etag: string
  readonly scope?: Scope | undefined
}

/** Sends the changed fields. @throws ApiError with status 412 if the event has changed since `etag`. */
export async function updateEvent(values: EventValues, { id, base, etag, scope }: Update): Promise<void> {
  await send(`/events/${id}`, {
    method: 'POST',
    body: { ...pickChanges(values, base), ...(scope && { scope }) },
    headers: { 'if-match': etag },
  })
}

export async function trashEvent(id: number, scope?: Scope): Promise<void> {
  await send(`/events/${id}`, { method: 'DELETE', query: { scope } })
}

export async function restoreEvent(id: number): Promise<void> {
  await send(`/events/${id}/restore`, { method: 'POST', body: {} })
}
