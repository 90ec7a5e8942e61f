import type { Conformance } from '../conformance.ts'
import { createFileForm } from '../http/upload-body.ts'
import { createImage } from '../media/draw-image.ts'

const as = 'admin'

/** Reads the calendar of editors and compares the response with the document. */
export async function checkCalendarDocument(conformance: Conformance): Promise<void> {
  await conformance.check('/events/calendar', 'GET', 200, { as, query: '?from=2027-01-01&to=2027-04-01' })
}

/** Reads the use of images and replaces one, and compares the responses with the document. */
export async function checkMediaUseDocument(conformance: Conformance): Promise<void> {
  const upload = async () => {
    const form = createFileForm({}, await createImage(40, 30))
    return (await conformance.check('/media', 'POST', 201, { as, ...form })).json.id
  }
  const [id, replacement] = [await upload(), await upload()]
  const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
  await conformance.check('/events', 'POST', 201, { as, json: { title: 'With an image', image: id, ...dates } })
  const crop = { x: 0, y: 0, width: 0.5, height: 1 }
  await conformance.check('/media/{id}', 'POST', 200, {
    as,
    params: { id },
    json: { crop, focal_point: { x: 0, y: 1 } },
  })
  await conformance.check('/media/{id}/usage', 'GET', 200, { as, params: { id } })
  await conformance.check('/media/{id}/usage', 'GET', 404, { as, params: { id: 99_999 } })
  await conformance.check('/media/{id}/replace', 'POST', 200, { as, params: { id }, json: { with: replacement } })
  await conformance.check('/media/{id}/replace', 'POST', 404, {
    as,
    params: { id: 99_999 },
    json: { with: replacement },
  })
}
