/** JSON-RPC batches, which version 2025-03-26 of MCP requires and version 2025-06-18 removed. */
import { setImmediate } from 'node:timers/promises'
import { isRecord } from '../../base/is-record.ts'

const VERSIONS_WITH_BATCHES = ['2024-11-05', '2025-03-26']

/** Clients of version 2025-03-26 and earlier do not send a version. */
export const hasBatchSupport = (version: string | undefined): boolean =>
  version === undefined || VERSIONS_WITH_BATCHES.includes(version)

/** Maximum number of messages in a batch; each may cause an API request. */
export const MAX_BATCH_MESSAGES = 50

/** Size of the responses after which the other requests of a batch are refused. */
export const MAX_BATCH_BYTES = 1_000_000

const INVALID_REQUEST_CODE = -32_600

interface InvalidRequestError {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const createInvalidRequestError = (message: string, id: string | number | null = null): InvalidRequestError => ({
  jsonrpc: '2.0',
  id,
  error: { code: INVALID_REQUEST_CODE, message: `Invalid Request: ${message}` },
})

/** The error of a batch that is rejected as a whole; undefined for valid batches. */
export function findBatchError(
  messages: readonly unknown[],
  version: string | undefined,
): InvalidRequestError | undefined {
  if (!hasBatchSupport(version)) return createInvalidRequestError(`version ${version} of the protocol has no batches`)
  if (messages.length === 0) return createInvalidRequestError('the batch is empty')
  if (messages.length > MAX_BATCH_MESSAGES)
    return createInvalidRequestError(`a batch has at most ${MAX_BATCH_MESSAGES} messages`)
  return messages.some(isInitializeRequest)
    ? createInvalidRequestError('initialize cannot be part of a batch')
    : undefined
}

const isInitializeRequest = (message: unknown): boolean => isRecord(message) && message['method'] === 'initialize'

/** Error for an item of a batch that is not a valid message. */
export function createInvalidMessageError(message: unknown): InvalidRequestError {
  const id = isRecord(message) ? message['id'] : undefined
  return createInvalidRequestError(
    'not a message of this version',
    typeof id === 'string' || typeof id === 'number' ? id : null,
  )
}

const SERVER_ERROR_CODE = -32_000

/** Error for a request that is not handled, because the responses of the batch are too large. */
function createTooLargeError(message: unknown) {
  const { id } = createInvalidMessageError(message)
  const text = `the responses of the batch exceed ${MAX_BATCH_BYTES} bytes. Send the request again by itself`
  return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR_CODE, message: text } }
}

const isRequest = (message: unknown): boolean => isRecord(message) && message['id'] !== undefined

/**
 * Handles messages in order. Notifications have no response. A transport error ends the batch. Other requests are served
 * between two messages.
 */
export async function handleEachMessage(
  messages: readonly unknown[],
  handleMessage: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const responses: unknown[] = []
  let bytes = 0
  for (const message of messages) {
    if (bytes > MAX_BATCH_BYTES) {
      if (isRequest(message)) responses.push(createTooLargeError(message))
      continue
    }
    await setImmediate()
    const response = await handleMessage(message)
    // All messages share the headers, so the next one would fail in the same way.
    if (response.status === 406 || response.status === 415) return response
    const text = await response.text()
    bytes += Buffer.byteLength(text)
    if (text !== '') responses.push(JSON.parse(text))
  }
  return responses.length === 0 ? new Response(null, { status: 202 }) : Response.json(responses)
}
