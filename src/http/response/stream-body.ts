/** Bodies that are made while they are sent, no faster than they are taken. */
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createQueue } from '../../concurrency/queue.ts'
import { createEncoder } from './compression.ts'
import type { BodyStream } from './http-response.ts'
import type { StreamSlot, StreamSlots } from './stream-slots.ts'

/**
 * The first chunk is made before anything is sent, so that what fails at once is answered as any failure. What fails
 * later ends the stream with an error, which must break the connection. Throws `overloaded` when too many are sent already.
 */
export async function openStream({ chunks, encoding }: BodyStream, slots: StreamSlots): Promise<Readable> {
  const slot = await slots.take()
  const iterator = chunks()[Symbol.asyncIterator]()
  try {
    await waitForTurn()
    const first = await iterator.next()
    const source = Readable.from(resumeIterator(first, iterator, slot))
    // Whoever sends the result hears of the failure from it.
    const body = encoding ? pipeline(source, createEncoder(encoding), () => {}) : source
    addAbortSignal(slot.signal, body)
    body.once('close', () => {
      slot.release()
      // Of a generator that was never started, `finally` does not run. What it fails with is of no interest any more.
      iterator.return?.().catch(() => {})
    })
    return body
  } catch (error) {
    slot.release()
    throw error
  }
}

const eventLoopQueue = createQueue({ concurrency: 1 })

/**
 * Of all bodies together one goes on in a turn of the event loop. Each by itself would have connections that take
 * megabytes at once, or are many, keep the process to themselves, which accepts but one connection in a turn.
 */
const waitForTurn = (): Promise<unknown> => eventLoopQueue.run(() => setImmediate())

/** What an iterator gives, of which the first was taken already. */
async function* resumeIterator(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  { touch }: StreamSlot,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      yield next.value
      touch()
      await waitForTurn()
    }
  } finally {
    await rest.return?.()
  }
}
