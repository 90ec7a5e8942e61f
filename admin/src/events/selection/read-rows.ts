/** Reads rows that are not on the current page. */
import { buildApiUrl, findBatchError, send, sendBatch } from '../../api/client.ts'
import { type EventRow, ROW_FIELDS } from '../event-row.ts'

const PAGE_SIZE = 100
const ALL_STATUSES = 'publish,future,draft,pending,private,trash'

type Filter = Readonly<Record<string, unknown>>

interface EventPage {
  readonly events: readonly EventRow[]
  readonly total: number
}

/** Path of a batch item: relative to the URL of the API. */
function buildPath(query: Filter): string {
  return `/events${new URL(buildApiUrl('/events', query)).search}`
}

async function readPages(queries: readonly Filter[]): Promise<EventRow[]> {
  const results = await sendBatch<EventPage>(queries.map((query) => ({ method: 'GET', path: buildPath(query) })))
  const error = results.map(findBatchError).find((one) => one !== undefined && one.status !== 404)
  if (error) throw error
  return results.flatMap(({ body }) => body.events ?? [])
}

/** IDs of all events that match, in no defined order. */
export async function readMatchingIds(filter: Filter): Promise<number[]> {
  const query = { status: 'any', ...filter, orderby: 'id', per_page: PAGE_SIZE, _fields: 'events.id,total' }
  const { json } = await send<EventPage>('/events', { query: { ...query, page: 1 } })
  const pages = Math.ceil(json.total / PAGE_SIZE)
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({ ...query, page: index + 2 }))
  const rows = [...json.events, ...(others.length > 0 ? await readPages(others) : [])]
  return [...new Set(rows.map(({ id }) => id))]
}

/** The rows of IDs, in their order; those that do not exist any more are omitted. */
export async function readRows(ids: readonly number[], known: readonly EventRow[]): Promise<EventRow[]> {
  const rows = new Map(known.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !rows.has(id))
  const queries: Filter[] = []
  for (let start = 0; start < missing.length; start += PAGE_SIZE) {
    const include = missing.slice(start, start + PAGE_SIZE).join()
    queries.push({ include, status: ALL_STATUSES, hidden: true, text: 'raw', per_page: PAGE_SIZE, _fields: ROW_FIELDS })
  }
  if (queries.length > 0) for (const row of await readPages(queries)) rows.set(row.id, row)
  return ids.flatMap((id) => rows.get(id) ?? [])
}
