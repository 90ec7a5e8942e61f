/** Actions of visitors: add an event to a calendar, share it, find the way. Everything works without JavaScript. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { VenueView } from '../../../calendar/linked/present-linked.ts'
import { buildEventFileUrl, buildGoogleLink, buildOutlookLink } from '../../../pages/feed-links.ts'
import { formatDateRange, formatZoneName } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { withQuery } from '../../../pages/page-routes.ts'
import { extractText, formatAddress } from '../../../pages/view-text.ts'

export function renderCalendarMenu(context: PageContext, event: EventView): Html {
  const { translate, urls } = context
  const zoneNote = event.all_day
    ? translate('sharing.all_day_note')
    : translate('sharing.zone_note', { zone: formatZoneName(event, context) })
  return html`<details class="add"><summary class="button button-strong">${translate('page.add_to_calendar')}</summary>
<ul><li><a href="${buildGoogleLink(event)}" rel="nofollow">${translate('page.calendar_google')}</a></li>
<li><a href="${buildOutlookLink(event)}" rel="nofollow">${translate('page.calendar_outlook')}</a></li>
<li><a href="${buildEventFileUrl(urls, event.id)}" rel="nofollow">${translate('page.calendar_apple')}</a></li></ul>
<p class="add-note">${zoneNote}</p></details>`
}

/** Links of other services, which load nothing from them. The script adds the share sheet of the device and the button to copy. */
export function renderShareMenu(context: PageContext, event: EventView): Html {
  const { translate } = context
  const { url } = event
  const title = extractText(event.title)
  const text = `${title}, ${formatDateRange(event, context)}`
  const links: readonly (readonly [name: string, href: string])[] = [
    [translate('page.email'), `mailto:?${encodeMail({ subject: title, body: `${text}\n\n${url}` })}`],
    ['WhatsApp', withQuery('https://wa.me/', { text: `${text} ${url}` })],
    ['Telegram', withQuery('https://t.me/share/url', { url, text })],
    ['Facebook', withQuery('https://www.facebook.com/sharer/sharer.php', { u: url })],
    ['Bluesky', withQuery('https://bsky.app/intent/compose', { text: `${text} ${url}` })],
  ]
  const items = links.map(([name, href]) => html`<li><a href="${href}" rel="nofollow noopener">${name}</a></li>`)
  return html`<div class="share" data-share="${url}" data-title="${title}" data-text="${text}">
<details class="add"><summary class="button">${translate('sharing.share')}</summary><ul>${items}</ul></details>
<button class="share-copy" type="button" data-copied="${translate('sharing.link_copied')}">${translate('sharing.copy_link')}</button>
<span class="hidden" role="status"></span>
</div>`
}

/** Mail programs read `+` as itself, so spaces are encoded as `%20`. */
const encodeMail = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** Routes to the coordinates of a venue, or to its address; undefined without both. */
export function renderDirections({ translate }: PageContext, venue: VenueView): Html | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue
  const address = formatAddress(venue)
  const target = lat !== undefined && lng !== undefined ? `${lat},${lng}` : address
  if (target === '') return undefined
  const links: readonly (readonly [name: string, href: string])[] = [
    ['OpenStreetMap', withQuery('https://www.openstreetmap.org/directions', { to: target })],
    ['Google Maps', withQuery('https://www.google.com/maps/dir/', { api: '1', destination: target })],
    ['Apple Maps', withQuery('https://maps.apple.com/', { daddr: target })],
  ]
  const items = links.map(([name, href]) => html`<li><a href="${href}" rel="nofollow noopener">${name}</a></li>`)
  return html`<details class="directions"><summary>${translate('sharing.directions')}</summary><ul>${items}</ul></details>`
}
