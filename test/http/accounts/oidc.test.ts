/** Sign-in by OpenID Connect at a real provider. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LANGUAGES } from '../../../src/base/i18n/language.ts'
import { translate } from '../../../src/base/i18n/translate.ts'
import { requireAccount } from '../../../src/calendar/users/accounts.ts'
import { updateAccount } from '../../../src/features/accounts/manage-users.ts'
import { unlinkIdentity } from '../../../src/features/accounts/oidc-sign-in.ts'
import {
  createOidcBrowser,
  OIDC_CLIENT,
  type OidcBrowser,
  type OidcServer,
  startOidcServer,
} from '../../helper/accounts/oidc-server.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const NOW = '2026-11-21T03:00:00Z'
const ENVIRONMENT = { ...OIDC_CLIENT, OIDC_NAME: 'Town <login>', OIDC_SCOPES: 'openid email profile groups' }

interface Setup {
  readonly service: TestService
  readonly provider: OidcServer
}

/** A browser that was sent back to the site, before it requests the callback. */
async function goToCallback({ service, provider }: Setup, subject: string, path = '/sign-in/oidc') {
  provider.setSubject(subject)
  const browser = createOidcBrowser()
  const callback = await browser.follow(
    `${service.origin}${path}`,
    ({ origin, pathname }) => origin === service.origin && pathname === '/sign-in/oidc/callback',
  )
  return { browser, callback }
}

async function finish(browser: OidcBrowser, callback: string): Promise<string> {
  const response = await browser.get(callback)
  assert.equal(response.status, 303)
  assert.match(response.headers.get('cache-control') ?? '', /no-store/)
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  return response.headers.get('location') ?? ''
}

/** Signs in, and returns the URL to which the browser is sent and the response of `GET /session`. */
async function signIn(setup: Setup, subject: string, path?: string) {
  const { browser, callback } = await goToCallback(setup, subject, path)
  const location = await finish(browser, callback)
  return { browser, location, session: await readSession(setup, browser) }
}

