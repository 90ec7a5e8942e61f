/** A client with cookies, like a browser on a page of the site. */
import assert from 'node:assert/strict'
import type { Json, RequestOptions, TestResponse, TestService } from '../service.ts'

export interface BrowserClient {
  /** `path` like that of `TestService.send`, with the nonce of the session unless `nonce` is null or another value. */
  readonly send: (
    method: string,
    path: string,
    options?: RequestOptions & { readonly nonce?: string | null },
  ) => Promise<TestResponse>
  /** Signs in and returns the response. */
  readonly signIn: (login: string, password: string, fields?: Json) => Promise<TestResponse>
  readonly cookies: Map<string, string>
  readonly getNonce: () => string | undefined
}

export function createBrowserClient(service: TestService): BrowserClient {
  const cookies = new Map<string, string>()
  let nonce: string | undefined
  const send: BrowserClient['send'] = async (method, path, { nonce: ownNonce = nonce, headers, ...options } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await service.send(method, path, {
      ...options,
      headers: {
        origin: service.origin,
        ...(cookie !== '' && { cookie }),
        ...(typeof ownNonce === 'string' && { 'x-wp-nonce': ownNonce }),
        ...headers,
      },
    })
    for (const [, name = '', value = ''] of (response.headers['set-cookie'] ?? '').matchAll(
      /(calends_\w+)=([^;,]*)/g,
    )) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    if (typeof response.json?.nonce === 'string') nonce = response.json.nonce
    return response
  }
  return {
    send,
    cookies,
    getNonce: () => nonce,
    signIn: (login, password, fields = {}) =>
      send('POST', '/session', { json: { login, password, ...fields }, nonce: null }),
  }
}

/** A client with a session of the user. */
export async function openSession(service: TestService, login: string, password = 'x'): Promise<BrowserClient> {
  const client = createBrowserClient(service)
  const { status, text } = await client.signIn(login, password)
  assert.equal(status, 200, text)
  return client
}
