/** Retries with an `Idempotency-Key` after the service was killed: each key creates exactly one record. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { createBasicAuth, createServeProcesses, findSecret, type ServeProcess } from '../../helper/serve-process.ts'

const ROUNDS = 4
const REQUESTS = 20

for (const engine of ENGINES) {
  describe(`a killed service on ${engine.name}`, () => {
    test('Requests that are repeated with their key create one record each', async () => {
      const place = await engine.create()
      const processes = createServeProcesses({ DATABASE_URL: place.url })
      try {
        let service = await processes.start()
        const authorization = createBasicAuth(findSecret(service.printed))
        const create = ({ url }: ServeProcess, key: string): Promise<Response> =>
          fetch(`${url}/api/cal/events/v1/organizers`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify({ organizer: `Organizer ${key}` }),
          })
        let replays = 0
        for (let round = 0; round < ROUNDS; round++) {
          const keys = Array.from({ length: REQUESTS }, (_, index) => `${round}-${index}`)
          const sent = keys.map((key) => create(service, key))
          // The first response shows that others are between their commit and their response.
          await Promise.any(sent)
          service.child.kill('SIGKILL')
          await Promise.allSettled(sent)
          await service.ended
          service = await processes.start()
          for (const response of await Promise.all(keys.map((key) => create(service, key)))) {
            assert.equal(response.status, 201)
            if (response.headers.get('idempotency-replayed') === 'true') replays++
          }
        }
        const list = await fetch(`${service.url}/api/cal/events/v1/organizers?per_page=100`)
        const { total, organizers }: { total: number; organizers: { organizer: string }[] } = JSON.parse(
          await list.text(),
        )
        assert.equal(total, ROUNDS * REQUESTS)
        assert.equal(new Set(organizers.map(({ organizer }) => organizer)).size, ROUNDS * REQUESTS)
        assert.ok(replays > 0, 'no record was committed before the kill')
      } finally {
        processes.end()
        await place.remove()
      }
    })
  })
}
