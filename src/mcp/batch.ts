/** JSON-RPC batches, which version 2025-03-26 of the protocol demands and 2025-06-18 removed. */
import { isRecord } from '../calendar/field.ts'

const VERSIONS_WITH_BATCHES = ['2024-11-05', '2025-03-26']

/** A client that names no version is one of 2025-03-26, or of before. */
export const takesBatches = (version: string | undefined): boolean =>
  version === undefined || VERSIONS_WITH_BATCHES.includes(version)

/** Most messages in a batch: each may be a request of its own to the API. */
export const MOST_MESSAGES = 100

const INVALID_REQUEST = -32_600

interface InvalidRequest {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const invalidRequest = (message: string, id: string | number | null = null): InvalidRequest => ({
  jsonrpc: '2.0',
  id,
  error: { code: INVALID_REQUEST, message: `Invalid Request: ${message}` },
})

/** Why a batch is refused as a whole; undefined when it is taken. */
export function refuseBatch(messages: readonly unknown[], version: string | undefined): InvalidRequest | undefined {
  if (!takesBatches(version)) return invalidRequest(`version ${version} of the protocol has no batches`)
  if (messages.length === 0) return invalidRequest('the batch is empty')
  if (messages.length > MOST_MESSAGES) return invalidRequest(`a batch has at most ${MOST_MESSAGES} messages`)
  return messages.some(isInitialization) ? invalidRequest('initialize cannot be part of a batch') : undefined
}

const isInitialization = (message: unknown): boolean => isRecord(message) && message['method'] === 'initialize'

/** What a batch answers for a part of it that is no message, or one of a version without batches. */
export function invalidMessage(message: unknown): InvalidRequest {
  const id = isRecord(message) ? message['id'] : undefined
  return invalidRequest('not a message of this version', typeof id === 'string' || typeof id === 'number' ? id : null)
}

/** Answers to each message in turn; those to notifications have no text. A failure of the transport ends the batch. */
export async function exchangeEach(
  messages: readonly unknown[],
  exchangeOne: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const answers: unknown[] = []
  for (const message of messages) {
    const response = await exchangeOne(message)
    // The headers are those of all messages, so that the next one would fail alike.
    if (response.status === 406 || response.status === 415) return response
    const text = await response.text()
    if (text !== '') answers.push(JSON.parse(text))
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers)
}
