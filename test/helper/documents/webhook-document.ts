import type { Conformance } from '../conformance.ts'

const ITEM = '/webhooks/{id}'
const URL_OF_RECEIVER = 'https://receiver.example/'
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** Sends every request of webhooks and compares its response with the document. */
export async function checkWebhookDocument(conformance: Conformance): Promise<void> {
  const as = 'admin'
  const json = { url: URL_OF_RECEIVER, kinds: ['event'] }
  const { id } = (await conformance.check('/webhooks', 'POST', 201, { as, json })).json
  await conformance.check('/webhooks', 'GET', 200, { as })
  const [item, absent] = [id, 99_999].map((one) => ({ as, params: { id: one } }) as const)
  for (const method of ['POST', 'PUT', 'PATCH']) {
    await conformance.check(ITEM, method, 200, { ...item, json: { name: method } })
    await conformance.check(ITEM, method, 404, { ...absent, json: { name: method } })
  }
  await conformance.check(ITEM, 'GET', 200, { ...item })
  await conformance.check(ITEM, 'GET', 404, { ...absent })
  for (const action of ['rotate-secret', 'ping']) {
    await conformance.check(`${ITEM}/${action}`, 'POST', 200, { ...item, json: {} })
    await conformance.check(`${ITEM}/${action}`, 'POST', 404, { ...absent, json: {} })
  }
  await conformance.check('/events', 'POST', 201, { as, json: { title: 'Announced', status: 'publish', ...DATES } })
  const period = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  await conformance.check(`${ITEM}/replay`, 'POST', 200, { ...item, json: period })
  await conformance.check(`${ITEM}/replay`, 'POST', 404, { ...absent, json: period })
  const { deliveries } = (await conformance.check(`${ITEM}/deliveries`, 'GET', 200, { ...item })).json
  await conformance.check(`${ITEM}/deliveries`, 'GET', 404, { ...absent })
  const path = `${ITEM}/deliveries/{delivery_id}/replay`
  const params = { id, delivery_id: deliveries[0].id }
  await conformance.check(path, 'POST', 200, { as, params, json: {} })
  await conformance.check(path, 'POST', 404, { as, params: { ...params, delivery_id: 99_999 }, json: {} })
  await conformance.check(ITEM, 'DELETE', 200, { ...item })
  await conformance.check(ITEM, 'DELETE', 404, { ...absent })
}