function cookieHeader({ service }: Setup, browser: OidcBrowser): string {
  return [...(browser.cookies.get(service.origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
}

async function readSession(setup: Setup, browser: OidcBrowser): Promise<Json> {
  const headers = { cookie: cookieHeader(setup, browser), origin: setup.service.origin }
  return (await setup.service.send('GET', '/session', { headers })).json
}

async function assertRefused(setup: Setup, subject: string, failure: string): Promise<void> {
  const { location, session } = await signIn(setup, subject)
  assert.equal(location, `${setup.service.origin}/sign-in?failure=${failure}`)
  assert.equal(session.code, 'rest_not_logged_in')
}

const verified = (email: string, claims: Json = {}) => ({ email, email_verified: true, ...claims })

for (const engine of ONE_ENGINE) {
  async function startSetup(env: Readonly<Record<string, string>> = {}): Promise<Setup> {
    const provider = await startOidcServer()
    const service = await startService({
      engine,
      now: NOW,
      env: { ...ENVIRONMENT, OIDC_ISSUER: provider.issuer, ...env },
      report: () => {},
    })
    provider.register(service.origin)
    return { service, provider }
  }

  async function stopSetup({ service, provider }: Setup): Promise<void> {
    await service.stop()
    await provider.close()
  }

  describe(`OpenID Connect for existing users on ${engine.name}`, () => {
    let setup: Setup
    before(async () => {
      setup = await startSetup()
    })
    after(() => stopSetup(setup))

    test('A user is linked by the verified email address, signs in again by the subject, and signs out', async () => {
      const { service, provider } = setup
      provider.users.set('e1', verified('EDITOR@example.test'))
      const first = await signIn(setup, 'e1')
      assert.equal(first.location, `${service.origin}/account`)
      assert.deepEqual([first.session.user.id, first.session.user.role], [service.ids.editor, 'editor'])
      provider.users.set('e1', { email: 'other@example.test', email_verified: false, groups: ['admins'] })
      const second = await signIn(setup, 'e1')
      assert.deepEqual([second.session.user.id, second.session.user.role], [service.ids.editor, 'editor'])
      const headers = {
        cookie: cookieHeader(setup, second.browser),
        origin: service.origin,
        'x-wp-nonce': second.session.nonce,
      }
      assert.equal((await service.send('DELETE', '/session', { headers })).status, 200)
      assert.equal((await readSession(setup, second.browser)).code, 'rest_not_logged_in')
      assert.equal((await readSession(setup, first.browser)).user.id, service.ids.editor)
    })

    test('The cookie of a sign-in is limited to HTTP and ten minutes, unreadable, and deleted at the end', async () => {
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      const started = await fetch(`${service.origin}/sign-in/oidc`, { redirect: 'manual' })
      const [cookie = ''] = started.headers.getSetCookie()
      assert.match(cookie, /^calends_oidc=[\w-]+; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/)
      const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? ''
      assert.match(state, /^[0-9a-f]{64}$/)
      const value = /=([\w-]+);/.exec(cookie)?.[1] ?? ''
      assert.ok(!Buffer.from(value, 'base64url').includes(state))
      const { browser } = await signIn(setup, 'e1')
      assert.equal(browser.cookies.get(service.origin)?.has('calends_oidc'), false)
    })

    test('A sign-in continues at a path of the site in its language, and never at another site', async () => {
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      const { origin } = service
      const { location } = await signIn(setup, 'e1', '/sign-in/oidc?return=%2Fevents%2F%3Fa%3Db')
      assert.equal(location, `${origin}/events/?a=b`)
      const foreign = [
        'https://evil.example/',
        '//evil.example/',
        '/..//evil.example/',
        '/\\evil.example',
        '/%09/evil.example',
      ]
      for (const target of [...foreign, 'x']) {
        const path = `/de/sign-in/oidc?return=${encodeURIComponent(target)}`
        const { location: own } = await signIn(setup, 'e1', path)
        assert.equal(new URL(own).origin, origin, target)
        assert.ok(!new URL(own).pathname.startsWith('//'), target)
      }
      assert.equal((await signIn(setup, 'e1', '/de/sign-in/oidc')).location, `${origin}/de/account`)
      const page = await fetch(`${origin}/sign-in?return=//evil.example/`)
      assert.doesNotMatch(await page.text(), /evil/)
    })

    test('A wrong state, another browser, a late return and a replayed code are rejected', async () => {
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      const refused = `${service.origin}/sign-in?failure=failed`
      const other = await goToCallback(setup, 'e1')
      for (const forge of [
        (url: URL) => url.searchParams.set('state', '0'.repeat(64)),
        (url: URL) => url.searchParams.set('state', new URL(other.callback).searchParams.get('state') ?? ''),
        (url: URL) => url.searchParams.delete('state'),
        (url: URL) => url.searchParams.set('code', 'forged'),
        (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      ]) {
        const { browser, callback } = await goToCallback(setup, 'e1')
        const url = new URL(callback)
        forge(url)
        assert.equal(await finish(browser, url.href), refused)
        assert.equal((await readSession(setup, browser)).code, 'rest_not_logged_in')
      }
      assert.equal(await finish(createOidcBrowser(), other.callback), refused)
      const { browser: third } = await goToCallback(setup, 'e1')
      assert.equal(await finish(third, other.callback), refused)

      const late = await goToCallback(setup, 'e1')
      service.setNow('2026-11-21T03:10:00Z')
      assert.equal(await finish(late.browser, late.callback), refused)
      service.setNow(NOW)

      const { browser, callback } = await goToCallback(setup, 'e1')
      const copy = createOidcBrowser()
      copy.cookies.set(service.origin, new Map(browser.cookies.get(service.origin)))
      assert.equal(await finish(browser, callback), `${service.origin}/account`)
      assert.equal(await finish(copy, callback), refused)
      assert.equal((await readSession(setup, copy)).code, 'rest_not_logged_in')
    })

    test('A denied sign-in returns to the sign-in page with its language and target', async () => {
      const { service } = setup
      const { browser, callback } = await goToCallback(setup, 'e1', '/fr/sign-in/oidc?return=/events/')
      const url = new URL(callback)
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      const location = await finish(browser, url.href)
      assert.equal(location, `${service.origin}/fr/sign-in?return=%2Fevents%2F&failure=failed`)
    })

    test('An email address that is not verified links no user', async () => {
      const { provider } = setup
      const email = 'contributor@example.test'
      for (const claims of [{ email }, { email, email_verified: false }, { email, email_verified: 'true' }, {}]) {
        provider.users.set('c1', claims)
        await assertRefused(setup, 'c1', 'unverified')
      }
    })

    test('A user without an account is rejected, also one whose email address is the login of another user', async () => {
      const { service, provider } = setup
      provider.users.set('n1', verified('new@example.test', { preferred_username: 'admin' }))
      await assertRefused(setup, 'n1', 'unknown')
      const json = { login: 'dan@town.example', email: 'dan@x.test', role: 'author', password: 'long enough' }
      assert.equal((await service.send('POST', '/users', { as: 'admin', json })).status, 201)
      provider.users.set('n2', verified('dan@town.example'))
      await assertRefused(setup, 'n2', 'unknown')
    })

    test('A disabled user is rejected, linked or not', async () => {
      const { service, provider } = setup
      const { services, ids } = service
      provider.users.set('a1', verified('author@example.test'))
      await updateAccount(services, ids.author, { isDisabled: true })
      await assertRefused(setup, 'a1', 'disabled')
      await updateAccount(services, ids.author, { isDisabled: false })
      assert.equal((await signIn(setup, 'a1')).session.user.id, ids.author)
      await updateAccount(services, ids.author, { isDisabled: true })
      await assertRefused(setup, 'a1', 'disabled')
      await updateAccount(services, ids.author, { isDisabled: false })
    })

    test('A second identity is not linked until the first one is removed', async () => {
      const { service, provider } = setup
      provider.users.set('s1', verified('subscriber@example.test'))
      provider.users.set('s2', verified('subscriber@example.test'))
      assert.equal((await signIn(setup, 's1')).session.user.login, 'subscriber')
      await assertRefused(setup, 's2', 'taken')
      assert.equal(await unlinkIdentity(service.services, 'subscriber'), true)
      assert.equal(await unlinkIdentity(service.services, 'subscriber'), false)
      assert.equal((await signIn(setup, 's2')).session.user.login, 'subscriber')
      await assertRefused(setup, 's1', 'taken')
    })

    test('The sign-in page has a link to the provider, and shows failures in every language', async () => {
      const { origin } = setup.service
      for (const language of LANGUAGES) {
        const root = language === 'en' ? '' : `/${language}`
        const page = await (await fetch(`${origin}${root}/sign-in?return=/events/&failure=unverified`)).text()
        assert.ok(page.includes(`href="${origin}${root}/sign-in/oidc?return=%2Fevents%2F"`), page)
        const name = 'Town &lt;login&gt;'
        for (const key of ['page.account_oidc', 'page.account_oidc_unverified'] as const)
          assert.ok(page.includes(translate(language, key, { name })), `${language} ${key}`)
      }
      const page = await (await fetch(`${origin}/sign-in?failure=%3Cb%3E`)).text()
      assert.doesNotMatch(page, /class="notice notice-wrong" role="alert">/)
    })

    test('A provider that fails during the sign-in is reported as unavailable, and the next sign-in works', async () => {
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      const { browser, callback } = await goToCallback(setup, 'e1')
      provider.setAvailable(false)
      assert.equal(await finish(browser, callback), `${service.origin}/sign-in?failure=unavailable`)
      provider.setAvailable(true)
      assert.equal((await signIn(setup, 'e1')).location, `${service.origin}/account`)
    })
  })

  describe(`OpenID Connect with roles and new users on ${engine.name}`, () => {
    let setup: Setup
    before(async () => {
      setup = await startSetup({ OIDC_ROLES: 'admins=administrator,staff=editor', OIDC_NEW_USERS: 'contributor' })
    })
    after(() => stopSetup(setup))

    test('A user is created with name, login and role, and found by the subject afterwards', async () => {
      const { provider } = setup
      const claims = { name: 'Zoë Ng', preferred_username: 'zoe@town.example', groups: ['x', 'staff'] }
      provider.users.set('z1', verified('zoe@example.test', claims))
      const { user } = (await signIn(setup, 'z1')).session
      const { id, ...rest } = user
      const name = { login: 'zoe', name: 'Zoë Ng', email: 'zoe@example.test' }
      assert.deepEqual(rest, { ...name, role: 'editor', disabled: false })
      assert.equal((await signIn(setup, 'z1')).session.user.id, id)
    })

    test('A taken login is replaced, and an email address that is the login of another user is rejected', async () => {
      const { service, provider } = setup
      provider.users.set('z2', verified('admin@town.example', { preferred_username: 'Editor', groups: 'staff' }))
      const { user } = (await signIn(setup, 'z2')).session
      assert.match(user.login, /^user-[0-9a-f]{8}$/)
      assert.equal(user.role, 'editor')
      const json = { login: 'ben@town.example', email: 'ben@x.test', role: 'author', password: 'long enough' }
      assert.equal((await service.send('POST', '/users', { as: 'admin', json })).status, 201)
      provider.users.set('z3', verified('ben@town.example'))
      await assertRefused(setup, 'z3', 'taken')
    })

    test('A new user without a verified email address is rejected', async () => {
      setup.provider.users.set('z4', { email: 'z4@example.test', groups: ['admins'] })
      await assertRefused(setup, 'z4', 'unverified')
    })

    test('Concurrent first sign-ins of a user create one user', async () => {
      setup.provider.users.set('z5', verified('z5@example.test'))
      const ready = [await goToCallback(setup, 'z5'), await goToCallback(setup, 'z5')]
      const locations = await Promise.all(ready.map(({ browser, callback }) => finish(browser, callback)))
      assert.deepEqual(locations, Array(2).fill(`${setup.service.origin}/account`))
      const [first, second] = await Promise.all(ready.map(({ browser }) => readSession(setup, browser)))
      assert.equal(first?.user.id, second?.user.id)
    })

    test('The role follows the groups at each sign-in, and the last administrator keeps the role', async () => {
      const { service, provider } = setup
      const signInWith = async (groups: unknown) => {
        provider.users.set('a2', verified('author2@example.test', { groups }))
        return (await signIn(setup, 'a2')).session.user.role
      }
      assert.equal(await signInWith(['staff', 'admins']), 'administrator')
      assert.equal(await signInWith(['staff']), 'editor')
      assert.equal(await signInWith(['Staff']), 'contributor')
      assert.equal(await signInWith(undefined), 'contributor')
      assert.equal(await signInWith(['admins']), 'administrator')
      await updateAccount(service.services, service.ids.admin, { role: 'editor' })
      assert.equal(await signInWith(['staff']), 'administrator')
      await updateAccount(service.services, service.ids.admin, { role: 'administrator' })
      assert.equal(await signInWith(['staff']), 'editor')
      assert.equal((await requireAccount(service.services, 'author2')).role, 'editor')
    })
  })

  describe(`OpenID Connect without a working provider on ${engine.name}`, () => {
    test('An unavailable provider redirects to the sign-in page, and is requested again later', async () => {
      const setup = await startSetup()
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      provider.setAvailable(false)
      const { headers } = await fetch(`${service.origin}/it/sign-in/oidc?return=/events/`, { redirect: 'manual' })
      const failed = `${service.origin}/it/sign-in?return=%2Fevents%2F&failure=unavailable`
      assert.equal(headers.get('location'), failed)
      provider.setAvailable(true)
      assert.equal((await signIn(setup, 'e1')).location, `${service.origin}/account`)
      await stopSetup(setup)
    })

    test('A client that fails too often is limited', async () => {
      const setup = await startSetup({ RATE_LIMIT_SIGN_IN: '2' })
      const { service, provider } = setup
      provider.users.set('e1', verified('editor@example.test'))
      const page = `${service.origin}/sign-in`
      const callbackUrl = `${page}/oidc/callback?code=x&state=y`
      // Requests of browsers without a sign-in in progress guess nothing, and other sites can cause them.
      for (const _ of Array(3)) assert.equal(await finish(createOidcBrowser(), callbackUrl), `${page}?failure=failed`)
      for (const failure of ['failed', 'failed', 'limited']) {
        const { browser } = await goToCallback(setup, 'e1')
        assert.equal(await finish(browser, callbackUrl), `${page}?failure=${failure}`)
      }
      const { browser, callback } = await goToCallback(setup, 'e1')
      assert.equal(await finish(browser, callback), `${page}?failure=limited`)
      service.setNow('2026-11-21T03:16:00Z')
      assert.equal((await signIn(setup, 'e1')).location, `${service.origin}/account`)
      const browsers: OidcBrowser[] = []
      while (browsers.length < 8) browsers.push((await goToCallback(setup, 'e1')).browser)
      const locations = await Promise.all(browsers.map((one) => finish(one, callbackUrl)))
      assert.equal(locations.filter((location) => location.endsWith('?failure=failed')).length, 2)
      await stopSetup(setup)
    })

    test('Without the settings, there are neither link nor routes', async () => {
      const service = await startService({ engine })
      assert.doesNotMatch(await (await fetch(`${service.origin}/sign-in`)).text(), /oidc/)
      for (const path of ['/sign-in/oidc', '/sign-in/oidc/callback'])
        assert.equal((await fetch(`${service.origin}${path}`, { redirect: 'manual' })).status, 404)
      await service.stop()
    })
  })
}
