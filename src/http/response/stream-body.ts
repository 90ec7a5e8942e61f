/** Streamed bodies, produced at the speed at which the client reads them. */
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { createEncoder } from './compression.ts'
import type { StreamedText } from './http-response.ts'
import type { StreamSlot, StreamSlots } from './stream-slots.ts'

/**
 * Produces the first chunk before anything is sent, so that an early error becomes an error response. A later error breaks
 * the connection. Throws `overloaded` when too many streams are active.
 */
export async function openStream({ chunks, encoding }: StreamedText, slots: StreamSlots): Promise<Readable> {
  const slot = await slots.take()
  const iterator = chunks()[Symbol.asyncIterator]()
  try {
    await slot.waitForTurn()
    const first = await iterator.next()
    const source = Readable.from(resumeIterator(first, iterator, slot))
    // The returned stream reports errors of the pipeline.
    const body = encoding ? pipeline(source, createEncoder(encoding), () => {}) : source
    addAbortSignal(slot.signal, body)
    body.once('close', () => {
      slot.release()
      // A generator that never started does not run `finally`. Its errors are irrelevant after the end of the stream.
      iterator.return?.().catch(() => {})
    })
    return body
  } catch (error) {
    slot.release()
    throw error
  }
}

/** Continues an iterator whose first result was read already. */
async function* resumeIterator(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  { touch, waitForTurn }: StreamSlot,
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
