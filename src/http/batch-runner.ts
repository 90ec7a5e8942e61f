/** Sends the requests of a batch to the own server in memory, so that they pass through all stages. */
import { problem } from '../kernel/problem.ts'
import { readIdempotencyKey } from './api-request.ts'
import { BATCH_KEY_HEADER, MCP_KEY_HEADER } from './app-context.ts'
import type { BatchItem, BatchItemResponse, BatchRunner } from './endpoint.ts'
import { type ApiTarget, siteUrl } from './request/resolve-mount.ts'
import type { RequestContext } from './request-context.ts'
import { presentProblem } from './response/problem-response.ts'

/** Headers of the batch that identify its sender and the language; each request has them too. */
const INHERITED_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'authorization', 'cookie', 'x-wp-nonce', 'origin', 'sec-fetch-site', 'user-agent'],
  ...['accept-language', MCP_KEY_HEADER],
])

/** Headers of a response that its part of the batch shows. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  ...['allow', 'content-language', 'content-type', 'etag', 'idempotency-replayed', 'last-modified', 'link'],
  ...['location', 'preference-applied', 'retry-after', 'x-dry-run'],
  ...['x-tec-total', 'x-tec-totalpages', 'x-wp-total', 'x-wp-totalpages'],
])

/** Maximum size of all responses together, in bytes. */
export const MAX_BATCH_RESPONSE_BYTES = 10 * 2 ** 20

export function createBatchRunner(context: RequestContext, target: ApiTarget, namespace: string): BatchRunner {
  const { app, request } = context
  const base = `${siteUrl({ site: '', language: target.language })}${target.mount.root}/${namespace}`
  let hasCredentials = false
  const markCredentials = () => {
    hasCredentials = true
  }
  return {
    idempotencyKey: readIdempotencyKey(request.headers),
    hasCredentials: () => hasCredentials,
    run: async ({ services, isDryRun = false }, work) => {
      const batchKey = app.services.random(16)
      let bytes = 0
      app.batches.set(batchKey, { services, isDryRun, markCredentials })
      try {
        return await work(async (item) => {
          const rejection =
            bytes > MAX_BATCH_RESPONSE_BYTES
              ? problem('batch_response_too_large')
              : app.limits.takeForClient(request.raw)
          if (rejection) return pickResponse(presentProblem(rejection, context.contentLanguage.language))
          const { response, size } = await sendItem(context, { ...item, path: `${base}${item.path}` }, batchKey)
          bytes += size
          return response
        })
      } finally {
        app.batches.delete(batchKey)
      }
    },
  }
}

const pickResponse = ({ status, headers, body }: BatchItemResponse): BatchItemResponse => ({ status, headers, body })

async function sendItem(
  { request }: RequestContext,
  { method, path, headers, body }: BatchItem,
  batchKey: string,
): Promise<{ readonly response: BatchItemResponse; readonly size: number }> {
  const inherited = Object.entries(request.headers).filter(([name]) => INHERITED_HEADERS.has(name))
  const injected = await request.server.inject({
    method,
    url: path,
    headers: {
      ...Object.fromEntries(inherited),
      ...headers,
      ...(body && { 'content-type': 'application/json' }),
      [BATCH_KEY_HEADER]: batchKey,
    },
    ...(body && { payload: JSON.stringify(body) }),
    remoteAddress: request.ip,
  })
  const { statusCode, headers: received, payload } = injected
  const shown = Object.entries(received).filter(([name]) => SHOWN_HEADERS.has(name))
  const isJson = payload !== '' && String(received['content-type']).startsWith('application/json')
  const response = {
    status: statusCode,
    headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
    body: isJson ? injected.json<unknown>() : payload,
  }
  return { response, size: payload.length }
}
