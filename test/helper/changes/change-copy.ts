/** A copy of the calendar that follows `GET /changes`, and its comparison with the records of the service. */
import assert from 'node:assert/strict'
import { COLLECTION_NAMES } from '../../../src/calendar/posts/urls.ts'
import type { Json } from '../service.ts'

export interface ReadResult {
  readonly status: number
  readonly json: Json
}

/** Sends a GET; the path starts after the namespace. */
export type ReadPath = (path: string) => Promise<ReadResult>

export interface ChangeCopy {
  /** By kind and id, such as `event 7`. */
  readonly records: Map<string, Json>
  readonly cursor: () => string | undefined
  /** Number of snapshots that were begun. */
  readonly snapshots: () => number
  /** Reads until there are no more changes. */
  readonly synchronize: () => Promise<void>
}

/** `query` contains kinds and filters. An expired cursor begins a new snapshot. */
export function createChangeCopy(read: ReadPath, query = ''): ChangeCopy {
  const records = new Map<string, Json>()
  let cursor: string | undefined
  let snapshots = 0
  async function synchronize(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      if (cursor === undefined) {
        records.clear()
        snapshots++
      }
      const since = cursor === undefined ? '' : `&since=${cursor}`
      const { status, json } = await read(`/changes?include=records${query}${since}`)
      if (status === 410) {
        assert.equal(json.code, 'cursor-expired')
        cursor = undefined
        continue
      }
      assert.equal(status, 200, JSON.stringify(json))
      applyChanges(records, json.changes)
      cursor = json.cursor
      hasMore = json.has_more
    }
  }
  return { records, synchronize, cursor: () => cursor, snapshots: () => snapshots }
}

export function applyChanges(records: Map<string, Json>, changes: readonly Json[]): void {
  for (const { kind, id, deleted, record } of changes) {
    if (deleted) records.delete(`${kind} ${id}`)
    else records.set(`${kind} ${id}`, record)
  }
}

/** Without the counts of terms inside of events, for which events are not sent again. */
export function withoutCounts(record: Json): Json {
  const strip = (terms: Json) => terms?.map(({ count: _, ...term }: Json) => term)
  return record?.categories && record?.tags
    ? { ...record, categories: strip(record.categories), tags: strip(record.tags) }
    : record
}

const LISTS = {
  event: 'status=any&starts_after=0001-01-01',
  venue: 'status=any',
  organizer: 'status=any',
  category: 'hide_empty=false',
  tag: 'hide_empty=false',
} as const
export type CopiedKind = keyof typeof LISTS
export const COPIED_KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const

/** All records of lists, each as a request by its id returns it, or as the list if that needs a password. */
export async function readAllRecords(
  read: ReadPath,
  kinds: readonly CopiedKind[] = COPIED_KINDS,
  filter = '',
): Promise<Map<string, Json>> {
  const records = new Map<string, Json>()
  for (const kind of kinds) {
    const name = COLLECTION_NAMES[kind]
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { json } = await read(`/${name}?${LISTS[kind]}&per_page=50&page=${page}${kind === 'event' ? filter : ''}`)
      pages = json.total_pages
      for (const listed of json[name]) {
        const { status, json: single } = await read(`/${name}/${listed.id}`)
        records.set(`${kind} ${listed.id}`, status === 200 ? single : listed)
      }
    }
  }
  return records
}

export function assertEqualCopy(copy: ReadonlyMap<string, Json>, expected: ReadonlyMap<string, Json>, about: string) {
  assert.deepEqual([...copy.keys()].sort(), [...expected.keys()].sort(), about)
  for (const [key, record] of expected)
    assert.deepEqual(withoutCounts(copy.get(key)), withoutCounts(record), `${key} ${about}`)
}
