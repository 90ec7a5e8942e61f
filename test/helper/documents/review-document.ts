import type { Conformance } from '../conformance.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const RECORDS = {
  events: { title: 'Reviewed', ...DATES },
  venues: { venue: 'Reviewed' },
  organizers: { organizer: 'Reviewed' },
} as const

const as = 'admin'

/** Sends every request of the review and compares its response with the document. */
export async function checkReviewDocument(conformance: Conformance): Promise<void> {
  for (const [plural, record] of Object.entries(RECORDS)) {
    const json = { ...record, status: 'pending' }
    const { id } = (await conformance.check(`/${plural}`, 'POST', 201, { as, json })).json
    const [notes, params] = [`/${plural}/{id}/notes`, { id }]
    await conformance.check(notes, 'POST', 201, { as, params, json: { text: 'Note' } })
    await conformance.check(notes, 'GET', 200, { as, params })
    await conformance.check(`/${plural}/{id}/return`, 'POST', 200, { as, params, json: { reason: 'Why' } })
    const absent = { as, params: { id: 99_999 } } as const
    await conformance.check(notes, 'GET', 404, absent)
    await conformance.check(notes, 'POST', 404, { ...absent, json: { text: 'Note' } })
    await conformance.check(`/${plural}/{id}/return`, 'POST', 404, { ...absent, json: { reason: 'Why' } })
  }
  await conformance.check('/review', 'GET', 200, { as })
  await conformance.check('/review/mails', 'GET', 200, { as })
  await conformance.check('/review/mails', 'POST', 200, { as, json: { mails: true } })
}
