/** Entries above an event in its breadcrumbs. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { Breadcrumb } from '../../../pages/page.ts'
import { extractText, getVenue } from '../../../pages/view-text.ts'
import { findCategoryTrail } from './category-trail.ts'
import type { DataSource } from './load-events.ts'

/** The first category of the event with its ancestors, or else its venue. */
export async function findEventTrail({ services, urls }: DataSource, event: EventView): Promise<readonly Breadcrumb[]> {
  const [category] = event.categories
  if (category) {
    const name = extractText(category.name)
    return findCategoryTrail(services.database.read, { ...category, name })
  }
  const venue = getVenue(event)
  return venue ? [{ name: extractText(venue.venue), path: venue.url.slice(urls.home.length) }] : []
}
