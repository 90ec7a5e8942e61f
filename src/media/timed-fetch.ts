/**
 * `fetch` for a storage service: an answer has to come whole within `timeoutMs`, but for the content of an object, which
 * is handed on at the pace of whoever reads it. A redirect is an answer, since the signature holds for one host only.
 */
export function timedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const controller = new AbortController()
    const late = new Error(`no answer within ${timeoutMs / 1000} seconds`)
    const timer = setTimeout(() => controller.abort(late), timeoutMs).unref()
    // A compressed answer would have another length than it says.
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    const response = await fetch(input, { ...init, headers, redirect: 'manual', signal: controller.signal })
    if (response.ok && init?.method === 'GET' && !String(input).includes('?')) clearTimeout(timer)
    return response
  }
}
