import type { Conformance } from '../conformance.ts'

const as = 'admin'

/** Sends every request about similar records and compares its response with the document. */
export async function checkDirectoryDocument(conformance: Conformance): Promise<void> {
  const similar = { venues: { venue: 'Similar Hall' }, organizers: { organizer: 'Similar Society' } } as const
  for (const [plural, json] of Object.entries(similar)) {
    const name = encodeURIComponent(Object.values(json)[0] ?? '')
    for (const external_id of ['doc:first', 'doc:second'])
      await conformance.check(`/${plural}`, 'POST', 201, {
        as,
        json: { ...json, external_id: `${external_id}-${plural}` },
      })
    await conformance.check(`/${plural}/similar`, 'GET', 200, { as, query: `?name=${name}` })
    await conformance.check(`/${plural}/duplicates`, 'GET', 200, { as })
  }
}
