/** Examples of imports and their results. */

import type { Services } from '../../src/calendar/services.ts'
import { runNextImport } from '../../src/features/imports/runs/run-imports.ts'
import type { Send } from './examples.ts'

export const IMPORT_REQUESTS = {
  CreateImport: { url: 'https://club.example/events.ics', record_status: 'pending', categories: ['Club'] },
  UpdateImport: {
    mapping: { columns: { What: 'title', When: 'start_date', Notes: '' }, dates: 'DMY' },
    record_status: 'pending',
  },
  PreviewImport: {},
  RunImport: {},
  StopImport: {},
  UndoImport: { preview: true },
} as const

const TABLE = 'What;When;Notes\nVillage fair;25.03.2027;internal\nMarket;soon;\n'

export async function recordImports(send: Send, services: Services) {
  const as = 'administrator'
  const { id: other } = Object(await send(201, 'POST', '/imports', { as, json: IMPORT_REQUESTS.CreateImport }))
  await send(200, 'POST', `/imports/${other}/stop`, { as, json: IMPORT_REQUESTS.StopImport })
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="village.csv"',
  }
  const payload = Buffer.from(TABLE)
  const { id } = Object(await send(201, 'POST', '/imports/files', { as, payload, headers }))
  const work = () => runNextImport(services, new AbortController().signal)
  await work()
  await send(200, 'PUT', `/imports/${id}`, { as, json: IMPORT_REQUESTS.UpdateImport })
  await work()
  await send(202, 'POST', `/imports/${id}/preview`, { as, json: IMPORT_REQUESTS.PreviewImport })
  await work()
  return {
    Import: await send(200, 'GET', `/imports/${id}`, { as }),
    ImportList: await send(200, 'GET', '/imports', { as }),
    ImportResultList: await send(200, 'GET', `/imports/${id}/results`, { as }),
    DeletedImport: await send(200, 'DELETE', `/imports/${other}`, { as }),
  }
}
