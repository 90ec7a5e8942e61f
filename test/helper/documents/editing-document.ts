import type { Conformance } from '../conformance.ts'

const EVENT = { title: 'Edited', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** Sends every request of the routes for editing events and compares its response with the document. */
export async function checkEditingDocument(conformance: Conformance): Promise<void> {
  const as = 'editor'
  const { id } = (await conformance.check('/events', 'POST', 201, { as, json: EVENT })).json
  const [item, absent] = [id, 99_999].map((one) => ({ as, params: { id: one } }) as const)
  const [preview, link] = ['/events/{id}/preview', '/events/{id}/preview-link']
  await conformance.check('/events/{id}/input', 'GET', 200, { ...item })
  await conformance.check('/events/{id}/input', 'GET', 404, { ...absent })
  await conformance.check('/events/preview', 'POST', 200, { as, json: EVENT })
  await conformance.check(preview, 'POST', 200, { ...item, json: { title: 'Changed' } })
  await conformance.check(preview, 'POST', 404, { ...absent, json: {} })
  await conformance.check(link, 'POST', 201, { ...item, json: { hours: 1 } })
  await conformance.check(link, 'POST', 404, { ...absent, json: {} })
  await conformance.check(link, 'GET', 200, { ...item })
  await conformance.check(link, 'GET', 404, { ...absent })
  await conformance.check(link, 'DELETE', 200, { ...item })
  await conformance.check(link, 'DELETE', 404, { ...absent })
  await conformance.check('/events/{id}', 'DELETE', 200, { ...item })
  await conformance.check(preview, 'POST', 410, { ...item, json: {} })
  await conformance.check(link, 'POST', 410, { ...item, json: {} })
}
