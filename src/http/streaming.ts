/** Bodies that are made while they are sent, no faster than they are taken. */
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createQueue } from '../concurrency/queue.ts'
import { encoder } from './encoding.ts'
import type { BodyStream } from './prepared.ts'

/**
 * The first chunk is made before anything is sent, so that what fails at once is answered as any failure. What fails
 * later ends the stream with an error, which must break the connection.
 */
export async function openStream({ chunks, encoding }: BodyStream): Promise<Readable> {
  const iterator = chunks()[Symbol.asyncIterator]()
  await nextTurn()
  const first = await iterator.next()
  const body = Readable.from(resumed(first, iterator))
  if (!encoding) return body
  // Whoever sends the result hears of the failure from it.
  return pipeline(body, encoder(encoding), () => {})
}

const turns = createQueue({ concurrency: 1 })

/**
 * Of all bodies together one goes on in a turn of the event loop. Each by itself would have connections that take
 * megabytes at once, or are many, keep the process to themselves, which accepts but one connection in a turn.
 */
const nextTurn = (): Promise<unknown> => turns.run(() => setImmediate())

/** What an iterator gives, of which the first was taken already. */
async function* resumed(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      yield next.value
      await nextTurn()
    }
  } finally {
    await rest.return?.()
  }
}
