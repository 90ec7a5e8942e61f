/** Examples of the routes for editing events. */
import type { Send } from './examples.ts'

const EVENT = { title: 'Open air', start_date: '2027-06-05 19:00:00', end_date: '2027-06-05 22:00:00', status: 'draft' }

/** Pages are long. */
const SHOWN_CHARACTERS = 100

export const EDITING_REQUESTS = {
  CreatePreviewLink: { hours: 48 },
  PreviewEvent: EVENT,
  PreviewEventChange: { title: 'Open air cinema' },
} as const

export async function recordEditing(send: Send) {
  const as = 'administrator'
  const { id } = Object(await send(201, 'POST', '/events', { as, json: EVENT }))
  const page = await send(200, 'POST', `/events/${id}/preview`, { as, json: EDITING_REQUESTS.PreviewEventChange })
  const link = `/events/${id}/preview-link`
  return {
    EventPreview: { html: `${String(Object(page).html).slice(0, SHOWN_CHARACTERS)}…` },
    EventInput: await send(200, 'GET', `/events/${id}/input`, { as }),
    PreviewLink: await send(201, 'POST', link, { as, json: EDITING_REQUESTS.CreatePreviewLink }),
    PreviewLinkState: await send(200, 'GET', link, { as }),
    RevokedPreviewLink: await send(200, 'DELETE', link, { as }),
  }
}
