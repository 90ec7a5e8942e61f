/** Where an event takes place: its venue, online, or both. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { extractText, getVenue } from '../../../pages/view-text.ts'

type PlaceFields = Pick<EventView, 'venue' | 'is_virtual' | 'attendance_mode'>

/** `Town Hall, Bonn · Online`; empty without a place. An event that takes place only online has no other place. */
export function formatPlace(
  { translate }: PageContext,
  event: PlaceFields,
  { withCity, withOnline = true }: { readonly withCity: boolean; readonly withOnline?: boolean },
): string {
  const venue = getVenue(event)
  const name = extractText(venue?.venue ?? '')
  const city = withCity ? extractText(venue?.city ?? '') : ''
  const hall = city === '' || name.includes(city) ? name : `${name}, ${city}`
  return [hall, withOnline && event.is_virtual ? translate('page.online') : '']
    .filter((part) => part !== '')
    .join(' · ')
}
