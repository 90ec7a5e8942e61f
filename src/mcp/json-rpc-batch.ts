/** JSON-RPC batches, which version 2025-03-26 of the protocol demands and 2025-06-18 removed. */
import { isRecord } from '../domain/model/is-record.ts'

const VERSIONS_WITH_BATCHES = ['2024-11-05', '2025-03-26']

/** A client that names no version is one of 2025-03-26, or of before. */
export const hasBatchSupport = (version: string | undefined): boolean =>
  version === undefined || VERSIONS_WITH_BATCHES.includes(version)

/** Most messages in a batch: each may be a request of its own to the API. */
export const MAX_BATCH_MESSAGES = 100

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

/** Why a batch is refused as a whole; undefined when it is taken. */
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

/** What a batch answers for a part of it that is no message, or one of a version without batches. */
export function createInvalidMessageError(message: unknown): InvalidRequestError {
  const id = isRecord(message) ? message['id'] : undefined
  return createInvalidRequestError(
    'not a message of this version',
    typeof id === 'string' || typeof id === 'number' ? id : null,
  )
}

/** Answers to each message in turn; those to notifications have no text. A failure of the transport ends the batch. */
export async function handleEachMessage(
  messages: readonly unknown[],
  handleMessage: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const responses: unknown[] = []
  for (const message of messages) {
    const response = await handleMessage(message)
    // The headers are those of all messages, so that the next one would fail alike.
    if (response.status === 406 || response.status === 415) return response
    const text = await response.text()
    if (text !== '') responses.push(JSON.parse(text))
  }
  return responses.length === 0 ? new Response(null, { status: 202 }) : Response.json(responses)
}
