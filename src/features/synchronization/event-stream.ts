/** A stream of server-sent events to one client, with a limit on what it has not read. */
import { Readable } from 'node:stream'

export interface EventStream {
  readonly body: Readable
  /** Sends an event. A client that has not read enough of the earlier ones is disconnected. */
  readonly send: (event: Buffer) => void
  /** Resolves when the client has read most of what was sent, or is gone. */
  readonly waitUntilRead: () => Promise<void>
  readonly isClosed: () => boolean
  /** Ends the stream after what was sent; clients then reconnect. */
  readonly end: () => void
}

export const MAX_UNREAD_BYTES = 262_144
const BUFFER_BYTES = 16_384

export function createEventStream(onClose: () => void): EventStream {
  let waiting: (() => void)[] = []
  let isEnded = false
  const resume = () => {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const body = new Readable({ highWaterMark: BUFFER_BYTES, read: resume })
  body.once('close', () => {
    resume()
    onClose()
  })
  const isClosed = () => isEnded || body.destroyed
  return {
    body,
    isClosed,
    send: (event) => {
      if (isClosed()) return
      if (body.readableLength > MAX_UNREAD_BYTES) body.destroy()
      else body.push(event)
    },
    waitUntilRead: () =>
      new Promise((resolve) => {
        if (isClosed() || body.readableLength < BUFFER_BYTES) resolve()
        else waiting.push(resolve)
      }),
    end: () => {
      if (isClosed()) return
      isEnded = true
      body.push(null)
    },
  }
}
