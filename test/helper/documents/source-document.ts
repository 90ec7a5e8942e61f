import type { Conformance } from '../conformance.ts'

const ITEM = '/sources/{id}'

/** Sends every request of sources and compares its response with the document. */
export async function checkSourceDocument(conformance: Conformance): Promise<void> {
  const as = 'admin'
  const json = { name: 'Club', type: 'ics', url: 'https://club.example/events.ics' }
  const { id } = (await conformance.check('/sources', 'POST', 201, { as, json })).json
  await conformance.check('/sources', 'GET', 200, { as })
  const [item, absent] = [id, 9999].map((one) => ({ as, params: { id: one } }) as const)
  const run = (await conformance.check(`${ITEM}/run`, 'POST', 202, { ...item, json: { confirm: true } })).json
  await conformance.check(`${ITEM}/run`, 'POST', 404, { ...absent, json: {} })
  await conformance.check(`${ITEM}/preview`, 'POST', 202, { ...item, json: {} })
  await conformance.check(`${ITEM}/preview`, 'POST', 404, { ...absent, json: {} })
  await conformance.check(`${ITEM}/runs`, 'GET', 200, { ...item })
  await conformance.check(`${ITEM}/runs`, 'GET', 404, { ...absent })
  await conformance.check(`${ITEM}/runs/{run_id}`, 'GET', 200, { as, params: { id, run_id: run.id } })
  await conformance.check(`${ITEM}/runs/{run_id}`, 'GET', 404, { as, params: { id, run_id: 9999 } })
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await conformance.check(ITEM, method, 200, { ...item, json: { name: method } })
    await conformance.check(ITEM, method, 404, { ...absent, json: { name: method } })
  }
  await conformance.check(ITEM, 'GET', 200, { ...item })
  await conformance.check(ITEM, 'GET', 404, { ...absent })
  await conformance.check(ITEM, 'DELETE', 200, { ...item })
  await conformance.check(ITEM, 'DELETE', 404, { ...absent })
}
