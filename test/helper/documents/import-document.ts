import type { Conformance } from '../conformance.ts'
import { createCalendar, createImportTester } from '../imports/import-tester.ts'
import type { TestService } from '../service.ts'

const ITEM = '/imports/{id}'
const EXPORTS = ['calends.ndjson', 'wordpress.xml', 'events.ics', 'events.csv', 'venues.csv', 'organizers.csv']

/** Sends every request of imports and exports and compares its response with the document. */
export async function checkImportDocument(conformance: Conformance, service: TestService): Promise<void> {
  const { work } = createImportTester(service)
  const as = 'admin'
  const json = { url: 'https://club.example/events.ics' }
  const { id } = (await conformance.check('/imports', 'POST', 201, { as, json })).json
  await conformance.check('/imports', 'GET', 200, { as })
  await conformance.check('/imports', 'GET', 404, { as, query: 'page=9' })
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a.ics"' }
  const body = createCalendar('documented')
  const [item, absent] = [id, 9999].map((one) => ({ as, params: { id: one } }) as const)
  await conformance.check(`${ITEM}/stop`, 'POST', 200, { ...item, json: {} })
  const uploaded = (await conformance.check('/imports/files', 'POST', 201, { as, body, headers })).json
  for (const task of ['preview', 'run', 'undo']) {
    await work()
    await conformance.check(`${ITEM}/${task}`, 'POST', 202, { as, params: { id: uploaded.id }, json: {} })
  }
  await work()
  for (const task of ['preview', 'run', 'undo', 'stop'])
    await conformance.check(`${ITEM}/${task}`, 'POST', 404, { ...absent, json: {} })
  await conformance.check(`${ITEM}/results`, 'GET', 200, { ...item })
  await conformance.check(`${ITEM}/results`, 'GET', 404, { ...absent })
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await conformance.check(ITEM, method, 200, { ...item, json: { images: false } })
    await conformance.check(ITEM, method, 404, { ...absent, json: { images: false } })
  }
  await conformance.check(ITEM, 'GET', 200, { ...item })
  await conformance.check(ITEM, 'GET', 404, { ...absent })
  await conformance.check(ITEM, 'DELETE', 200, { ...item })
  await conformance.check(ITEM, 'DELETE', 404, { ...absent })
  for (const name of EXPORTS) await conformance.check(`/exports/${name}`, 'GET', 200, { as })
}
