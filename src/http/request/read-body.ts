import type { IncomingMessage } from 'node:http'
import { problem } from '../../kernel/problem.ts'

/** Maximum size of a JSON body or of a form without files, in bytes. */
export const BODY_LIMIT = 1_048_576

const EMPTY_BUFFER = Buffer.alloc(0)

/**
 * Reads the body of a request. Throws `request_too_large`, before reading if `Content-Length` exceeds the limit, and
 * `request_incomplete` when the client disconnects.
 */
export async function readRequestBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return EMPTY_BUFFER
  if (Number(length ?? 0) > limit) throw createTooLargeProblem(limit)
  const chunks: Buffer[] = []
  let size = 0
  // The rest is discarded below, so that the connection stays open for the response.
  for await (const chunk of readChunks(request)) {
    size += chunk.length
    if (size > limit) break
    chunks.push(chunk)
  }
  if (size <= limit) return Buffer.concat(chunks)
  request.resume()
  throw createTooLargeProblem(limit)
}

export const createTooLargeProblem = (limit: number) =>
  problem('request_too_large', { values: { limit: String(limit) } })

export async function* readChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (error) {
    if (request.destroyed) throw problem('request_incomplete')
    throw error
  }
}
