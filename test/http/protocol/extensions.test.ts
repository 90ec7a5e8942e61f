/** Fields that the reference does not have: its clients send other values under the same names (decision "Extension keys"). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventFields } from '../../../src/calendar/events/event-fields.ts'
import { organizerFields } from '../../../src/calendar/linked/organizer-fields.ts'
import { venueFields } from '../../../src/calendar/linked/venue-fields.ts'
import { recurrenceField } from '../../../src/calendar/series/recurrence-field.ts'
import type { Fields } from '../../../src/kernel/field.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const COMPATIBLE = '//wp-json/tribe/events/v1'
const OWN = '//api/cal/events/v1'

const RECORDS: readonly (readonly [path: string, fields: Fields, required: Json])[] = [
  ['/events', { ...eventFields, recurrence: recurrenceField }, EVENT],
  ['/venues', venueFields, { venue: 'Hall' }],
  ['/organizers', organizerFields, { organizer: 'Club' }],
]

/** Values that no field accepts, or only a text. */
const FOREIGN: readonly unknown[] = [
  { type: 'weekly', end_type: 'never' },
  [{ unknown: 1 }],
  'no such value',
  7.5,
  true,
]

for (const engine of ONE_ENGINE) {
  describe(`Extensions on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const post = (path: string, json: Json) => service.send('POST', path, { as: 'admin', json })

    for (const [path, fields, required] of RECORDS) {
      const extensions = Object.entries(fields).filter(([, field]) => field.isExtension)

      test(`POST ${path} at the compatible mount ignores values of extensions that are not valid`, async () => {
        assert.ok(extensions.length > 0)
        for (const [name, field] of extensions)
          for (const value of FOREIGN) {
            const json = { ...required, [name]: value }
            if (!('error' in field.parse(value))) continue
            const compatible = await post(`${COMPATIBLE}${path}`, json)
            assert.equal(compatible.status, 201, `${name} ${JSON.stringify(value)}: ${compatible.text}`)
            const strict = [await post(`${COMPATIBLE}${path}?strict=1`, json), await post(`${OWN}${path}`, json)]
            for (const { status, json: error } of strict) {
              assert.deepEqual([status, error.code], [400, 'rest_invalid_param'], `${name} ${JSON.stringify(value)}`)
              assert.deepEqual(Object.keys(error.data.params), [name])
            }
          }
      })

      test(`POST ${path} treats empty values of extensions as omitted`, async () => {
        for (const [name] of extensions)
          for (const value of ['', [], null])
            for (const mount of [OWN, COMPATIBLE]) {
              const { status, text } = await post(`${mount}${path}`, { ...required, [name]: value })
              assert.equal(status, 201, `${name} ${JSON.stringify(value)}: ${text}`)
            }
      })
    }

    test('An update clears extensions with empty values, and false is a value', async () => {
      const extended = {
        external_id: 'other:1',
        event_status: 'postponed',
        event_status_reason: 'Ill',
        is_virtual: true,
      }
      const { json: event } = await post(`${OWN}/events`, {
        ...EVENT,
        ...extended,
        tickets: [{ name: 'All', price: '5' }],
      })
      const { json: kept } = await post(`${COMPATIBLE}/events/${event.id}`, {
        event_status: 'unknown',
        tickets: 'none',
      })
      assert.deepEqual([kept.event_status, kept.tickets?.length], ['postponed', 1])
      const cleared = { external_id: '', event_status_reason: '', tickets: [], is_virtual: false }
      const { json: later } = await post(`${OWN}/events/${event.id}`, cleared)
      assert.deepEqual(
        [later.external_id, later.event_status_reason, later.tickets?.length, later.is_virtual],
        [undefined, undefined, 0, undefined],
        JSON.stringify(later),
      )
    })
  })
}
