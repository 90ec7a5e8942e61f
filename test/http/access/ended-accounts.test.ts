/** Sign-ins of users who were disabled or deleted, on the node that wrote the change and on another one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../../src/calendar/users/accounts.ts'
import { createBrowserClient } from '../../helper/accounts/browser-client.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const PASSWORD = 'correct horse'
/** Nodes of a cluster on PostgreSQL learn of a change within this time. */
const NOTICE_MILLISECONDS = 1000

for (const engine of SPLIT_ENGINES) {
  describe(`Users who lost their access on ${engine.name}`, () => {
    let service: TestService
    let second: TestService
    before(async () => {
      service = await startService({ engine })
      const env = { DATABASE_URL: service.config.databaseUrl, PUBLIC_URL: service.origin }
      second = await startService({ engine, env, existing: service })
    })
    after(async () => {
      await second.stop()
      await service.stop()
    })

    /** A user whose sign-ins both nodes know. */
    async function createSignedIn(login: string) {
      const email = `${login}@example.test`
      const account = await createAccount(service.services, {
        ...{ login, email, role: 'editor', password: PASSWORD, appPassword: 'phone' },
      })
      const authorization = `Basic ${Buffer.from(`${login}:${account.app_password}`).toString('base64')}`
      const browser = createBrowserClient(service)
      assert.equal((await browser.signIn(login, PASSWORD)).status, 200)
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const session = { cookie, origin: service.origin, 'x-wp-nonce': browser.getNonce() ?? '' }
      const get = async (node: TestService, headers: Record<string, string>) =>
        (await node.send('GET', '/users/me', { headers })).status
      const useApplication = (node: TestService) => get(node, { authorization })
      const useSession = (node: TestService) => get(node, session)
      for (const node of [service, second, service, second])
        assert.deepEqual([await useApplication(node), await useSession(node)], [200, 200])
      return { id: account.id, useApplication, useSession }
    }

    for (const [what, end] of [
      ['disabled', (id: number) => service.send('POST', `/users/${id}`, { as: 'admin', json: { disabled: true } })],
      ['deleted', (id: number) => service.send('DELETE', `/users/${id}`, { as: 'admin' })],
    ] as const) {
      test(`The application passwords and sessions of a ${what} user are refused at once, on every node`, async () => {
        const { id, useApplication, useSession } = await createSignedIn(what)
        assert.equal((await end(id)).status, 200)
        assert.deepEqual([await useApplication(service), await useSession(service)], [401, 403])
        assert.equal(await useSession(second), 403)
        const isRefused = async () => (await useApplication(second)) === 401
        if (engine.name === 'sqlite') assert.ok(await isRefused())
        else await waitUntil(isRefused, NOTICE_MILLISECONDS)
      })
    }
  })
}
