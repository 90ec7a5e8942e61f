/** Event streams lose no events when the service is restarted or killed, with several workers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openEventSource } from '../../helper/changes/event-source.ts'
import { ENGINES } from '../../helper/engines.ts'
import { findFreePort } from '../../helper/free-port.ts'
import { createBasicAuth, createServeProcesses, findSecret, requestProcess } from '../../helper/serve-process.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2027-03-01', end_date: '2027-03-01' }
const TIMEOUT = 60_000

/** Reconnects like a browser, with the id of the last event, and collects the ids of events. */
function followStream(url: string) {
  const received = new Set<number>()
  let lastEventId = ''
  let isStopped = false
  let connections = 0
  const run = async () => {
    while (!isStopped) {
      const source = await openEventSource(url, lastEventId ? { 'last-event-id': lastEventId } : {}).catch(
        () => undefined,
      )
      if (source?.response.statusCode === 200) connections++
      const timer = setInterval(() => {
        for (const { data } of source?.events ?? []) if (data.kind === 'event') received.add(data.id)
        if (isStopped) source?.close()
      }, 20)
      await source?.ended
      clearInterval(timer)
      for (const { data } of source?.events ?? []) if (data.kind === 'event') received.add(data.id)
      lastEventId = source?.lastEventId() || lastEventId
      await pause(50)
    }
  }
  const running = run()
  const stop = () => {
    isStopped = true
    return running
  }
  return { received, stop, connections: () => connections }
}

for (const engine of ENGINES) {
  test(`A stream gets every event across restarts and kills of two workers on ${engine.name}`, async () => {
    const place = await engine.create()
    const port = await findFreePort()
    const env = { DATABASE_URL: place.url, DATA_DIR: place.folder, PORT: String(port), WORKERS: '2' }
    const processes = createServeProcesses(env)
    try {
      let service = await processes.start()
      const authorization = createBasicAuth(findSecret(service.printed))
      const { url } = service
      const streams = [1, 2, 3].map(() => followStream(`${url}/api/cal/events/v1/events/stream?kinds=event`))
      await waitUntil(() => streams.every(({ connections }) => connections() === 1), TIMEOUT)
      const created = new Set<number>()
      for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
        for (let n = 0; n < 10; n++) {
          const json = { title: `${signal} ${n}`, ...DATES }
          const { status, json: event } = await requestProcess(service, 'POST', '/events', { authorization, json })
          assert.equal(status, 201)
          created.add(event.id)
        }
        service.child.kill(signal)
        await service.ended
        service = await processes.start()
      }
      const isComplete = () => streams.every(({ received }) => [...created].every((id) => received.has(id)))
      await waitUntil(isComplete, TIMEOUT)
      assert.equal(created.size, 40)
      for (const { connections } of streams) assert.ok(connections() >= 4, `${connections()} connections`)
      for (const { stop } of streams) await stop()
    } finally {
      processes.end()
      await place.remove()
    }
  })
}
