import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { deliverUnreliably } from '../../helper/webhooks/unreliable-receiver.ts'

const CHANGES = 300

for (const engine of ONE_ENGINE)
  test(`${CHANGES} changes reach a receiver that fails half the time, verified and in order, on ${engine.name}`, async () => {
    const requests = await deliverUnreliably(engine, CHANGES)
    assert.ok(requests > CHANGES * 1.5, String(requests))
  })
