import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { createWorkLimits } from '../../../src/http/limits/work-limits.ts'

const MEGABYTE = 2 ** 20

describe('Work limits', () => {
  const rejected: string[] = []
  const options = {
    maxUploads: 2,
    maxBodyBytes: 2 * MEGABYTE,
    maxMemoryBytes: 100,
    onReject: (limit: string) => void rejected.push(limit),
  }
  /** A request of which `bytes` are received. */
  const createRequest = (headers: Readonly<Record<string, string>>) => {
    const socket = { bytesRead: 500 }
    const request = { headers, socket } as unknown as IncomingMessage
    return { request, receive: (bytes: number) => (socket.bytesRead += bytes) }
  }

  test('Bodies count with what was received, at most one megabyte each, until they are released', (context) => {
    const limits = createWorkLimits({ ...options, readMemory: () => 0 })
    context.after(limits.close)
    const bodies = Array.from({ length: 3 }, () => createRequest({ 'content-length': '9000000' }))
    const admissions = bodies.map(({ request }) => limits.admit(request))
    for (const { problem } of admissions) assert.equal(problem, undefined)
    for (const { receive } of bodies.slice(0, 2)) receive(9 * MEGABYTE)
    assert.equal(limits.admit(createRequest({ 'transfer-encoding': 'chunked' }).request).problem, undefined)
    bodies[2]?.receive(1)
    const { problem } = limits.admit(createRequest({ 'content-length': '1' }).request)
    assert.deepEqual([problem?.code, problem?.status, problem?.details.retryAfter], ['overloaded', 503, 5])
    assert.equal(limits.admit(createRequest({}).request).problem, undefined, 'requests without a body')
    admissions[0]?.release()
    assert.equal(limits.admit(createRequest({ 'content-length': '1' }).request).problem, undefined)
    assert.deepEqual(rejected.splice(0), ['body'])
  })

  test('Uploads are limited until one ends', (context) => {
    const limits = createWorkLimits({ ...options, readMemory: () => 0 })
    context.after(limits.close)
    const end = limits.beginUpload()
    limits.beginUpload()
    assert.throws(() => limits.beginUpload(), { code: 'overloaded' })
    end()
    limits.beginUpload()
    assert.deepEqual(rejected.splice(0), ['uploads'])
  })

  test('Requests are rejected while the memory is above its limit', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    let memory = 101
    const limits = createWorkLimits({ ...options, readMemory: () => memory })
    context.mock.timers.tick(1000)
    assert.equal(limits.admit(createRequest({}).request).problem?.code, 'overloaded')
    memory = 100
    context.mock.timers.tick(1000)
    assert.equal(limits.admit(createRequest({}).request).problem, undefined)
    assert.deepEqual(rejected.splice(0), ['memory'])
    limits.close()
  })

  test('A memory that cannot be read stays as it was measured last', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const readings = [() => 101, () => assert.fail('EMFILE'), () => 100]
    const limits = createWorkLimits({ ...options, readMemory: () => readings.shift()?.() ?? 0 })
    const codes = [0, 1, 2].map(() => {
      context.mock.timers.tick(500)
      return limits.admit(createRequest({}).request).problem?.code
    })
    assert.deepEqual(codes, ['overloaded', 'overloaded', undefined])
    assert.deepEqual(rejected.splice(0), ['memory', 'memory'])
    limits.close()
  })
})
