/** Random writes of series: what was edited by hand survives, IDs stay, and no date occurs twice. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkDatabase } from '../../../src/calendar/check-integrity.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { createRandomNumbers } from '../../helper/series/random-recurrence.ts'
import { createWeekly, getDates, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const RULES = [
  'FREQ=WEEKLY;COUNT=6',
  'FREQ=WEEKLY;INTERVAL=2;COUNT=5',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8',
  'FREQ=MONTHLY;COUNT=4',
  'FREQ=DAILY;INTERVAL=7;UNTIL=20270215',
]
const WRITES = 15

for (const engine of ONE_ENGINE) {
  describe(`Random writes of series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    for (const seed of [1, 2, 3].map((constant) => getSeed(constant))) {
      test(`Edited events survive, IDs stay and dates are unique (seed ${seed})`, async () => {
        const random = createRandomNumbers(seed)
        const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
        const { series } = await createWeekly(service, { title: `Series ${seed}` })
        const seriesIds = new Set<number>([series.id])
        const dateById = new Map<number, string>()
        const editedTitle = new Map<number, string>()
        for (let step = 0; step < WRITES; step++) {
          const events = await listAll([...seriesIds])
          if (events.length === 0) break
          const target = pick(events)
          const { json } = await write(target, step)
          if (json.series) seriesIds.add(json.series.id)
          await assertInvariants([...seriesIds])
        }
        assert.deepEqual(await checkDatabase(service.services), [])

        async function write(target: Json, step: number) {
          const draw = random()
          const send = (body: Json) => service.send('POST', `/events/${target.id}`, { as: 'admin', json: body })
          if (draw < 0.3) {
            editedTitle.set(target.id, `Edited ${step}`)
            return send({ title: `Edited ${step}` })
          }
          if (draw < 0.4) {
            editedTitle.delete(target.id)
            return service.send('DELETE', `/events/${target.id}`, { as: 'admin' })
          }
          const scope = pick(['following', 'all'])
          if (draw < 0.7) return send({ title: `Title ${step}`, scope })
          if (draw < 0.8)
            return send({
              scope,
              start_date: `${target.series.date} 1${step % 10}:00`,
              end_date: `${target.series.date} 21:00`,
            })
          return send({ scope, recurrence: pick(RULES) })
        }

        async function assertInvariants(ids: readonly number[]) {
          for (const id of ids) {
            const events = await listIfPresent(id)
            assert.equal(new Set(getDates(events)).size, events.length, 'a date occurs twice')
            for (const event of events) {
              assert.equal(dateById.get(event.id) ?? event.series.date, event.series.date, 'an event moved')
              dateById.set(event.id, event.series.date)
            }
          }
          for (const [id, title] of editedTitle) {
            const { status, json } = await service.send('GET', `/events/${id}`)
            assert.equal(status, 200, 'an edited event disappeared')
            assert.equal(json.title, title)
          }
        }
      })
    }

    async function listIfPresent(id: number): Promise<Json[]> {
      const { status } = await service.send('GET', `/series/${id}`, { as: 'admin' })
      return status === 410 ? [] : listOccurrences(service, id)
    }

    const listAll = async (ids: readonly number[]) => (await Promise.all(ids.map(listIfPresent))).flat()
  })
}
