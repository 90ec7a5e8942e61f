/** Sends changes in batches. */
import { ApiError } from '../../api/api-error.ts'
import { type BatchItem, type BatchResult, findBatchError, send, sendBatch } from '../../api/client.ts'
import type { ChangeFailure } from './change-store.ts'
import type { EventChange } from './event-change.ts'

const BATCH_SIZE = 100

export interface SendOptions {
  /** True if each batch of 100 is one transaction, which changes all of its events or none. */
  readonly isAtomic: boolean
  /** Called with the number of changes that were sent. */
  readonly onProgress: (count: number) => void
}

export interface SentChanges {
  readonly done: readonly EventChange[]
  readonly failures: readonly ChangeFailure[]
}

/** Later batches are sent even if earlier ones fail. */
export async function sendChanges(changes: readonly EventChange[], options: SendOptions): Promise<SentChanges> {
  const done: EventChange[] = []
  const failures: ChangeFailure[] = []
  for (let start = 0; start < changes.length; start += BATCH_SIZE) {
    const batch = changes.slice(start, start + BATCH_SIZE)
    const messages = await sendOne(batch, options.isAtomic)
    for (const [index, change] of batch.entries()) {
      const message = messages[index]
      if (message === undefined) done.push(change)
      else failures.push({ id: change.id, title: change.title, message })
    }
    options.onProgress(Math.min(start + BATCH_SIZE, changes.length))
  }
  return { done, failures }
}

/** The error of each change; undefined for those that were made. */
async function sendOne(batch: readonly EventChange[], isAtomic: boolean): Promise<(string | undefined)[]> {
  const requests = batch.map(({ request }) => request)
  try {
    if (isAtomic) return await sendAtomically(requests)
    return (await sendBatch(requests)).map((result) => findBatchError(result)?.message)
  } catch (error) {
    return batch.map(() => (error instanceof Error ? error.message : String(error)))
  }
}

/** Only the request that failed has a reason of its own; the others were undone because of it. */
async function sendAtomically(requests: readonly BatchItem[]): Promise<(string | undefined)[]> {
  try {
    await send('/batch', { method: 'POST', body: { atomic: true, requests } })
    return requests.map(() => undefined)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'batch_failed') throw error
    const { failed, response } = error.data as { failed?: number; response?: BatchResult }
    const reason = response && findBatchError(response)?.message
    return requests.map((_, index) => (index === failed && reason ? reason : error.message))
  }
}
