/** Counting attempts before they are made, on several nodes at once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AttemptLimiter,
  BACKOFF_POLICY,
  createAttemptLimiter,
  createLimitKey,
  WINDOW_POLICY,
} from '../../../src/calendar/users/attempt-limiter.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const MOST = 5

for (const engine of SPLIT_ENGINES) {
  describe(`Limits on attempts on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    /** The limiters of two nodes. */
    const createNodes = (policy = WINDOW_POLICY): readonly [AttemptLimiter, AttemptLimiter] => [
      createAttemptLimiter(service.services, policy),
      createAttemptLimiter(service.services, policy),
    ]
    const limit = (name: string, maxFailures = MOST) => ({ key: createLimitKey(name), maxFailures })
    const read = (name: string) =>
      service.services.database.read
        .selectFrom('failed_attempts')
        .select(['times', 'expires'])
        .where('key', '=', createLimitKey(name))
        .executeTakeFirst()

    test('Concurrent attempts do not exceed a limit', async () => {
      const nodes = createNodes()
      const attempts = Array.from({ length: 300 }, (_, index) =>
        nodes[index % 2 ? 0 : 1].countAttempt([limit('flood')]),
      )
      const waits = (await Promise.all(attempts)).map(({ wait }) => wait)
      assert.deepEqual([waits.filter((wait) => wait === 0).length, new Set(waits)], [MOST, new Set([0, 900])])
      assert.equal((await read('flood'))?.times, MOST)
    })

    test('An attempt is counted for all of its keys or for none', async () => {
      const [node] = createNodes()
      for (let times = 0; times < 2; times++) await node.countAttempt([limit('narrow', 2), limit('wide')])
      const { wait, counted } = await node.countAttempt([limit('wide'), limit('narrow', 2)])
      assert.deepEqual([wait, counted], [900, []])
      assert.equal((await read('wide'))?.times, 2)
    })

    test('An attempt that is taken back does not count', async () => {
      const [node] = createNodes()
      for (let times = 0; times < 3 * MOST; times++) {
        const { wait, counted } = await node.countAttempt([limit('success')])
        assert.equal(wait, 0)
        await node.refundAttempt(counted)
      }
      assert.equal((await read('success'))?.times, 0)
    })

    test('With growing waiting times, one attempt is made after each, and a success leaves the others as they were', async () => {
      const nodes = createNodes(BACKOFF_POLICY)
      const attempt = async () =>
        (await Promise.all([0, 1, 0, 1].map((node) => nodes[node ? 1 : 0].countAttempt([limit('grow', 1)])))).filter(
          ({ wait }) => wait === 0,
        )
      service.setNow('2027-01-01T00:00:00Z')
      assert.equal((await attempt()).length, 1)
      service.setNow('2027-01-01T00:00:01Z')
      assert.equal((await attempt()).length, 1)
      const before = await read('grow')
      assert.deepEqual(before, { times: 2, expires: '2027-01-01 01:00:01' })
      service.setNow('2027-01-01T00:10:00Z')
      const [success] = await attempt()
      assert.deepEqual(await read('grow'), { times: 3, expires: '2027-01-01 01:10:00' })
      await nodes[0].refundAttempt(success?.counted ?? [])
      assert.deepEqual(await read('grow'), before)
    })

    test('A success that overlaps with a failure keeps the lifetime of the failure', async () => {
      const [node] = createNodes(BACKOFF_POLICY)
      service.setNow('2027-02-01T00:00:00Z')
      await node.countAttempt([limit('overlap')])
      service.setNow('2027-02-01T00:00:10Z')
      const success = await node.countAttempt([limit('overlap')])
      service.setNow('2027-02-01T00:00:20Z')
      await node.countAttempt([limit('overlap')])
      await node.refundAttempt(success.counted)
      assert.deepEqual(await read('overlap'), { times: 2, expires: '2027-02-01 01:00:20' })
    })
  })
}
