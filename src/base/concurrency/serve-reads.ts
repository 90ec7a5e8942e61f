/** The part of contained-reader.ts in the child process: runs one reader at a time and sends its values in batches. */
import { serialize } from 'node:v8'
import { prepareChild } from './child-program.ts'
import type { ReadMessage, ReadReply } from './contained-reader.ts'

export type ContentReader = (input: unknown) => AsyncIterable<unknown>

type Batch = Extract<ReadReply, { kind: 'batch' }>

/** Bytes of a batch. */
const MAX_BATCH_BYTES = 2 ** 20

export async function serveReads(readers: Readonly<Record<string, ContentReader>>): Promise<void> {
  let continueReading: () => void = () => {}
  const send = (reply: ReadReply) => {
    if (process.connected) process.send?.(reply)
  }
  /** Resolves when the parent has taken the batch. */
  const sendBatch = (batch: Batch) =>
    new Promise<void>((resolve) => {
      continueReading = resolve
      send(batch)
    })
  process.on('message', (message: ReadMessage) => {
    if (message.kind === 'next') continueReading()
    else void run(readers[message.reader], message.input, sendBatch).then(send)
  })
  await prepareChild()
  send({ kind: 'ready' })
}

async function run(
  reader: ContentReader | undefined,
  input: unknown,
  sendBatch: (batch: Batch) => Promise<void>,
): Promise<ReadReply> {
  try {
    if (!reader) throw new TypeError('unknown reader')
    for await (const batch of createBatches(reader(input))) await sendBatch(batch)
    return { kind: 'end' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, isExpected: error instanceof Error && error.constructor === Error }
  }
}

async function* createBatches(content: AsyncIterable<unknown>): AsyncGenerator<Batch> {
  let values: Uint8Array[] = []
  let bytes = 0
  for await (const value of content) {
    const serialized = serialize(value)
    for (let start = 0; start < serialized.length; start += MAX_BATCH_BYTES) {
      const piece = serialized.subarray(start, start + MAX_BATCH_BYTES)
      if (bytes + piece.length > MAX_BATCH_BYTES) {
        yield { kind: 'batch', values, isContinued: start > 0 }
        values = []
        bytes = 0
      }
      values.push(piece)
      bytes += piece.length
    }
  }
  if (values.length > 0) yield { kind: 'batch', values, isContinued: false }
}
