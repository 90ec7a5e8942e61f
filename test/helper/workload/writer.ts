/** A writer of a workload: creates, changes and deletes records, repeats what fails, and remembers what was acknowledged. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../service.ts'
import { describeResult, type FailureLog, type RequestResult, sendRequest } from './outcome.ts'

export const WRITTEN_KINDS = ['event', 'venue'] as const
export type WrittenKind = (typeof WRITTEN_KINDS)[number]

/** Collection of each kind, its field with the title, and a filter that excludes none of the records. */
export const COLLECTIONS = {
  event: { path: '/events', title: 'title', filter: '&starts_after=2027-01-01' },
  venue: { path: '/venues', title: 'venue', filter: '' },
} as const satisfies Record<WrittenKind, object>

/** A record with all titles that it was given, one after the other. No title is used twice. */
export interface WrittenRecord {
  readonly kind: WrittenKind
  /** 0 while the creation is not acknowledged. */
  id: number
  /** Titles that were acknowledged, the newest last; empty while the creation is not acknowledged. */
  readonly acknowledged: string[]
  /** The title of a write without acknowledgment, which may have happened or not. */
  uncertain: string | undefined
  deletion: 'none' | 'acknowledged' | 'uncertain'
  /** Whether a node has found that the record is not in the state that was acknowledged. */
  isFoundLost: boolean
}

export interface Writer {
  readonly records: readonly WrittenRecord[]
  /** Times of acknowledgments, in milliseconds of `performance.now()`. */
  readonly acknowledgedAt: readonly number[]
  readonly run: (signal: AbortSignal) => Promise<void>
}

export interface WriterOptions {
  /** Part of the titles of all its records. */
  readonly name: string
  /** Each attempt goes to the next one. */
  readonly origins: readonly string[]
  readonly authorization: string
  readonly failures: FailureLog
}

const PAUSE_MILLISECONDS = 10
const RETRY_MILLISECONDS = 100
/** Within a second, a node may respond with the state before a write of another node. */
const DELAY_MILLISECONDS = 3000
const UPDATES = 2
/** Of so many records, one is not deleted. */
const RECORDS_PER_REMAINING = 5
const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }

export function createWriter({ name, origins, authorization, failures }: WriterOptions): Writer {
  const records: WrittenRecord[] = []
  const acknowledgedAt: number[] = []
  let attempts = 0

  const nextOrigin = () => origins[attempts++ % origins.length] ?? ''

  /** Repeats a request until it has an outcome; undefined when the signal aborts first. */
  async function repeat(signal: AbortSignal, action: string, send: (origin: string) => Promise<RequestResult>) {
    while (!signal.aborted) {
      const result = await send(nextOrigin())
      const isInUse = result.status === 409 && result.json.code === 'idempotency_key_in_use'
      if (result.failure === undefined && !isInUse) return result
      if (result.failure) failures.record(result.failure, describeResult(action, result))
      await pause(RETRY_MILLISECONDS)
    }
    return undefined
  }

  const acknowledge = (result: RequestResult) => acknowledgedAt.push(result.endedAt)

  async function create(kind: WrittenKind, title: string, signal: AbortSignal): Promise<WrittenRecord> {
    const record: WrittenRecord = {
      ...{ kind, id: 0, acknowledged: [], uncertain: title, deletion: 'none' },
      isFoundLost: false,
    }
    records.push(record)
    const { path, title: field } = COLLECTIONS[kind]
    const json = { [field]: title, status: 'publish', ...(kind === 'event' && DATES) }
    const headers = { authorization, 'idempotency-key': randomUUID() }
    const result = await repeat(signal, `create ${kind}`, (origin) =>
      sendRequest(origin, path, { method: 'POST', json, headers }),
    )
    if (!result) return record
    if (result.status !== 201) failures.record('wrong', describeResult(`create ${title}`, result))
    else {
      Object.assign(record, { id: result.json.id, uncertain: undefined })
      record.acknowledged.push(title)
      acknowledge(result)
    }
    return record
  }

  /** The validator of the record, if it still has the acknowledged title, or the one of an attempt before. */
  async function readValidator(record: WrittenRecord, signal: AbortSignal): Promise<string | undefined> {
    const { path, title } = COLLECTIONS[record.kind]
    const result = await repeat(signal, 'read before a change', (origin) =>
      sendRequest(origin, `${path}/${record.id}`, { headers: { authorization } }),
    )
    const known = [record.acknowledged.at(-1), record.uncertain]
    if (result?.status !== 200 || !known.includes(result.json[title])) return undefined
    return result.headers.get('etag') ?? undefined
  }

  /**
   * Sends a change on the condition that the record is the one that this writer knows: after a failover, another record may
   * have its id. Undefined if it is not.
   */
  async function change(record: WrittenRecord, method: 'PUT' | 'DELETE', json: Json, signal: AbortSignal) {
    const path = `${COLLECTIONS[record.kind].path}/${record.id}`
    const deadline = performance.now() + DELAY_MILLISECONDS
    while (!signal.aborted) {
      const etag = await readValidator(record, signal)
      if (etag === undefined && performance.now() > deadline) return undefined
      if (etag === undefined) {
        await pause(RETRY_MILLISECONDS)
        continue
      }
      const headers = { authorization, 'if-match': etag }
      const result = await sendRequest(nextOrigin(), path, { method, headers, ...(json && { json }) })
      // An attempt without a response may have deleted it.
      const isDeleted = method === 'DELETE' && result.status === 410
      if (result.status === 200 || isDeleted) return result
      if (result.failure) failures.record(result.failure, describeResult(`${method} ${path}`, result))
      else if (result.status !== 412) failures.record('wrong', describeResult(`${method} ${path}`, result))
      await pause(RETRY_MILLISECONDS)
    }
    return undefined
  }

  async function update(record: WrittenRecord, title: string, signal: AbortSignal): Promise<void> {
    record.uncertain = title
    const result = await change(record, 'PUT', { [COLLECTIONS[record.kind].title]: title }, signal)
    if (result) {
      record.uncertain = undefined
      record.acknowledged.push(title)
      acknowledge(result)
    } else record.isFoundLost = !signal.aborted
  }

  async function remove(record: WrittenRecord, signal: AbortSignal): Promise<void> {
    record.deletion = 'uncertain'
    const result = await change(record, 'DELETE', undefined, signal)
    if (!result) return
    record.deletion = 'acknowledged'
    acknowledge(result)
  }

  return {
    records,
    acknowledgedAt,
    run: async (signal) => {
      for (let number = 0; !signal.aborted; number++) {
        const kind = WRITTEN_KINDS[number % WRITTEN_KINDS.length] ?? 'event'
        const record = await create(kind, `${name} ${number} first`, signal)
        for (let step = 1; step <= UPDATES && isWritable(record, signal); step++) {
          await pause(PAUSE_MILLISECONDS)
          await update(record, `${name} ${number} change ${step}`, signal)
        }
        if (number % RECORDS_PER_REMAINING > 0 && isWritable(record, signal)) await remove(record, signal)
        await pause(PAUSE_MILLISECONDS)
      }
    },
  }
}

const isWritable = ({ id, isFoundLost }: WrittenRecord, signal: AbortSignal): boolean =>
  id > 0 && !isFoundLost && !signal.aborted
