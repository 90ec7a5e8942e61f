/** Translates what react-admin asks for into requests to the API. A resource is the name of a collection of the API. */
import type {
  CreateParams,
  DataProvider,
  DeleteParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'ra-core'
import { type BatchItem, findBatchError, send, sendBatch } from './client.ts'

/** Collections whose titles and texts are read as stored instead of as displayed. */
const RAW_TEXT = ['events', 'venues', 'organizers', 'categories', 'tags']

/** Collections with drafts and pending records. */
const POSTS = ['events', 'venues', 'organizers']

const readOptions = (resource: string): Record<string, string> => (RAW_TEXT.includes(resource) ? { text: 'raw' } : {})

function buildListQuery(resource: string, { pagination, sort, filter = {} }: Partial<GetListParams>) {
  return {
    ...(pagination && { page: pagination.page, per_page: pagination.perPage }),
    ...(sort?.field && { orderby: sort.field, order: sort.order?.toLowerCase() }),
    ...(POSTS.includes(resource) && { status: 'any' }),
    ...readOptions(resource),
    ...filter,
  }
}

type ListBody<T> = readonly T[] | ({ readonly total?: number } & Readonly<Record<string, readonly T[]>>)

/** Lists are arrays, or objects with the records in the key with the name of the collection. */
function readList<T>(resource: string, body: ListBody<T>, headers: Headers): { data: T[]; total: number } {
  const name = resource.slice(resource.lastIndexOf('/') + 1)
  const data = Array.isArray(body) ? body : (Object(body)[name] ?? Object.values(body).find(Array.isArray) ?? [])
  return { data, total: Number(Object(body).total ?? headers.get('x-wp-total') ?? data.length) }
}

const itemPath = (resource: string, id: Identifier): string => `/${resource}/${encodeURIComponent(String(id))}`

/** Fields that differ from the record as it was read. */
export function findChanges(data: Partial<RaRecord>, previous: RaRecord | undefined): Record<string, unknown> {
  if (!previous) return data
  const isSame = (name: string) => JSON.stringify(data[name]) === JSON.stringify(previous[name])
  return Object.fromEntries(Object.entries(data).filter(([name]) => !isSame(name)))
}

async function sendItems(items: readonly BatchItem[]) {
  const results = await sendBatch(items)
  const failed = results.map(findBatchError).find((error) => error !== undefined)
  if (failed) throw failed
  return results
}

type ListParams = Partial<GetListParams> & { readonly signal?: AbortSignal }

async function getList<T extends RaRecord>(
  resource: string,
  params: ListParams,
): Promise<{ data: T[]; total: number }> {
  const request = { query: buildListQuery(resource, params), ...(params.signal && { signal: params.signal }) }
  try {
    const { json, headers } = await send<ListBody<T>>(`/${resource}`, request)
    return readList(resource, json, headers)
  } catch (error) {
    // A page after the last one.
    if (Object(error).status === 404) return { data: [], total: 0 }
    throw error
  }
}

async function getOne<T extends RaRecord>(resource: string, { id, meta }: GetOneParams): Promise<{ data: T }> {
  const query = { ...readOptions(resource), ...meta?.query }
  const { json, headers } = await send<T>(itemPath(resource, id), { query })
  const etag = headers.get('etag')
  return { data: etag && meta?.withEtag ? { ...json, _etag: etag } : json }
}

async function getMany<T extends RaRecord>(resource: string, { ids }: GetManyParams): Promise<{ data: T[] }> {
  const query = new URLSearchParams(readOptions(resource)).toString()
  const path = (id: Identifier) => `${itemPath(resource, id)}${query && `?${query}`}`
  const results = await sendBatch<T>(ids.map((id) => ({ method: 'GET', path: path(id) })))
  return { data: results.filter(({ status }) => status < 400).map(({ body }) => body) }
}

/** Responses to writes contain texts as displayed. */
const readWritten = async <T extends RaRecord>(resource: string, written: T): Promise<{ data: T }> =>
  RAW_TEXT.includes(resource) ? getOne<T>(resource, { id: written.id }) : { data: written }

async function create<T extends RaRecord>(resource: string, { data, meta }: CreateParams): Promise<{ data: T }> {
  const { json } = await send<T>(`/${resource}`, { method: 'POST', body: data, query: meta?.query })
  return readWritten(resource, json)
}

async function update<T extends RaRecord>(resource: string, params: UpdateParams<T>): Promise<{ data: T }> {
  const { id, data, previousData, meta } = params
  const { json } = await send<T>(itemPath(resource, id), {
    method: 'POST',
    body: findChanges(data, previousData),
    query: meta?.query,
    headers: meta?.etag ? { 'if-match': meta.etag } : {},
  })
  return readWritten(resource, json)
}

async function deleteOne<T extends RaRecord>(resource: string, { id, meta }: DeleteParams): Promise<{ data: T }> {
  const { json } = await send<T>(itemPath(resource, id), { method: 'DELETE', query: meta?.query })
  return { data: { ...json, id } }
}

export const dataProvider: DataProvider = {
  getList,
  getOne,
  getMany,
  getManyReference: (resource, { target, id, filter, ...params }) =>
    getList(resource, { ...params, filter: { ...filter, [target]: id } }),
  create,
  update,
  updateMany: async (resource, { ids, data }) => {
    await sendItems(ids.map((id) => ({ method: 'POST', path: itemPath(resource, id), body: data })))
    return { data: ids }
  },
  delete: deleteOne,
  deleteMany: async (resource, { ids }) => {
    await sendItems(ids.map((id) => ({ method: 'DELETE', path: itemPath(resource, id) })))
    return { data: ids }
  },
}
