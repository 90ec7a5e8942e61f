/** Examples of similar records, merging, the tree of categories and the review. */
import type { Send } from './examples.ts'

export async function recordDirectory(send: Send) {
  const as = 'administrator'
  const copy = await send(201, 'POST', '/venues', { as, json: { venue: 'The Old Town-Hall', city: 'Ghent' } })
  const event = { title: 'Choir', start_date: '2027-02-07 11:00:00', end_date: '2027-02-07 12:00:00' }
  await send(201, 'POST', '/events', { as, json: { ...event, venue: Object(copy).id } })
  const SimilarRecords = await send(200, 'GET', '/venues/similar?name=old%20town%20hall&city=Ghent', { as })
  const DuplicateGroups = await send(200, 'GET', '/venues/duplicates', { as })
  const from = { from: [Object(copy).id] }
  const submitted = {
    title: 'Reading',
    start_date: '2027-02-08 19:00:00',
    end_date: '2027-02-08 20:30:00',
    status: 'pending',
  }
  const { id } = Object(await send(201, 'POST', '/events', { as, json: submitted }))
  const [note, reason, mails] = [{ text: 'Who reads?' }, { reason: 'Please add the address.' }, { language: 'fr' }]
  const ReviewNote = await send(201, 'POST', `/events/${id}/notes`, { as, json: note })
  await send(200, 'POST', `/events/${id}/return`, { as, json: reason })
  const move = { position: 1 }
  return {
    AddNote: note,
    ReviewNote,
    ReviewNotes: await send(200, 'GET', `/events/${id}/notes`, { as }),
    ReturnRecord: reason,
    Review: await send(200, 'GET', '/review', { as }),
    ChangeReviewMails: mails,
    ReviewMails: await send(200, 'POST', '/review/mails', { as, json: mails }),
    MoveCategory: move,
    CategoryTree: await send(200, 'POST', '/categories/1/move', { as, json: move }),
    SimilarRecords,
    DuplicateGroups,
    MergeRecords: from,
    MergeResult: await send(200, 'POST', '/venues/1/merge', { as, json: from }),
  }
}
