/** Creates series in a test service, and reads their occurrences. */
import assert from 'node:assert/strict'
import type { Json, RequestOptions, TestService } from '../service.ts'

export const WEEKLY = {
  title: 'Yoga',
  start_date: '2027-01-05 19:00:00',
  end_date: '2027-01-05 20:30:00',
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
}

export async function createWeekly(service: TestService, fields: Json = {}): Promise<Json> {
  const { status, json } = await service.send('POST', '/events', { as: 'admin', json: { ...WEEKLY, ...fields } })
  assert.equal(status, 201, JSON.stringify(json))
  return json
}

export async function listOccurrences(
  service: TestService,
  seriesId: number,
  as: RequestOptions['as'] = 'admin',
): Promise<Json[]> {
  const { status, json } = await service.send('GET', `/series/${seriesId}/events?per_page=100`, { as })
  assert.equal(status, 200, JSON.stringify(json))
  return json.events
}

export const getDates = (events: readonly Json[]): string[] => events.map(({ start_date }) => start_date.slice(0, 10))
