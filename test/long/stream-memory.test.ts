/** 1,000 readers of an event stream on one process take less than 50 MB, and all get every event. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openEventSource } from '../helper/changes/event-source.ts'
import { ENGINES } from '../helper/engines.ts'
import { createBasicAuth, createServeProcesses, findSecret, requestProcess } from '../helper/serve-process.ts'

const READERS = 1000
const MAX_MEGABYTES = 50
const WRITES = 20
const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01', description: 'Text '.repeat(400) }

const readMegabytes = (pid: number | undefined): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

for (const engine of ENGINES) {
  test(`${READERS} readers take less than ${MAX_MEGABYTES} MB on ${engine.name}`, async (context) => {
    const place = await engine.create()
    const processes = createServeProcesses({ DATABASE_URL: place.url, DATA_DIR: place.folder })
    try {
      const service = await processes.start({ MAX_LIVE_CONNECTIONS: String(READERS) })
      const authorization = createBasicAuth(findSecret(service.printed))
      const write = async (title: string) => {
        const { status } = await requestProcess(service, 'POST', '/events', {
          authorization,
          json: { ...EVENT, title },
        })
        assert.equal(status, 201)
      }
      const url = `${service.url}/api/cal/events/v1/events/stream?include=records`
      // The first requests load code and fill caches.
      for (let n = 0; n < 200; n++) await write(`Before ${n}`)
      for (let n = 0; n < 50; n++) (await openEventSource(url)).close()
      await pause(3000)
      const before = readMegabytes(service.child.pid)
      const readers = []
      for (let n = 0; n < READERS; n++) readers.push(await openEventSource(url))
      await pause(3000)
      const idle = readMegabytes(service.child.pid) - before
      for (let n = 0; n < WRITES; n++) await write(`Event ${n}`)
      for (const { waitForChanges } of readers) await waitForChanges(WRITES)
      await pause(3000)
      const active = readMegabytes(service.child.pid) - before
      context.diagnostic(
        `${Math.round(before)} MB before, +${idle.toFixed(1)} MB idle, +${active.toFixed(1)} MB after ${WRITES} writes`,
      )
      assert.ok(Math.max(idle, active) < MAX_MEGABYTES, `${idle} and ${active} MB`)
      for (const { close } of readers) close()
    } finally {
      processes.end()
      await place.remove()
    }
  })
}
