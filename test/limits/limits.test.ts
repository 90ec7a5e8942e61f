/** Tries every limit that needs no service of its own: the largest amount is accepted, and one more is not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SETTINGS } from '../../src/config.ts'
import { problem } from '../../src/kernel/problem.ts'
import { startService, type TestResponse, type TestService } from '../helper/service.ts'
import { LIMIT_GROUPS } from './all-limits.ts'
import type { Answer, Limit } from './limit.ts'

const readMax = ({ max }: Limit): number => (typeof max === 'number' ? max : Number(SETTINGS[max].default))

/** Whether the input was beyond the limit. Any other error fails the test. */
function isBeyond(beyond: Answer, result: TestResponse | boolean): boolean {
  if (typeof result === 'boolean') return result
  assert.ok('error' in beyond)
  const { status, json, text } = result
  if (status < 300) return false
  assert.deepEqual([status, json.code], [problem(beyond.error).status, beyond.error], text)
  if (beyond.field !== undefined) assert.deepEqual(Object.keys(json.data.params), [beyond.field], text)
  return true
}

describe('Limits', () => {
  let service: TestService
  before(async () => {
    service = await startService({ env: { LANGUAGES: 'en,de' } })
  })
  after(() => service.stop())

  for (const { title, limits } of LIMIT_GROUPS)
    for (const limit of limits) {
      const { name, beyond, trial } = limit
      if (typeof trial !== 'function') continue
      test(`${title}: ${name}`, async () => {
        const max = readMax(limit)
        assert.equal(isBeyond(beyond, await trial(service, max)), false, `${max} is accepted`)
        assert.equal(isBeyond(beyond, await trial(service, max + 1)), true, `${max + 1} is not accepted`)
      })
    }
})
