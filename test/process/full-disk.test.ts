/**
 * A disk that becomes full while workers write to it, and is cleared again. Requires the privilege to mount a small
 * file system.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runCalends } from '../helper/command-line.ts'
import { createImage } from '../helper/media/draw-image.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import type { Json } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const TIMEOUT = 30_000

const folder = mkdtempSync(join(tmpdir(), 'calends-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'none', folder]).status === 0
if (!isMounted) rmSync(folder, { recursive: true })

/** Fills the remaining space, except for this number of bytes. */
function fill(free = 0): void {
  const file = openSync(join(folder, 'ballast'), 'w')
  const block = Buffer.alloc(4096, 1)
  let size = 0
  try {
    for (;;) size += writeSync(file, block)
  } catch (error) {
    assert.match(String(error), /ENOSPC/)
  } finally {
    ftruncateSync(file, size - free)
    closeSync(file)
  }
}

describe('A full disk', { skip: !isMounted && 'no file system can be mounted here' }, () => {
  let processes: ServeProcesses
  let running: ServeProcess
  let authorization: string
  before(async () => {
    processes = createServeProcesses({ DATA_DIR: folder, WORKERS: '2' })
    running = await processes.start()
    authorization = createBasicAuth(findSecret(running.printed))
  })
  after(async () => {
    if (running) await stopProcess(running)
    processes?.end()
    if (isMounted) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })

  const create = (title: string, description = '') =>
    requestProcess(running, 'POST', '/events', { authorization, json: { ...EVENT, title, description } })
  const readyz = () => requestProcess(running, 'GET', '//readyz')
  const upload = async () => {
    const disposition = 'attachment; filename="a.png"'
    const headers = { authorization, 'content-type': 'image/png', 'content-disposition': disposition }
    const body = new Uint8Array(await createImage(300, 300, 'png'))
    const response = await fetch(`${running.url}/api/cal/events/v1/media`, { method: 'POST', headers, body })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      json: (await response.json()) as Json,
    }
  }

  test('Writes return 503 storage_full until there is space again, and no acknowledged write is lost', async () => {
    const acknowledged: string[] = []
    const save = async (title: string) => {
      const response = await create(title, 'x'.repeat(50_000))
      if (response.status === 201) acknowledged.push(title)
      return response
    }
    for (let n = 0; n < 5; n++) assert.equal((await save(`Before ${n}`)).status, 201)
    fill()
    let refused = await save('Full')
    for (let n = 0; refused.status === 201 && n < 200; n++) refused = await save(`Full ${n}`)
    assert.deepEqual([refused.status, refused.json.code, Number(refused.retryAfter) > 0], [503, 'storage_full', true])
    await waitUntil(async () => (await readyz()).json.writes === 'failing', TIMEOUT)
    assert.equal((await requestProcess(running, 'GET', '/events')).status, 200)
    const { status, retryAfter, json } = await upload()
    assert.deepEqual([status, json.code, Number(retryAfter) > 0], [503, 'storage_full', true])

    rmSync(join(folder, 'ballast'))
    await waitUntil(async () => (await save('After')).status === 201, TIMEOUT)
    await waitUntil(async () => (await readyz()).status === 200, TIMEOUT)
    assert.equal((await upload()).status, 201)
    for (const title of acknowledged) {
      const { json } = await requestProcess(running, 'GET', `/events?search=${encodeURIComponent(title)}`)
      assert.ok(json.total > 0, title)
    }
    assert.match(running.readOutput(), /database or disk is full/)
    assert.doesNotMatch(running.readOutput(), /cannot rollback/)
    const url = `sqlite:${join(folder, 'calends.db')}`
    const check = async () => {
      const { stdout } = await runCalends(url, ['check', '--json'], { env: { DATA_DIR: folder } })
      return JSON.parse(stdout)
    }
    // A job writes the formats of the image before their names are stored.
    await waitUntil(async () => (await check()).orphans.length === 0, TIMEOUT, 1000)
    assert.deepEqual(await check(), { findings: [], repaired: 0, orphans: [], removed: 0 })
  })

  test('A scheduled backup that the disk has no space for fails once in five minutes, and ends no worker', async () => {
    for (let n = 0; n < 30; n++) {
      const { status } = await create(`Incompressible ${n}`, randomBytes(60_000).toString('base64'))
      assert.equal(status, 201)
    }
    await stopProcess(running)
    fill(1_000_000)
    running = await processes.start({ BACKUP_EVERY: '1h' })
    const countFailures = () => running.readOutput().match(/job failed/g)?.length ?? 0
    await waitUntil(async () => countFailures() > 0, TIMEOUT)
    const [line = ''] = running.readOutput().match(/.*job failed.*/) ?? []
    assert.match(line, /"job":"backup"/)
    await pause(3000)
    assert.equal(countFailures(), 1, running.readOutput())
    assert.equal((await requestProcess(running, 'GET', '/events')).status, 200)
    assert.doesNotMatch(running.readOutput(), /worker exited|uncaught exception/)
    rmSync(join(folder, 'ballast'))
  })
})
