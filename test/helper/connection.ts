/** One connection to a service, for tests that depend on which process responds, and when. */
import { Agent, request as httpRequest } from 'node:http'
import type { Json } from './service.ts'

export interface ConnectionResponse {
  readonly status: number
  readonly json: Json
}

/** A connection that stays with the worker that accepted it. */
export interface TestConnection {
  /** Starts a request, whose last bytes follow at `finish`. Rejects when the worker has ended. */
  readonly begin: (
    method: string,
    path: string,
    json?: unknown,
  ) => { readonly finish: () => Promise<ConnectionResponse> }
  readonly request: (method: string, path: string, json?: unknown) => Promise<ConnectionResponse>
  readonly close: () => void
}

export function openConnection(url: string, common: Readonly<Record<string, string>> = {}): TestConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const begin: TestConnection['begin'] = (method, path, json) => {
    const body = json === undefined ? '' : JSON.stringify(json)
    const headers = {
      accept: 'application/json',
      ...common,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const request = httpRequest(`${url}${path}`, { method, agent, headers })
    const answered = new Promise<ConnectionResponse>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) }))
      })
    })
    // A rejection is reported to the caller that awaits it, and ignored otherwise.
    answered.catch(() => {})
    request.write(body.slice(0, -1))
    return {
      finish: () => {
        request.end(body.slice(-1))
        return answered
      },
    }
  }
  return { begin, request: (method, path, json) => begin(method, path, json).finish(), close: () => agent.destroy() }
}
