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
  /** Hears of every answer that was given here. */
  readonly onAnswer: (request: IncomingMessage, status: number) => void
}

/** Whether the request was answered. */
export function createFront({ shelf, ready, corsOrigins, onAnswer }: Front) {
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
    response.writeHead(status, withCors(delivery.headers, corsHeaders(corsOrigins, headers.origin)))
    response.end(bytes)
    onAnswer(request, status)
    return true
  }
}

/** Headers in turn with their values; a copy is made only for pages of other origins. */
const withCors = (headers: readonly string[], cors: Readonly<Record<string, string>> | undefined): string[] =>
  cors ? [...headers, ...Object.entries(cors).flat()] : (headers as string[])
