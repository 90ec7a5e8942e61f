/** A `fetch` that fails after a period without progress in either direction. */

const CHUNK_BYTES = 65_536

interface StallTimer {
  readonly signal: AbortSignal
  readonly restart: () => void
  readonly stop: () => void
}

function createStallTimer(milliseconds: number): StallTimer {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const abort = () => controller.abort(new Error(`no response within ${milliseconds / 1000} seconds`))
  return {
    signal: controller.signal,
    restart: () => {
      stop()
      timer = setTimeout(abort, milliseconds).unref()
    },
    stop,
  }
}

/**
 * Transfers have no total time limit while bytes are moving. Redirects are not followed, because the signature is valid
 * for one host only. Time in which the reader of a response pauses does not count.
 */
export function createTimedFetch(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const timer = createStallTimer(milliseconds)
    // The length of a compressed response would differ from its content-length.
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    timer.restart()
    try {
      const body = watchBody(init?.body, timer)
      const response = await fetch(input, { ...init, ...body, headers, redirect: 'manual', signal: timer.signal })
      return watchResponse(response, timer)
    } finally {
      timer.stop()
    }
  }
}

/** Splits the body into chunks, so that progress is visible. */
function watchBody(body: RequestInit['body'], { restart }: StallTimer): RequestInit {
  if (!(body instanceof Uint8Array) || body.length <= CHUNK_BYTES) return {}
  let offset = 0
  const pieces = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      restart()
      controller.enqueue(body.subarray(offset, offset + CHUNK_BYTES))
      offset += CHUNK_BYTES
      if (offset >= body.length) controller.close()
    },
  })
  return { body: pieces, duplex: 'half' }
}

function watchResponse(response: Response, { restart, stop }: StallTimer): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        restart()
        const { done, value } = await reader.read().finally(stop)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
