/** The HTTP client next to `fetch`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { promisify } from 'node:util'

const CLIENT = new URL('../../src/base/net/http-client.ts', import.meta.url)

test('fetch works in a process that loaded the HTTP client before', async () => {
  const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const url = `http://127.0.0.1:${address.port}/`
  const program = `
    const { Agent, request } = await import('${CLIENT}')
    const dispatcher = new Agent()
    const { body } = await request('${url}', { dispatcher })
    const response = await fetch('${url}')
    console.log(await body.text(), await response.text())
    await dispatcher.close()`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args)
    assert.equal(stdout, 'reached reached\n')
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
