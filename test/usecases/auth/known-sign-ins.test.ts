import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createKnownSignIns, type KnownSignIns } from '../../../src/calendar/users/known-sign-ins.ts'
import { changeRole } from '../../../src/features/accounts/manage-users.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const CREDENTIALS = 'Basic eDp5'
const NOW = '2026-11-21 03:00:00'

for (const engine of ONE_ENGINE) {
  describe(`Known sign-ins on ${engine.name}`, () => {
    let service: TestService
    let known: KnownSignIns
    let verifications: number
    /** `lastUsed` of the password, UTC; empty before the first use. */
    const signIn = (lastUsed = NOW) =>
      known.findOrVerify(CREDENTIALS, async () => {
        verifications++
        const user = {
          id: 3,
          login: 'x',
          email: 'x@example.test',
          name: 'x',
          role: 'author',
          isDisabled: false,
        } as const
        const text = { uuid: '', name: '', appId: '', created: NOW, lastIp: undefined }
        return { user, password: { id: 1, userId: 3, lastUsed: lastUsed || undefined, ...text } }
      })

    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())
    beforeEach(() => {
      service.setNow('2026-11-21T03:00:00Z')
      known = createKnownSignIns(service.services)
      verifications = 0
    })

    test('Credentials are verified once', async () => {
      assert.equal(known.find(CREDENTIALS), undefined)
      for (let times = 0; times < 3; times++) assert.equal((await signIn()).user.id, 3)
      assert.equal(known.find(CREDENTIALS)?.user.id, 3)
      assert.equal(known.find('Basic eDp6'), undefined)
      assert.equal(verifications, 1)
    })

    test('Credentials stay known after a write of a record', async () => {
      await signIn()
      await service.send('POST', '/tags', { as: 'admin', json: { name: `tag ${engine.name}` } })
      await signIn()
      assert.equal(verifications, 1)
    })

    test('All credentials are verified again after a change of a user', async () => {
      await signIn()
      await changeRole(service.services, 'author2', 'contributor')
      assert.equal(known.find(CREDENTIALS), undefined)
      await signIn()
      assert.equal(verifications, 2)
    })

    test('A change during the verification makes the result outdated', async () => {
      await known.findOrVerify(CREDENTIALS, async () => {
        const signedIn = await signIn()
        await changeRole(service.services, 'author2', 'author')
        return signedIn
      })
      assert.equal(known.find(CREDENTIALS), undefined)
    })

    test('Credentials are verified again when their use has to be recorded', async () => {
      await signIn('2026-11-21 02:00:01')
      assert.ok(known.find(CREDENTIALS))
      service.setNow('2026-11-21T03:00:01Z')
      assert.equal(known.find(CREDENTIALS), undefined)
    })

    test('Credentials whose use is not recorded yet are not known', async () => {
      for (let times = 0; times < 2; times++) await signIn('')
      assert.equal(verifications, 2)
    })
  })
}
