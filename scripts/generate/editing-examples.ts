/** Examples of the routes for editing events. */
import type { Send } from './examples.ts'

const EVENT = { title: 'Open air', start_date: '2027-06-05 19:00:00', end_date: '2027-06-05 22:00:00', status: 'draft' }

export const EDITING_REQUESTS = { CreatePreviewLink: { hours: 48 } } as const

export async function recordEditing(send: Send) {
  const as = 'administrator'
  const { id } = Object(await send(201, 'POST', '/events', { as, json: EVENT }))
  const link = `/events/${id}/preview-link`
  return {
    EventInput: await send(200, 'GET', `/events/${id}/input`, { as }),
    PreviewLink: await send(201, 'POST', link, { as, json: EDITING_REQUESTS.CreatePreviewLink }),
    PreviewLinkState: await send(200, 'GET', link, { as }),
    RevokedPreviewLink: await send(200, 'DELETE', link, { as }),
  }
}
