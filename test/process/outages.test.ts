/** Outages of one part: responses, the log and `/readyz` name it, and the health report does not depend on it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { type MailServer, startMailServer } from '../helper/accounts/mail-server.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { startS3, type TestMediaStore } from '../helper/media/media-servers.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ProcessResponse,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01', end_date: '2027-03-01' }
const TIMEOUT = 30_000

describe('Outages of one part of a service with SQLite, a bucket and a mail server', () => {
  let processes: ServeProcesses
  let node: ServeProcess
  let bucket: TestMediaStore
  let mailServer: MailServer
  let authorization: string
  before(async () => {
    bucket = await startS3()
    mailServer = await startMailServer()
    processes = createServeProcesses({ MEDIA_URL: bucket.url, SMTP_URL: mailServer.url })
    node = await processes.start()
    authorization = createBasicAuth(findSecret(node.printed))
  })
  after(async () => {
    if (node) await stopProcess(node)
    processes?.end()
  })

  const send = (method: string, path: string, json?: unknown) =>
    requestProcess(node, method, path, { authorization, json })
  const readyz = (query = '') => requestProcess(node, 'GET', `//readyz${query}`)
  const findCheck = async (name: string) => (await readyz()).json.checks[name]
  const waitForCheck = (name: string, status: string) =>
    waitUntil(async () => (await findCheck(name)).status === status, TIMEOUT)
  async function upload(): Promise<ProcessResponse> {
    const disposition = 'attachment; filename="a.png"'
    const headers = { authorization, 'content-type': 'image/png', 'content-disposition': disposition }
    const body = new Uint8Array(await createImage(8, 8, 'png'))
    const response = await fetch(`${node.url}/api/cal/events/v1/media`, { method: 'POST', headers, body })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), json: await response.json() }
  }

  test('All parts are checked while they work', async () => {
    assert.equal((await upload()).status, 201)
    await waitForCheck('mail', 'ok')
    await waitForCheck('media', 'ok')
    const { status, json } = await send('GET', '/health')
    assert.deepEqual([status, json.images], [200, { total: 1, is_checked: true, missing: 0, missing_ids: [] }])
  })

  test('A write while another process holds the lock of the database returns database_locked', async () => {
    const handle = new (loadSqlite())(join(processes.folder, 'calends.db'), { timeout: 1000 })
    handle.exec('begin immediate')
    try {
      for (const { status, json, retryAfter } of await Promise.all([1, 2, 3].map(() => send('POST', '/events', EVENT))))
        assert.deepEqual([status, json.code, retryAfter], [503, 'database_locked', '1'])
      assert.match(node.readOutput(), /"message":"database_locked"/)
      const { status, json } = await readyz()
      assert.deepEqual([status, json.status, json.reason], [503, 'read-only', 'database_locked'])
      assert.deepEqual(json.checks.writes, { status: 'failing', reason: 'database_locked' })
      assert.equal((await readyz('?scope=reads')).status, 200)
      const health = await send('GET', '/health')
      assert.deepEqual([health.status, health.json.checks.writes.reason], [200, 'database_locked'])
    } finally {
      handle.close()
    }
    assert.equal((await send('POST', '/events', EVENT)).status, 201)
    assert.equal((await readyz()).json.status, 'ready')
  })

  test('A mail server that is away is named by /readyz and the log', async () => {
    await mailServer.close()
    assert.equal((await send('POST', '/users/password-reset', { login: 'admin' })).status, 200)
    await waitUntil(() => node.readOutput().includes(`mail server ${new URL(mailServer.url).host}: `), TIMEOUT)
    assert.equal((await readyz()).status, 200)
    assert.equal((await send('GET', '/health')).status, 200)
  })

  test('An upload while the bucket is away returns media_unavailable', async () => {
    await bucket.close()
    const { status, json, retryAfter } = await upload()
    assert.deepEqual([status, json.code, retryAfter], [503, 'media_unavailable', '10'])
    assert.match(json.message, /storage of images/)
    assert.match(node.readOutput(), /"message":"media_unavailable/)
    await waitForCheck('media', 'failing')
    assert.equal((await readyz()).status, 200)
    const health = await send('GET', '/health')
    assert.deepEqual([health.status, health.json.checks.media.status], [200, 'failing'])
    assert.deepEqual(health.json.images, { total: 1, is_checked: false, missing: 0, missing_ids: [] })
  })
})
