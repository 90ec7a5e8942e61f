/** Examples of sources and their runs. */

import type { Services } from '../../src/calendar/services.ts'
import { runDueSources } from '../../src/features/sources/run-source.ts'
import type { ReadSource } from '../../src/features/sources/source-content.ts'
import type { Send } from './examples.ts'

export const SOURCE_REQUESTS = {
  CreateSource: {
    name: 'Jazz club',
    type: 'ics',
    url: 'https://club.example/events.ics',
    interval: 30,
    category: 1,
    status: 'pending',
  },
  UpdateSource: { missing: 'trash' },
  RunSource: { confirm: true },
  PreviewSource: {},
} as const

const EVENT = {
  title: 'Jam session',
  start_date: '2027-03-02 20:00:00',
  end_date: '2027-03-02 22:00:00',
  timezone: 'Europe/Brussels',
}

/** Instead of a request to the source. */
const read: ReadSource = async () => ({ entries: readEntries(), etag: '"1"', lastModified: '', hasPast: false })

async function* readEntries() {
  yield { kind: 'event', key: '42@club.example', fields: EVENT, where: 'events.ics:4' } as const
  yield { where: 'events.ics:11', failure: 'DTSTART is missing or no date', key: '43@club.example' }
}

export async function recordSources(send: Send, services: Services) {
  const as = 'administrator'
  const { id } = Object(await send(201, 'POST', '/sources', { as, json: SOURCE_REQUESTS.CreateSource }))
  const path = `/sources/${id}`
  const preview = await send(202, 'POST', `${path}/preview`, { as, json: SOURCE_REQUESTS.PreviewSource })
  const execute = () => runDueSources(services, { signal: new AbortController().signal, read })
  await execute()
  await send(202, 'POST', `${path}/run`, { as, json: SOURCE_REQUESTS.RunSource })
  await execute()
  await send(200, 'PUT', path, { as, json: SOURCE_REQUESTS.UpdateSource })
  return {
    SourceRun: await send(200, 'GET', `${path}/runs/${Object(preview).id}`, { as }),
    SourceRunList: await send(200, 'GET', `${path}/runs`, { as }),
    Source: await send(200, 'GET', path, { as }),
    Sources: await send(200, 'GET', '/sources', { as }),
    DeletedSource: await send(200, 'DELETE', path, { as }),
  }
}
