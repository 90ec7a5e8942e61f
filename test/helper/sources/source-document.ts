import type { Conformance } from '../conformance.ts'

const ITEM = '/sources/{id}'

/** Sends every request of sources and compares its response with the document. */
export async function checkSourceDocument(held: Conformance): Promise<void> {
  const as = 'admin'
  const json = { name: 'Club', type: 'ics', url: 'https://club.example/events.ics' }
  const { id } = (await held.check('/sources', 'POST', 201, { as, json })).json
  await held.check('/sources', 'GET', 200, { as })
  const [item, absent] = [id, 9999].map((one) => ({ as, params: { id: one } }) as const)
  const run = (await held.check(`${ITEM}/run`, 'POST', 202, { ...item, json: { confirm: true } })).json
  await held.check(`${ITEM}/run`, 'POST', 404, { ...absent, json: {} })
  await held.check(`${ITEM}/preview`, 'POST', 202, { ...item, json: {} })
  await held.check(`${ITEM}/preview`, 'POST', 404, { ...absent, json: {} })
  await held.check(`${ITEM}/runs`, 'GET', 200, { ...item })
  await held.check(`${ITEM}/runs`, 'GET', 404, { ...absent })
  await held.check(`${ITEM}/runs/{run_id}`, 'GET', 200, { as, params: { id, run_id: run.id } })
  await held.check(`${ITEM}/runs/{run_id}`, 'GET', 404, { as, params: { id, run_id: 9999 } })
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await held.check(ITEM, method, 200, { ...item, json: { name: method } })
    await held.check(ITEM, method, 404, { ...absent, json: { name: method } })
  }
  await held.check(ITEM, 'GET', 200, { ...item })
  await held.check(ITEM, 'GET', 404, { ...absent })
  await held.check(ITEM, 'DELETE', 200, { ...item })
  await held.check(ITEM, 'DELETE', 404, { ...absent })
}
