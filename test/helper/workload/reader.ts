/**
 * Anonymous readers of one node: they request lists and single records, and remember which titles they saw and when. New
 * readers arrive at intervals, also while earlier ones wait.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../service.ts'
import { describeResult, type FailureLog, sendRequest } from './outcome.ts'
import { COLLECTIONS, WRITTEN_KINDS, type WrittenKind } from './writer.ts'

/** Times are in milliseconds of `performance.now()`. */
export interface NodeReader {
  readonly origin: string
  readonly succeededAt: readonly number[]
  /** The longest time that one request took. */
  readonly slowest: () => number
  /** The start of the last request whose response contained each title. */
  readonly lastSeen: ReadonlyMap<string, number>
  readonly run: (signal: AbortSignal) => Promise<void>
}

export interface NodeReaderOptions {
  readonly origin: string
  /** Search that finds the records of the workload. */
  readonly search: string
  readonly failures: FailureLog
}

const INTERVAL_MILLISECONDS = 200
const MAX_WAITING = 100
const RECORDS_PER_LIST = 3

export function createNodeReader({ origin, search, failures }: NodeReaderOptions): NodeReader {
  const succeededAt: number[] = []
  const lastSeen = new Map<string, number>()
  const waiting = new Set<Promise<void>>()
  let slowest = 0

  async function read(path: string): Promise<Json> {
    const result = await sendRequest(origin, path)
    slowest = Math.max(slowest, result.endedAt - result.startedAt)
    if (result.failure) failures.record(result.failure, describeResult(`GET ${path}`, result))
    else succeededAt.push(result.endedAt)
    return { ...result, ok: result.status === 200 }
  }

  async function readKind(kind: WrittenKind): Promise<void> {
    const { path, title, filter } = COLLECTIONS[kind]
    const saw = (record: Json, at: number) =>
      lastSeen.set(record[title], Math.max(at, lastSeen.get(record[title]) ?? 0))
    const list = await read(`${path}?search=${encodeURIComponent(search)}&per_page=50${filter}`)
    const records: readonly Json[] = list.ok ? list.json[path.slice(1)] : []
    for (const record of records) saw(record, list.startedAt)
    for (const { id } of records.slice(-RECORDS_PER_LIST)) {
      const single = await read(`${path}/${id}`)
      if (single.ok) saw(single.json, single.startedAt)
    }
  }

  function start(kind: WrittenKind): void {
    const reading = readKind(kind).finally(() => waiting.delete(reading))
    waiting.add(reading)
  }

  return {
    origin,
    succeededAt,
    lastSeen,
    slowest: () => slowest,
    run: async (signal) => {
      for (let number = 0; !signal.aborted; number++) {
        const kind = WRITTEN_KINDS[number % WRITTEN_KINDS.length] ?? 'event'
        if (waiting.size < MAX_WAITING) start(kind)
        await pause(INTERVAL_MILLISECONDS)
      }
      await Promise.all(waiting)
    },
  }
}
