/** What the sources of the session contain, instead of requests to other hosts. */
import type { ReadSource } from '../../../src/features/sources/source-content.ts'

const EVENT = {
  title: 'Jam session',
  start_date: '2027-03-02 20:00:00',
  end_date: '2027-03-02 22:00:00',
  timezone: 'Europe/Brussels',
}

async function* readEntries() {
  yield { kind: 'event', key: '42@club.example', fields: EVENT, where: 'events.ics:4' } as const
  yield { where: 'events.ics:11', failure: 'DTSTART is missing or no date', key: '43@club.example' }
}

export const readSource: ReadSource = async () => ({
  entries: readEntries(),
  etag: '"1"',
  lastModified: '',
  hasPast: false,
})
