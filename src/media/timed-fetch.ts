/** A `fetch` that gives up when nothing has moved for a while, in whichever direction. */

const CHUNK_BYTES = 65_536

interface Watch {
  readonly signal: AbortSignal
  /** Begins to wait, or begins anew. */
  readonly wait: () => void
  readonly stop: () => void
}

function createWatch(milliseconds: number): Watch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const late = () => controller.abort(new Error(`no answer within ${milliseconds / 1000} seconds`))
  return {
    signal: controller.signal,
    wait: () => {
      stop()
      timer = setTimeout(late, milliseconds).unref()
    },
    stop,
  }
}

/**
 * Requests and responses may take as long as they like while bytes are moving. A redirect is an answer, since the
 * signature holds for one host only. A client that reads a response slowly is not waited for.
 */
export function timedFetch(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const watch = createWatch(milliseconds)
    // A compressed answer would have another length than it says.
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    watch.wait()
    try {
      const body = watchedBody(init?.body, watch)
      const response = await fetch(input, { ...init, ...body, headers, redirect: 'manual', signal: watch.signal })
      return watchResponse(response, watch)
    } finally {
      watch.stop()
    }
  }
}

/** Bytes are handed over piece by piece, so that one can see them go. */
function watchedBody(body: RequestInit['body'], { wait }: Watch): RequestInit {
  if (!(body instanceof Uint8Array) || body.length <= CHUNK_BYTES) return {}
  let at = 0
  const pieces = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      wait()
      controller.enqueue(body.subarray(at, at + CHUNK_BYTES))
      at += CHUNK_BYTES
      if (at >= body.length) controller.close()
    },
  })
  return { body: pieces, duplex: 'half' }
}

function watchResponse(response: Response, { wait, stop }: Watch): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        wait()
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
