/** Variables of templates about an event. `pages/theme/template-variables.ts` describes them. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { formatDate, formatDateRange, formatShort, formatTimes } from '../../../pages/format-dates.ts'
import { type PageContext, toSitePath } from '../../../pages/page-context.ts'
import { type ArchiveRoute, buildCalendarPath } from '../../../pages/page-routes.ts'
import { buildSiteModel, buildSlots, type SlotTable } from '../../../pages/template-model.ts'
import type { TemplateModel } from '../../../pages/theme/theme.ts'
import { extractText, formatAddress, getVenue, isPasswordProtected, truncateText } from '../../../pages/view-text.ts'
import { formatPlace } from './event-place.ts'
import { translateStatus } from './event-status.ts'
import { formatCost } from './price.ts'

/** Characters. */
const MAX_EXCERPT_LENGTH = 170

/** Variables of an event in a list or on its page. */
export const buildEventTemplateModel = (context: PageContext, event: EventView, slots: SlotTable): TemplateModel => ({
  ...buildSiteModel(context),
  event: buildEventModel(context, event),
  slots: buildSlots(slots),
})

/** Variables of an event in a narrow column. */
export const buildCardTemplateModel = (
  context: PageContext,
  { event, place }: { readonly event: EventSummary; readonly place: string },
  slots: SlotTable,
): TemplateModel => ({
  ...buildSiteModel(context),
  event: { ...buildSummaryModel(context, event), place },
  slots: buildSlots(slots),
})

const buildSummaryModel = (context: PageContext, event: EventSummary) => ({
  id: event.id,
  title: extractText(event.title),
  url: toSitePath(context, event.url),
  start: formatMinute(event.start_date),
  end: formatMinute(event.end_date),
  weekday: formatDate(context, 'shortWeekday', event.start_date),
  day: Number(event.start_date.slice(8, 10)),
  month: formatDate(context, 'shortMonth', event.start_date),
  short_date: formatShort(event, context),
  time: formatTimes(event, context) ?? '',
  all_day: event.all_day === true,
  featured: event.featured === true,
  status: event.event_status ?? '',
  status_text: translateStatus(context, event) ?? '',
})

/** `2026-12-05T19:00` */
const formatMinute = (dateTime: string): string => dateTime.slice(0, 16).replace(' ', 'T')

function buildEventModel(context: PageContext, event: EventView) {
  const text = extractText(event.excerpt || event.description || '')
  const website = extractText(event.website)
  return {
    ...buildSummaryModel(context, event),
    date: formatDateRange(event, context),
    over: event.utc_end_date < context.clock.now,
    protected: isPasswordProtected(event),
    online: event.is_virtual === true,
    place: formatPlace(context, event, { withCity: true }),
    venue: buildVenueModel(context, event),
    organizers: event.organizer.map((view) => ({
      name: extractText(view.organizer),
      url: toSitePath(context, view.url),
    })),
    cost: formatCost(context, event),
    excerpt: truncateText(text, MAX_EXCERPT_LENGTH),
    // Without a website, the API returns the URL of the page itself.
    website: website === event.url ? '' : website,
    image: buildImageModel(event),
    categories: event.categories.map((term) => buildTermModel(context, term, { kind: 'category', path: [term.slug] })),
    tags: event.tags.map((term) => buildTermModel(context, term, { kind: 'tag', slug: term.slug })),
  }
}

function buildVenueModel(context: PageContext, event: EventView) {
  const venue = getVenue(event)
  if (!venue) return null
  return {
    name: extractText(venue.venue),
    url: toSitePath(context, venue.url),
    address: formatAddress(venue),
    city: extractText(venue.city ?? ''),
  }
}

const buildImageModel = ({ image }: EventView) =>
  image ? { url: image.url, width: image.width, height: image.height, alt: image.alt_text ?? '' } : null

const buildTermModel = (
  { root }: PageContext,
  { name, slug }: { readonly name: string; readonly slug: string },
  archive: ArchiveRoute,
) => ({ name: extractText(name), slug, url: `${root}${buildCalendarPath(archive, { kind: 'list' })}` })
