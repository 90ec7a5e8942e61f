/** Headers of the pages of venues, organizers, series and terms, shown above their events. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import type { OrganizerView, VenueView } from '../../../calendar/linked/present-linked.ts'
import type { presentSeries } from '../../../calendar/series/present-series.ts'
import { renderCustomValues } from '../../../pages/custom-values.ts'
import { findVideoNeeds, renderDescription } from '../../../pages/description.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { cleanJsonLd } from '../../../pages/json-ld.ts'
import { buildMapLink, renderMap } from '../../../pages/map.ts'
import type { Breadcrumb } from '../../../pages/page.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { buildArchivePath, INDEX_PATHS, type TermArchiveRoute } from '../../../pages/page-routes.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { renderTitleSize } from '../../../pages/title-size.ts'
import { extractText, formatAddress, truncateText } from '../../../pages/view-text.ts'
import { renderDirections } from '../components/event-actions.ts'
import { buildEventJsonLd } from '../components/event-json-ld.ts'
import type { ArchiveTarget } from './calendar-page.ts'

export const ALL_EVENTS: ArchiveTarget = {
  archive: { kind: 'calendar' },
  query: {},
  heading: undefined,
  name: undefined,
  description: '',
  header: undefined,
  breadcrumbs: undefined,
  jsonLd: undefined,
  hasMap: false,
  image: undefined,
}

const MAX_DESCRIPTION_LENGTH = 200

interface TermTargetInput {
  readonly archive: TermArchiveRoute
  readonly name: string
  readonly slug: string
  readonly description: string
  /** From the root of the tree to the term. */
  readonly trail: readonly Breadcrumb[]
}

export function createTermTarget(
  { translate }: PageContext,
  { archive, name, slug, description, trail }: TermTargetInput,
): ArchiveTarget {
  const isCategory = archive.kind === 'category'
  return {
    ...ALL_EVENTS,
    archive,
    breadcrumbs: isCategory ? [{ name: translate('page.categories'), path: INDEX_PATHS.category }, ...trail] : trail,
    query: isCategory ? { categories: slug } : { tags: slug },
    heading: translate(isCategory ? 'page.of_category' : 'page.of_tag', { name }),
    name,
    description: truncateText(extractText(description), MAX_DESCRIPTION_LENGTH),
  }
}

export function createVenueTarget(context: PageContext, venue: VenueView): ArchiveTarget {
  const { translate } = context
  const name = extractText(venue.venue)
  const hasMap = venue.show_map === true && context.tiles !== undefined && venue.geo_lat !== undefined
  const address = formatAddress(venue)
  const link = venue.show_map_link ? buildMapLink(venue) : undefined
  const details = html`${address !== '' && html`<dt>${translate('page.address')}</dt><dd>${address}${link && html`<br><a href="${link}" rel="nofollow noopener">${translate('page.show_on_map')}</a>`}${renderDirections(context, venue)}</dd>`}${renderContact(context, venue)}${renderCustomValues(context, venue.custom_fields)}`
  return {
    ...ALL_EVENTS,
    archive: { kind: 'venue', slug: venue.slug ?? '' },
    query: { venue: String(venue.id) },
    heading: translate('page.of_venue', { name }),
    name,
    breadcrumbs: [
      { name: translate('sharing.venues'), path: INDEX_PATHS.venue },
      { name, path: venue.url.slice(context.urls.home.length) },
    ],
    description: truncateText(extractText(venue.description ?? '') || address, MAX_DESCRIPTION_LENGTH),
    videos: findVideoNeeds(context, venue.description),
    header: renderArchiveHeader(context, {
      kind: translate('page.venue'),
      name,
      record: venue,
      details,
      map: hasMap && renderMap(context, { name: translate('page.map_of', { name }), className: 'map', venue }),
    }),
    jsonLd: venue.json_ld && { '@context': 'http://schema.org', ...cleanJsonLd(venue.json_ld) },
    hasMap,
    image: venue.image || undefined,
  }
}

