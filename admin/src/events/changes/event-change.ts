/** Changes of events as requests, together with the requests that undo them. */
import type { BatchItem } from '../../api/client.ts'
import { addDays } from '../event-dates.ts'
import { type EventRow, findVenue } from '../event-row.ts'

/** Fields of an update, see `updateEvent` in the document of the API. */
type Body = Readonly<Record<string, unknown>>

export interface EventChange {
  readonly id: number
  readonly title: string
  readonly request: BatchItem
  readonly undo: BatchItem
  /** The fields of the row as they will be, shown until the service has responded. */
  readonly patch: Partial<EventRow>
}

/** An action that applies to any number of events. */
export type EventAction =
  | { readonly type: 'update'; readonly body: Body; readonly patch?: Partial<EventRow> }
  | { readonly type: 'categories'; readonly added: readonly Named[]; readonly removed: readonly Named[] }
  | { readonly type: 'shift'; readonly days: number }
  | { readonly type: 'trash' }
  | { readonly type: 'restore' }

interface Named {
  readonly id: number
  readonly name: string
}

const update = (id: number, body: Body): BatchItem => ({ method: 'PATCH', path: `/events/${id}?_fields=id`, body })
const trash = (id: number): BatchItem => ({ method: 'DELETE', path: `/events/${id}?_fields=id` })
const restore = (id: number): BatchItem => ({ method: 'POST', path: `/events/${id}/restore?_fields=id`, body: {} })

export function createChange(row: EventRow, action: EventAction): EventChange {
  return { id: row.id, title: row.title, ...createRequests(row, action) }
}

function createRequests(row: EventRow, action: EventAction): Pick<EventChange, 'request' | 'undo' | 'patch'> {
  const { id, categories, start_date, end_date } = row
  switch (action.type) {
    case 'update': {
      const { body, patch = body } = action
      return { request: update(id, body), undo: update(id, pickStored(row, Object.keys(body))), patch }
    }
    case 'categories': {
      const ids = (terms: readonly Named[]) => terms.map((term) => term.id)
      const [added, removed] = [ids(action.added), ids(action.removed)]
      const body = {
        ...(added.length > 0 && { categories_add: added }),
        ...(removed.length > 0 && { categories_remove: removed }),
      }
      const others = categories.filter((term) => !removed.includes(term.id) && !added.includes(term.id))
      const undo = update(id, { categories: ids(categories) })
      return { request: update(id, body), undo, patch: { categories: [...others, ...action.added] } }
    }
    case 'shift': {
      const { days } = action
      const patch = { start_date: addDays(start_date, days), end_date: addDays(end_date, days) }
      return { request: update(id, { shift_days: days }), undo: update(id, { shift_days: -days }), patch }
    }
    case 'trash':
      return { request: trash(id), undo: restore(id), patch: { status: 'trash' } }
    case 'restore':
      return { request: restore(id), undo: trash(id), patch: {} }
  }
}

/** The stored values of fields, as input of an update. */
function pickStored(row: EventRow, names: readonly string[]): Body {
  const stored: Body = {
    ...row,
    venue: findVenue(row)?.id ?? [],
    organizer: row.organizer.map(({ id }) => id),
    event_status: row.event_status ?? 'scheduled',
    event_status_reason: row.event_status_reason ?? '',
  }
  return Object.fromEntries(names.map((name) => [name, stored[name]]))
}
