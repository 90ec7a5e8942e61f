import type { Conformance } from '../conformance.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const NEW_RECORDS = {
  events: { title: 'Restored', ...DATES },
  venues: { venue: 'Restored' },
  organizers: { organizer: 'Restored' },
} as const

const as = 'admin'

/** Restores records and compares the responses with the document. */
export async function checkRestoreDocument(conformance: Conformance): Promise<void> {
  for (const [plural, json] of Object.entries(NEW_RECORDS)) {
    const { id } = (await conformance.check(`/${plural}`, 'POST', 201, { as, json })).json
    await conformance.check(`/${plural}/{id}`, 'DELETE', 200, { as, params: { id } })
    await conformance.check(`/${plural}/{id}/restore`, 'POST', 200, { as, params: { id }, json: {} })
    const deleted = await conformance.check(`/${plural}/{id}`, 'DELETE', 200, { as, params: { id } })
    const params = { slug: deleted.json.slug }
    await conformance.check(`/${plural}/by-slug/{slug}/restore`, 'POST', 200, { as, params, json: {} })
  }
  await conformance.check('/events/{id}/restore', 'POST', 404, { as, params: { id: 99_999 }, json: {} })
  const params = { slug: 'no-such-event' }
  await conformance.check('/events/by-slug/{slug}/restore', 'POST', 404, { as, params, json: {} })
}

/** Sends batches and compares the responses with the document. */
export async function checkBatchDocument(conformance: Conformance): Promise<void> {
  const { id } = (await conformance.check('/events', 'POST', 201, { as, json: NEW_RECORDS.events })).json
  const runBatch = (status: number, path: string, atomic: boolean) => {
    const json = { atomic, requests: [{ method: 'DELETE', path }] }
    return conformance.check('/batch', 'POST', status, { as, json })
  }
  await runBatch(200, `/events/${id}`, false)
  await runBatch(410, `/events/${id}`, true)
  await runBatch(404, '/events/99999', true)
}

/** Reads changes and compares the responses with the document. The event stream has no end, so only its error is checked. */
export async function checkChangesDocument(conformance: Conformance): Promise<void> {
  const { cursor } = (await conformance.check('/changes', 'GET', 200, { query: '?include=records' })).json
  await conformance.check('/changes', 'GET', 200, { query: `?since=${cursor}` })
  await conformance.check('/changes', 'GET', 410, { as, query: `?since=${cursor}` })
  await conformance.check('/events/stream', 'GET', 410, { as, headers: { 'last-event-id': cursor } })
}

/** Copies events and lists authors, and compares the responses with the document. */
export async function checkProgramDocument(conformance: Conformance): Promise<void> {
  await conformance.check('/events', 'POST', 201, { as, json: { ...NEW_RECORDS.events, title: 'Copied' } })
  const json = { start_date: '2027-03-01', end_date: '2027-03-01', days: 7 }
  await conformance.check('/events/copy', 'POST', 200, { as, json })
  await conformance.check('/events/copy', 'POST', 200, { as, json })
  await conformance.check('/events/authors', 'GET', 200, { as })
}
