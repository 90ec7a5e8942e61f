/** JSON-RPC batches over stdin and stdout. The SDK reads one message per line and does not support batches there. */
import { createInterface } from 'node:readline'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server'
import { isRecord } from '../../base/is-record.ts'
import { createInvalidMessageError, findBatchError } from './json-rpc-batch.ts'

export interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/** Streams for the SDK: a batch is split into messages, and its responses are combined into one list. */
export function unpackBatches({ input, output }: Streams): Streams {
  const messages = new PassThrough()
  const batches = createBatchTracker((message) => output.write(`${JSON.stringify(message)}\n`))
  let version: string | undefined
  createInterface({ input })
    .on('line', (line) => {
      const batch = line.trimStart().startsWith('[') ? parseLine(line) : undefined
      if (!Array.isArray(batch)) messages.write(`${line}\n`)
      else for (const message of batches.open(batch, version)) messages.write(`${JSON.stringify(message)}\n`)
    })
    .on('close', () => messages.end())
  const sdkOutput = new Writable({
    decodeStrings: false,
    write: (line, _encoding, done) => {
      // Responses are parsed only while a batch is open or the version is unknown.
      const message = version === undefined || batches.size() > 0 ? parseLine(String(line)) : undefined
      if (isRecord(message)) version ??= readNegotiatedVersion(message)
      if (isRecord(message) && batches.settle(message)) done()
      else output.write(line, () => done())
    },
  })
  output.on('error', (error) => sdkOutput.destroy(error))
  return { input: messages, output: sdkOutput }
}

interface OpenBatch {
  readonly pending: Set<unknown>
  readonly responses: unknown[]
}

/** Tracks batches with pending responses by the IDs of their requests. */
function createBatchTracker(sendMessage: (message: unknown) => void) {
  const byId = new Map<unknown, OpenBatch>()

  function close(id: unknown, responses: readonly unknown[]): boolean {
    const batch = byId.get(id)
    if (!batch) return false
    byId.delete(id)
    batch.pending.delete(id)
    batch.responses.push(...responses)
    if (batch.pending.size === 0 && batch.responses.length > 0) sendMessage(batch.responses)
    return true
  }

  /** Whether a message is passed to the SDK. Requests are then pending. */
  function admit(message: unknown, batch: OpenBatch): boolean {
    if (isJSONRPCNotification(message)) {
      // Canceled requests get no response.
      if (message.method === 'notifications/cancelled') close(message.params?.['requestId'], [])
      return true
    }
    if (!isJSONRPCRequest(message) || byId.has(message.id)) {
      batch.responses.push(createInvalidMessageError(message))
      return false
    }
    batch.pending.add(message.id)
    byId.set(message.id, batch)
    return true
  }

  return {
    size: () => byId.size,
    /** Returns the messages of a batch for the SDK. */
    open: (messages: readonly unknown[], version: string | undefined): readonly unknown[] => {
      const batchError = findBatchError(messages, version)
      if (batchError) sendMessage(batchError)
      if (batchError) return []
      const batch: OpenBatch = { pending: new Set(), responses: [] }
      const admitted = messages.filter((message) => admit(message, batch))
      if (batch.pending.size === 0 && batch.responses.length > 0) sendMessage(batch.responses)
      return admitted
    },
    /** Whether a message is the response to a request of a batch. A complete batch is sent. */
    settle: (message: Readonly<Record<string, unknown>>): boolean =>
      ('result' in message || 'error' in message) && close(message['id'], [message]),
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The protocol version in the response to `initialize`. */
function readNegotiatedVersion({ result }: Readonly<Record<string, unknown>>): string | undefined {
  const version = isRecord(result) ? result['protocolVersion'] : undefined
  return typeof version === 'string' ? version : undefined
}
