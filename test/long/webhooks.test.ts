/** Ten thousand messages to a receiver that fails half the time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../helper/engines.ts'
import { deliverUnreliably } from '../helper/webhooks/unreliable-receiver.ts'

const CHANGES = 10_000

for (const engine of ENGINES)
  test(`${CHANGES} changes reach a receiver that fails half the time, verified and in order, on ${engine.name}`, async () => {
    const requests = await deliverUnreliably(engine, CHANGES)
    assert.ok(requests > CHANGES * 1.8 && requests < CHANGES * 2.2, String(requests))
  })
