/** Venues and organizers for the fields that link them. */
import { useQuery } from '@tanstack/react-query'
import { send } from '../../../api/client.ts'
import type { LinkValue, NewLink } from '../model/event-values.ts'

export type LinkedKind = 'venue' | 'organizer'

export const COLLECTIONS = { venue: 'venues', organizer: 'organizers' } as const

/** An option of the list, or the record of a chosen value. */
export interface LinkedOption {
  readonly value: LinkValue
  readonly name: string
  /** Address of a venue, or the email address of an organizer. */
  readonly detail: string
  readonly isNew?: boolean
}

interface LinkedView {
  readonly id: number
  readonly venue?: string
  readonly organizer?: string
  readonly address?: string
  readonly zip?: string
  readonly city?: string
  readonly email?: string
}

const decoder = document.createElement('textarea')

/** Names of the API are HTML text; entities are decoded without executing anything. */
export function decodeText(html: string): string {
  decoder.innerHTML = html
  return decoder.value
}

function toOption(kind: LinkedKind, view: LinkedView): LinkedOption {
  const place = [view.zip, view.city].filter(Boolean).join(' ')
  const parts = kind === 'venue' ? [view.address, place] : [view.email]
  return {
    value: view.id,
    name: decodeText(view[kind] ?? ''),
    detail: decodeText(parts.filter(Boolean).join(', ')),
  }
}

export const toNewOption = (kind: LinkedKind, value: NewLink): LinkedOption => ({
  ...{ value, name: value[kind] ?? '', isNew: true },
  detail: [value.address, [value.zip, value.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
})

/** The records that match the text; without a text, those of the events that were changed last. */
export function useLinkedOptions(kind: LinkedKind, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['linked-options', kind, search],
    queryFn: ({ signal }) => (search.trim() === '' ? listRecent(kind, signal) : listMatches(kind, search, signal)),
    enabled: isEnabled,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
  })
}

async function listMatches(kind: LinkedKind, search: string, signal: AbortSignal): Promise<LinkedOption[]> {
  const name = COLLECTIONS[kind]
  const query = { search, status: 'any', per_page: 20 }
  const { json } = await send<Record<string, readonly LinkedView[]>>(`/${name}`, { query, signal })
  return (json[name] ?? []).map((view) => toOption(kind, view))
}

/** Events of which the venues and organizers are offered first. */
const RECENT_EVENTS = 40
const RECENT_OPTIONS = 12

async function listRecent(kind: LinkedKind, signal: AbortSignal): Promise<LinkedOption[]> {
  const query = {
    ...{ status: 'any', orderby: 'modified', order: 'desc', per_page: RECENT_EVENTS },
    ...{ start_date: '1970-01-01', end_date: '9999-12-31', _fields: `events.${kind}` },
  }
  const { json } = await send<{ events: readonly Record<string, unknown>[] }>('/events', { query, signal })
  const views = json.events.flatMap((event) => event[kind] ?? []) as LinkedView[]
  const byId = new Map(views.map((view) => [view.id, view]))
  if (byId.size === 0) return listMatches(kind, '', signal)
  return [...byId.values()].slice(0, RECENT_OPTIONS).map((view) => toOption(kind, view))
}

/** The option of each chosen ID, or undefined while it is loaded. */
export function useChosenOptions(kind: LinkedKind, values: readonly LinkValue[]): readonly LinkedOption[] {
  const ids = values.filter((value) => typeof value === 'number')
  const { data } = useQuery({
    queryKey: ['linked-chosen', kind, ids],
    queryFn: () => Promise.all(ids.map((id) => readOption(kind, id))),
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
  const byId = new Map(data?.map((option) => [option.value, option]))
  return values.map((value) =>
    typeof value === 'number'
      ? (byId.get(value) ?? { value, name: `#${value}`, detail: '' })
      : toNewOption(kind, value),
  )
}

async function readOption(kind: LinkedKind, id: number): Promise<LinkedOption> {
  const { json } = await send<LinkedView>(`/${COLLECTIONS[kind]}/${id}`)
  return toOption(kind, json)
}
