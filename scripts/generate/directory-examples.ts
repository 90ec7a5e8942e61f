/** Examples of similar records and of merging. */
import type { Send } from './examples.ts'

export async function recordDirectory(send: Send) {
  const as = 'administrator'
  const copy = await send(201, 'POST', '/venues', { as, json: { venue: 'The Old Town-Hall', city: 'Ghent' } })
  const event = { title: 'Choir', start_date: '2027-02-07 11:00:00', end_date: '2027-02-07 12:00:00' }
  await send(201, 'POST', '/events', { as, json: { ...event, venue: Object(copy).id } })
  const SimilarRecords = await send(200, 'GET', '/venues/similar?name=old%20town%20hall&city=Ghent', { as })
  const DuplicateGroups = await send(200, 'GET', '/venues/duplicates', { as })
  const from = { from: [Object(copy).id] }
  return {
    SimilarRecords,
    DuplicateGroups,
    MergeVenues: from,
    MergeResult: await send(200, 'POST', '/venues/1/merge', { as, json: from }),
  }
}
