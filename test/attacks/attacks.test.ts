/** `npm run attack` prints the same attacks as a table. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ATTACKS } from './attacks.ts'
import { type AttackTarget, startTarget } from './target.ts'

describe('An attacker', () => {
  let target: AttackTarget
  before(async () => {
    target = await startTarget()
  })
  after(() => target?.stop())

  for (const { name, run } of ATTACKS)
    test(`Fails to: ${name}`, async () => {
      assert.notEqual(await run(target), '')
      assert.equal((await fetch(`${target.url}/healthz`)).status, 200)
    })

  test('The process survives all attacks', () => {
    assert.doesNotMatch(target.readOutput(), /uncaught exception|unhandled rejection/)
  })
})
