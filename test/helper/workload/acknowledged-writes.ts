/** Clients that write to a process until it ends, and remember what it has acknowledged. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { requestProcess, type ServeProcess } from '../serve-process.ts'

const CLIENTS = 4
const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const COUNTER = 'kill:counter'

export interface AcknowledgedWrites {
  /** IDs of created events, by their external IDs. */
  readonly events: ReadonlyMap<string, number>
  /** Number of changes of one event, whose title counts them, and its ID. */
  readonly counter: { readonly count: number; readonly id: number }
  /** Writes until the process has ended. */
  readonly load: (running: ServeProcess) => Promise<unknown>
  /** Throws unless the process has these events and the highest count. */
  readonly assertStored: (running: ServeProcess, externalIds: Iterable<string>) => Promise<void>
}

/** Each client pauses between its writes. */
export function createAcknowledgedWrites(authorization: string, pauseMilliseconds = 0): AcknowledgedWrites {
  const events = new Map<string, number>()
  const counter = { count: 0, id: 0 }
  let loads = 0

  /** The ID of the event; undefined once the process has ended. What an overloaded process refuses is sent again. */
  async function save(running: ServeProcess, externalId: string, title: string): Promise<number | undefined> {
    const options = { authorization, json: { ...EVENT, title, tags: 'killed', venue: { venue: 'Hall' } } }
    const path = `/events/by-external-id/${externalId}`
    const response = await requestProcess(running, 'PUT', path, options).catch(() => undefined)
    if (!response) return undefined
    const { status, retryAfter, json } = response
    if (status === 503 && retryAfter !== null) {
      await pause(Number(retryAfter) * 1000)
      return save(running, externalId, title)
    }
    assert.ok([200, 201].includes(status), `${status} ${JSON.stringify(json)}`)
    if (pauseMilliseconds > 0) await pause(pauseMilliseconds)
    return json.id
  }

  return {
    events,
    counter,
    load: (running) => {
      const name = `kill:${loads++}`
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; ; n++) {
          const externalId = `${name}-${client}-${n}`
          const id = await save(running, externalId, externalId)
          if (id === undefined) return
          events.set(externalId, id)
        }
      })
      const count = async () => {
        for (let next = counter.count + 1; ; next++) {
          const id = await save(running, COUNTER, String(next))
          if (id === undefined) return
          Object.assign(counter, { count: next, id })
        }
      }
      return Promise.all([...clients, count()])
    },
    assertStored: async (running, externalIds) => {
      const find = (externalId: string) =>
        requestProcess(running, 'GET', `/events/by-external-id/${externalId}`, { authorization })
      for (const externalId of externalIds)
        assert.equal((await find(externalId)).status, 200, `${externalId} was acknowledged and is lost`)
      if (counter.count === 0) return
      const { json } = await find(COUNTER)
      assert.ok(Number(json.title) >= counter.count, `${json.title} instead of ${counter.count}`)
    },
  }
}
