/** Examples of users, sessions and links. */
import { TOTP } from 'otpauth'
import { NOW, type Send } from './examples.ts'

const PASSWORD = 'correct horse battery'

/** Of an authenticator without attestation, for the site of the examples. */
const CREDENTIAL_ID = 'fsiRUgtQAf3cJMZjBI93Wg'
const ATTESTATION =
  'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUUYgpuoeVGNQIGPKTzcW10KDQaoaGqmaxeynQGGgY9qtFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEH7IkVILUAH93CTGYwSPd1qlAQIDJiABIVggUruVchZ6YEs-d57nB476j7fk7QpcPt-6Uvy_o36WDykiWCAdQj1L7mPn-UUPVOPOqmUvKoySk6KI_rJCxb0gpUxi-w'

export const ACCOUNT_REQUESTS = {
  SignIn: { login: 'ann', password: PASSWORD },
  CreateUser: { login: 'ann', email: 'ann@calendar.example', name: 'Ann', role: 'author' },
  UpdateUser: { role: 'editor' },
  ChangePassword: { current_password: PASSWORD, password: 'another horse', revoke_application_passwords: true },
  CreateAccountLink: { purpose: 'reset' },
  RequestPasswordReset: { login: 'ann@calendar.example' },
  DescribeAccountLink: { token: '7f3c...' },
  CreateTotp: { current_password: PASSWORD },
  ConfirmTotp: { code: '123456' },
  DisableTotp: { current_password: PASSWORD },
  CreatePasskeyOptions: { current_password: PASSWORD },
  CreatePasskey: {
    name: 'Laptop',
    credential: {
      id: CREDENTIAL_ID,
      type: 'public-key',
      response: { clientDataJSON: 'eyJ0eXBl...', attestationObject: 'o2NmbXRk...', transports: ['internal'] },
    },
  },
  UpdatePasskey: { name: 'Old laptop' },
  DeletePasskey: { current_password: PASSWORD },
  CreatePasskeySignInOptions: {},
  SignInWithPasskey: {
    credential: {
      id: CREDENTIAL_ID,
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBl...',
        authenticatorData: 'UYgpuoeV...',
        signature: 'MEUCIQDm...',
        userHandle: 'q3zT9h1c...',
      },
    },
  },
  RedeemAccountLink: { token: '7f3c...', password: PASSWORD },
} as const

/** `readMail` returns the text of the newest mail. */
export async function recordAccounts(send: Send, readMail: () => string) {
  const as = 'administrator'
  const created = await send(201, 'POST', '/users', { as, json: ACCOUNT_REQUESTS.CreateUser })
  const path = `/users/${Object(created).id}`
  const link = await send(200, 'POST', `${path}/links`, { as, json: ACCOUNT_REQUESTS.CreateAccountLink })
  const token = /#(\w+)/.exec(readMail())?.[1]
  const described = await send(200, 'POST', '/users/links/describe', { json: { token } })
  await send(200, 'POST', '/users/links/redeem', { json: { token, password: PASSWORD } })
  const user = await send(200, 'POST', path, { as, json: ACCOUNT_REQUESTS.UpdateUser })
  const requested = await send(200, 'POST', '/users/password-reset', { json: ACCOUNT_REQUESTS.RequestPasswordReset })
  const basic = (password: unknown) => `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
  const key = await send(201, 'POST', `${path}/application-passwords`, { as, json: { name: 'examples' } })
  const headers = { authorization: basic(Object(key).password) }
  const totp = await send(200, 'POST', '/users/me/totp', { headers, json: ACCOUNT_REQUESTS.CreateTotp })
  const code = new TOTP({ secret: Object(totp).secret }).generate({ timestamp: Date.parse(NOW) })
  const codes = await send(200, 'POST', '/users/me/totp/confirm', { headers, json: { code } })
  const status = await send(200, 'GET', '/users/me/totp', { headers })
  await send(200, 'POST', '/users/me/totp/disable', { headers, json: ACCOUNT_REQUESTS.DisableTotp })
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const signedIn = await send(200, 'POST', '/session', { json: ACCOUNT_REQUESTS.SignIn, headers: agent })
  const passkeys = await recordPasskeys(send, Object(signedIn).nonce)
  const sessions = await send(200, 'GET', `${path}/sessions`, { as })
  const session = `${path}/sessions/${Object(signedIn).session.id}`
  const ended = await send(200, 'DELETE', session, { as })
  await send(200, 'POST', '/session', { json: ACCOUNT_REQUESTS.SignIn, headers: agent })
  return {
    NewUser: created,
    SentLink: link,
    AccountLink: described,
    RequestedReset: requested,
    NewTotp: totp,
    RecoveryCodes: codes,
    TotpStatus: status,
    ...passkeys,
    User: user,
    Users: [user],
    SignedIn: signedIn,
    Sessions: sessions,
    RevokedSession: ended,
    RevokedSessions: await send(200, 'DELETE', `${path}/sessions`, { as }),
    DeletedUser: await send(200, 'DELETE', path, { as }),
    Deleted: { deleted: true },
  }
}

/** Sends requests as the user whose session has these cookies and this nonce. */
async function recordPasskeys(send: Send, nonce: string) {
  const browser = { withCookies: true, headers: { 'x-wp-nonce': nonce } } as const
  const path = '/users/me/passkeys'
  const options = await send(200, 'POST', `${path}/options`, {
    ...browser,
    json: ACCOUNT_REQUESTS.CreatePasskeyOptions,
  })
  const { challenge } = Object(options)
  const origin = 'https://calendar.example'
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
  const { name, credential } = ACCOUNT_REQUESTS.CreatePasskey
  const response = {
    ...credential.response,
    clientDataJSON: Buffer.from(clientData).toString('base64url'),
    attestationObject: ATTESTATION,
  }
  const created = await send(201, 'POST', path, { ...browser, json: { name, credential: { ...credential, response } } })
  const item = `${path}/${Object(created).id}`
  const renamed = await send(200, 'POST', item, { ...browser, json: ACCOUNT_REQUESTS.UpdatePasskey })
  const list = await send(200, 'GET', path, browser)
  const deleted = await send(200, 'POST', `${item}/delete`, { ...browser, json: ACCOUNT_REQUESTS.DeletePasskey })
  return { PasskeyOptions: options, Passkey: renamed, Passkeys: list, DeletedPasskey: deleted }
}
