/** Users, sessions, links, second factors, passkeys, application passwords, and the authorization of applications. */
import { api, forUsers, type GoldenRequest, type RequestOptions, site, wordpress } from '../request.ts'

const SESSION: RequestOptions = {
  headers: { cookie: '{session.cookies}', 'x-wp-nonce': '{session.nonce}', origin: 'https://calendar.example' },
}
const PASSWORD = 'correct horse battery'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const SESSIONS: readonly GoldenRequest[] = [
  api('GET /session'),
  api('POST /session', { json: { login: 'editor', password: 'wrong' }, from: '203.0.113.20' }),
  api('POST /session', { json: { login: 'nobody', password: 'x' }, from: '203.0.113.21' }),
  api('POST /session', { json: { login: 'nobody@example.test', password: 'x' }, from: '203.0.113.22' }),
  api('POST /session', { json: { login: 'editor' } }),
  api('POST /session', { json: { login: 'EDITOR@example.test', password: 'x' }, save: 'session' }),
  api('GET /session', SESSION),
  api('GET /users/me', SESSION),
  api('GET /events/{draft}?_fields=id,status', SESSION),
  api('GET /events/{draft}?_fields=id,status', { headers: { cookie: '{session.cookies}' } }),
  api('GET /events/{draft}?_fields=id', { headers: { cookie: '{session.cookies}', 'x-wp-nonce': 'wrong' } }),
  api('POST /tags', { json: { name: 'By a session' }, ...SESSION }),
  api('POST /tags', { json: { name: 'No nonce' }, headers: { cookie: '{session.cookies}' } }),
  api('GET /users/me/sessions', SESSION),
  api('POST /users/me/password', {
    json: { current_password: 'wrong', password: PASSWORD },
    ...SESSION,
    from: '203.0.113.23',
  }),
  api('POST /users/me/totp', { json: { current_password: 'x' }, ...SESSION }),
  api('POST /users/me/totp/confirm', { json: { code: '000000' }, ...SESSION, from: '203.0.113.24' }),
  api('GET /users/me/totp', SESSION),
  api('POST /users/me/passkeys/options', { json: { current_password: 'x' }, ...SESSION }),
  api('POST /users/me/passkeys', { json: { name: 'x', credential: {} }, ...SESSION }),
  api('GET /users/me/passkeys', SESSION),
  api('POST /session/passkey/options', { json: {} }),
  api('POST /session/passkey', { json: { credential: { id: 'x' } }, from: '203.0.113.25' }),
  api('DELETE /session', { headers: { cookie: '{session.cookies}' } }),
  api('DELETE /session', SESSION),
  api('GET /session', SESSION),
]

const USERS: readonly GoldenRequest[] = [
  ...forUsers(
    ['anon', 'subscriber', 'editor', 'admin'],
    [api('GET /users'), api('GET /users/me'), api('GET /users/1')],
  ),
  api('GET /users?search=author', { as: 'admin' }),
  api('POST /users', { as: 'editor', json: { login: 'x', email: 'x@example.test', role: 'author' } }),
  api('POST /users', { as: 'admin', json: { login: 'admin', email: 'x', role: 'none' } }),
  api('POST /users', {
    as: 'admin',
    json: { login: 'ann', email: 'ann@example.test', name: 'Ann', role: 'author', password: PASSWORD },
    save: 'ann',
  }),
  api('POST /users', { as: 'admin', json: { login: 'ann', email: 'ann@example.test', role: 'author' } }),
  api('GET /users/{ann}', { as: 'admin' }),
  api('PUT /users/{ann}', { as: 'admin', json: { role: 'editor', name: 'Ann B.' } }),
  api('PATCH /users/me', { as: 'subscriber', json: { name: 'Reader', email: 'other@example.test' } }),
  api('PATCH /users/1', { as: 'admin', json: { role: 'author' } }),
  api('POST /users/{ann}/links', { as: 'admin', json: { purpose: 'reset' }, save: 'link' }),
  api('POST /users/{ann}/links', { as: 'editor', json: { purpose: 'reset' } }),
  api('POST /users/links/describe', { json: { token: 'none' } }),
  api('POST /users/links/redeem', { json: { token: 'none', password: PASSWORD } }),
  api('POST /users/password-reset', { json: { login: 'ann' } }),
  api('GET /users/{ann}/sessions', { as: 'admin' }),
  api('DELETE /users/{ann}/sessions', { as: 'admin' }),
  api('DELETE /users/{ann}/sessions/1', { as: 'admin' }),
  api('DELETE /users/{ann}', { as: 'editor' }),
  api('DELETE /users/{ann}?reassign=999999', { as: 'admin' }),
  api('DELETE /users/{ann}', { as: 'admin' }),
  api('DELETE /users/{ann}', { as: 'admin' }),
]

const APPLICATIONS: readonly GoldenRequest[] = [
  ...forUsers(
    ['anon', 'author'],
    [api('GET /users/me/application-passwords'), wordpress('GET /users/me/application-passwords')],
  ),
  wordpress('GET /users/me/application-passwords/introspect', { as: 'author' }),
  wordpress('POST /users/me/application-passwords', {
    as: 'author',
    json: { name: 'Display', app_id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' },
    save: 'key',
  }),
  api('POST /users/me/application-passwords', { as: 'author', json: { name: '' } }),
  api('POST /users/me/application-passwords', { as: 'author', json: { name: 'x', app_id: 'x' } }),
  api('GET /users/me/application-passwords/{key.uuid}', { as: 'author' }),
  api('PUT /users/me/application-passwords/{key.uuid}', { as: 'author', json: { name: 'Lobby' } }),
  wordpress('GET /users/1/application-passwords', { as: 'author' }),
  wordpress('DELETE /users/me/application-passwords/{key.uuid}', { as: 'author' }),
  wordpress('DELETE /users/me/application-passwords/{key.uuid}', { as: 'author' }),
]

const AUTHORIZATIONS: readonly GoldenRequest[] = [
  site('POST /authorize-application', {
    headers: FORM,
    body: 'app_name=Display&login=author&password=wrong',
    from: '203.0.113.30',
  }),
  site('POST /authorize-application', {
    headers: FORM,
    body: 'app_name=Display&answer=refuse&success_url=https://app.example/done',
  }),
  site('POST /authorize-application', {
    headers: FORM,
    body: 'app_name=Display&login=author&password=x&success_url=https://app.example/done',
  }),
  site('POST /authorize-application', { headers: FORM, body: 'app_name=Display&login=author&password=x' }),
  site('POST /authorize-application', { headers: FORM, body: 'app_name=' }),
]

export const ACCOUNTS: readonly GoldenRequest[] = [...USERS, ...SESSIONS, ...APPLICATIONS, ...AUTHORIZATIONS]
