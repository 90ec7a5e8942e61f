import { registerPasskey, signWithPasskey } from '../accounts/software-authenticator.ts'
import type { Conformance } from '../conformance.ts'
import type { TestService } from '../service.ts'

const PASSKEYS = '/users/{user_id}/passkeys'

/** Sends every request of passkeys and compares its response with the document. */
export async function checkPasskeyDocument(conformance: Conformance, service: TestService): Promise<void> {
  const user_id = 'me'
  const { origin } = service
  const password = { current_password: 'x' }
  const { json: signedIn, headers } = await conformance.check('/session', 'POST', 200, {
    json: { login: 'editor', password: 'x' },
  })
  const readCookie = (cookies = '') => /calends_(?:session|passkey)=\w+/.exec(cookies)?.[0] ?? ''
  const nonce = { 'x-wp-nonce': signedIn.nonce }
  const session = readCookie(headers['set-cookie'])
  const own = { params: { user_id }, headers: { cookie: session, ...nonce } }
  const options = await conformance.check(`${PASSKEYS}/options`, 'POST', 200, { ...own, json: password })
  const { credential, passkey } = registerPasskey(options.json, { origin })
  const cookie = `${session}; ${readCookie(options.headers['set-cookie'])}`
  const json = { name: 'Key', credential }
  const created = await conformance.check(PASSKEYS, 'POST', 201, { ...own, headers: { cookie, ...nonce }, json })
  await conformance.check(PASSKEYS, 'GET', 200, own)
  await conformance.check(PASSKEYS, 'GET', 404, { as: 'admin', params: { user_id: 999 } })
  const [item, absent] = [created.json.id, 999].map((passkey_id) => ({ ...own, params: { user_id, passkey_id } }))
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await conformance.check(`${PASSKEYS}/{passkey_id}`, method, 200, { ...item, json: { name: method } })
    await conformance.check(`${PASSKEYS}/{passkey_id}`, method, 404, { ...absent, json: { name: method } })
  }
  const begun = await conformance.check('/session/passkey/options', 'POST', 200, { json: {} })
  await conformance.check('/session/passkey', 'POST', 200, {
    headers: { cookie: readCookie(begun.headers['set-cookie']) },
    json: { credential: signWithPasskey(passkey, begun.json, { origin }) },
  })
  await conformance.check(`${PASSKEYS}/{passkey_id}/delete`, 'POST', 200, { ...item, json: password })
  await conformance.check(`${PASSKEYS}/{passkey_id}/delete`, 'POST', 404, { ...absent, json: password })
}