export function createOrganizerTarget(context: PageContext, organizer: OrganizerView): ArchiveTarget {
  const { translate } = context
  const name = extractText(organizer.organizer)
  const { email } = organizer
  const details = html`${renderContact(context, organizer)}${email && html`<dt>${translate('page.email')}</dt><dd><a href="mailto:${extractText(email)}">${extractText(email)}</a></dd>`}${renderCustomValues(context, organizer.custom_fields)}`
  return {
    ...ALL_EVENTS,
    archive: { kind: 'organizer', slug: organizer.slug ?? '' },
    query: { organizer: String(organizer.id) },
    heading: translate('page.of_organizer', { name }),
    name,
    breadcrumbs: [
      { name: translate('page.organizers'), path: INDEX_PATHS.organizer },
      { name, path: organizer.url.slice(context.urls.home.length) },
    ],
    description: truncateText(extractText(organizer.description ?? ''), MAX_DESCRIPTION_LENGTH),
    videos: findVideoNeeds(context, organizer.description),
    header: renderArchiveHeader(context, {
      kind: translate('page.organizer'),
      name,
      record: organizer,
      details,
      map: false,
    }),
    image: organizer.image || undefined,
    jsonLd: organizer.json_ld && { '@context': 'http://schema.org', ...cleanJsonLd(organizer.json_ld) },
  }
}

/** `events` are the next ones, for structured data. */
export function createSeriesTarget(
  context: PageContext,
  { id, slug, title, url, recurrence_text }: ReturnType<typeof presentSeries>,
  events: readonly EventView[],
): ArchiveTarget {
  const { translate } = context
  const name = extractText(title)
  return {
    ...ALL_EVENTS,
    archive: { kind: 'series', slug },
    query: { series: String(id) },
    heading: name,
    name,
    description: recurrence_text,
    breadcrumbs: [{ name, path: buildArchivePath({ kind: 'series', slug }) }],
    header: html`<section class="profile">
<div class="profile-body"><div class="profile-main"><p class="kind">${translate('page.series')}</p><h1 tabindex="-1"${renderTitleSize(name)}>${name}</h1>
<p>${recurrence_text}</p></div></div>
</section>`,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'EventSeries',
      name,
      url,
      subEvent: events.map((event) => ({ ...buildEventJsonLd(context, event), '@context': undefined })),
    },
  }
}

function renderContact({ translate }: PageContext, { phone, website }: VenueView | OrganizerView): Html {
  const phoneNumber = extractText(phone ?? '')
  const url = extractText(website ?? '')
  const isLink = /^https?:/i.test(url)
  return html`${phoneNumber !== '' && html`<dt>${translate('page.phone')}</dt><dd><a href="tel:${phoneNumber.replace(/[^+\d]/g, '')}">${phoneNumber}</a></dd>`}${isLink && html`<dt>${translate('page.website')}</dt><dd><a href="${url}" rel="nofollow noopener">${truncateText(url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, ''), 40)}</a></dd>`}`
}

interface ArchiveHeaderInput {
  readonly kind: string
  readonly name: string
  readonly record: VenueView | OrganizerView
  readonly details: Html
  readonly map: Html | false
}

function renderArchiveHeader(context: PageContext, { kind, name, record, details, map }: ArchiveHeaderInput): Html {
  return html`<section class="profile">
<div class="profile-body">
<div class="profile-main"><p class="kind">${kind}</p><h1 tabindex="-1"${renderTitleSize(name)}>${name}</h1>
${record.description && renderDescription(context, record.description)}
<dl class="profile-facts">${details}</dl></div>
${(map || record.image) && html`<div class="profile-media">${record.image && html`<div class="profile-picture">${renderResponsiveImage(record.image, { sizes: '(min-width: 48rem) 24rem, 100vw', isAboveFold: true })}</div>`}${map}</div>`}
</div>
</section>`
}
