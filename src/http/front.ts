/** The shortest way through the door: what lies ready goes out without waking the rest of the house. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from './headers.ts'
import { type Delivery, deliver, type Prepared } from './prepared.ts'
import type { Shelf } from './shelf.ts'
import { isPublicRead } from './shelf-key.ts'

interface Front {
  readonly shelf: Shelf
  /** Puts an answer together at once, where that can be. */
  readonly ready: (address: string) => Prepared | undefined
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly everyHeaders: Readonly<Record<string, string>>
  /** Hears of every answer that was given here. */
  readonly onAnswer: (request: IncomingMessage, status: number) => void
}

/** Whether the request was answered. */
export function createFront({ shelf, ready, corsOrigins, everyHeaders, onAnswer }: Front) {
  const every = Object.entries(everyHeaders).flat()
  /** A failure is met again further in, where it can be answered. */
  const find = (address: string, headers: IncomingHttpHeaders): Delivery | undefined => {
    try {
      const prepared = shelf.at(address) ?? ready(address)
      return prepared && deliver(prepared, headers)
    } catch {
      return undefined
    }
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    const delivery = isPublicRead(method, headers) ? find(url, headers) : undefined
    if (!delivery) return false
    const { status, bytes } = delivery
    response.writeHead(status, withMore(delivery.headers, every, corsHeaders(corsOrigins, headers.origin)))
    response.end(bytes)
    onAnswer(request, status)
    return true
  }
}

/** Names and values of headers in turn; a copy is made only where there are more of them. */
function withMore(
  headers: readonly string[],
  every: readonly string[],
  cors: Readonly<Record<string, string>> | undefined,
): string[] {
  if (!cors && every.length === 0) return headers as string[]
  return [...headers, ...every, ...Object.entries(cors ?? {}).flat()]
}
