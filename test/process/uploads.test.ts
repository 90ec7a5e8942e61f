/** Uploads to a process that is killed: which files are left, and for how long. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createFileForm } from '../helper/http/upload-body.ts'
import { canMeasureMemory, listChildren, measurePeakOfChildren } from '../helper/media/child-memory.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { createLargeAnimation } from '../helper/media/hostile-images.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ServeProcess,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

describe('A service that ends during an upload', () => {
  const processes = createServeProcesses()
  after(processes.end)
  let authorization = ''

  const temporaryFiles = (): string[] => {
    try {
      return readdirSync(join(processes.folder, 'tmp'))
    } catch {
      return []
    }
  }

  /** Sends an upload except for the last `held` bytes. Its failure when the service is killed is expected. */
  function upload({ url }: ServeProcess, file: Buffer, withheldBytes = 0): void {
    const { body, headers } = createFileForm({}, file)
    const length = { 'content-length': String(body.length) }
    const requested = request(`${url}/api/cal/events/v1/media`, {
      method: 'POST',
      headers: { ...headers, ...length, authorization },
    })
    requested.on('error', () => {})
    requested.on('response', (response) => response.resume())
    requested.write(body.subarray(0, body.length - withheldBytes))
    if (withheldBytes === 0) requested.end()
  }

  test('A killed service leaves a temporary file, which the next start deletes', async () => {
    const service = await processes.start()
    authorization = createBasicAuth(findSecret(service.printed))
    upload(service, await createImage(800, 600), 100)
    await waitUntil(() => temporaryFiles().length > 0, 10_000)
    service.child.kill('SIGKILL')
    await service.ended
    assert.equal(temporaryFiles().length, 1)
    const next = await processes.start()
    await waitUntil(() => temporaryFiles().length === 0, 10_000)
    assert.equal(await stopProcess(next), 0)
  })

  test('The image decoder ends with its killed service', {
    skip: !canMeasureMemory && 'requires procfs of Linux',
  }, async () => {
    const service = await processes.start()
    const pid = service.child.pid ?? 0
    assert.deepEqual(listChildren(pid), [], 'no image was sent yet')
    upload(service, await createLargeAnimation('webp', 24, 1000))
    await waitUntil(() => listChildren(pid).length > 0, 10_000)
    const [decoder = 0] = listChildren(pid)
    service.child.kill('SIGKILL')
    await service.ended
    await waitUntil(() => !isRunning(decoder), 10_000)
    const next = await processes.start()
    await waitUntil(() => temporaryFiles().length === 0, 10_000)
    assert.equal(await stopProcess(next), 0)
  })

  test('A service that is stopped leaves neither files nor processes', {
    skip: !canMeasureMemory,
  }, async () => {
    const service = await processes.start()
    const pid = service.child.pid ?? 0
    upload(service, await createImage(800, 600))
    await waitUntil(() => listChildren(pid).length > 0, 10_000)
    const [decoder = 0] = listChildren(pid)
    assert.equal(await stopProcess(service), 0)
    assert.deepEqual([isRunning(decoder), temporaryFiles()], [false, []])
  })
})

describe('Several workers', { skip: !canMeasureMemory && 'requires procfs of Linux' }, () => {
  const processes = createServeProcesses({ WORKERS: '3' })
  after(processes.end)

  test('Several workers decode all images in one process of less than 300 MiB', async () => {
    const service = await processes.start()
    const authorization = createBasicAuth(findSecret(service.printed))
    const { body, headers } = createFileForm({}, await createLargeAnimation('webp', 8, 700))
    const send = async () => {
      // Separate connections, so that every worker gets some.
      const sent = { ...headers, authorization, connection: 'close' }
      const response = await fetch(`${service.url}/api/cal/events/v1/media`, { method: 'POST', body, headers: sent })
      return response.status
    }
    const supervisor = service.child.pid ?? 0
    const { result, peak } = await measurePeakOfChildren(
      'decoder-process',
      () => Promise.all(Array.from({ length: 9 }, send)),
      supervisor,
    )
    assert.deepEqual(result, Array(9).fill(201))
    assert.ok(peak > 0 && peak < 300 * 2 ** 20, `${peak / 2 ** 20} MiB`)
    const children = listChildren(supervisor)
    assert.equal(children.length, 4, 'three workers and one decoder')
    for (const worker of children) assert.deepEqual(listChildren(worker), [])
    assert.equal(await stopProcess(service), 0)
    await waitUntil(() => !children.some(isRunning), 10_000)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
