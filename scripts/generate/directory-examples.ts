/** Examples of similar records. */
import type { Send } from './examples.ts'

export async function recordDirectory(send: Send) {
  const as = 'administrator'
  await send(201, 'POST', '/venues', { as, json: { venue: 'The Old Town-Hall', city: 'Ghent' } })
  return {
    SimilarRecords: await send(200, 'GET', '/venues/similar?name=old%20town%20hall&city=Ghent', { as }),
    DuplicateGroups: await send(200, 'GET', '/venues/duplicates', { as }),
  }
}
