/** Pages of venues, organizers and terms: who or what it is, above its events. */
import type { TermBase } from './address.ts'
import type { Subject } from './calendar-page.ts'
import type { Frame } from './frame.ts'
import { type Html, html, trusted } from './html.ts'
import { jsonLdOf } from './json-ld.ts'
import { mapLink, mapOf } from './map.ts'
import { picture } from './picture.ts'
import { addressLine, type OrganizerView, plain, prose, shortened, type VenueView } from './views.ts'

export const EVERYTHING: Subject = {
  base: { kind: 'calendar' },
  query: {},
  heading: undefined,
  name: undefined,
  description: '',
  profile: undefined,
  jsonLd: undefined,
  hasMap: false,
}

const LONGEST_DESCRIPTION = 200

interface TermFacts {
  readonly base: TermBase
  readonly name: string
  readonly slug: string
  readonly description: string
}

export function termSubject({ say }: Frame, { base, name, slug, description }: TermFacts): Subject {
  const isCategory = base.kind === 'category'
  return {
    ...EVERYTHING,
    base,
    query: isCategory ? { categories: slug } : { tags: slug },
    heading: say(isCategory ? 'page.of_category' : 'page.of_tag', { name }),
    name,
    description: shortened(plain(description), LONGEST_DESCRIPTION),
  }
}

type WithJsonLd = { readonly json_ld?: Readonly<Record<string, unknown>> }

export function venueSubject(frame: Frame, venue: VenueView & WithJsonLd): Subject {
  const { say } = frame
  const name = plain(venue.venue)
  const hasMap = venue.show_map === true && frame.tiles !== undefined && venue.geo_lat !== undefined
  const address = addressLine(venue)
  const link = venue.show_map_link ? mapLink(venue) : undefined
  const facts = html`${address !== '' && html`<dt>${say('page.address')}</dt><dd>${address}${link && html`<br><a href="${link}" rel="nofollow noopener">${say('page.show_on_map')}</a>`}</dd>`}${contact(frame, venue)}`
  return {
    ...EVERYTHING,
    base: { kind: 'venue', slug: venue.slug },
    query: { venue: String(venue.id) },
    heading: say('page.of_venue', { name }),
    name,
    description: shortened(plain(venue.description ?? '') || address, LONGEST_DESCRIPTION),
    profile: profile(frame, {
      kind: say('page.venue'),
      name,
      record: venue,
      facts,
      map: hasMap && mapOf(frame, { name: say('page.map_of', { name }), className: 'map', venue }),
    }),
    jsonLd: venue.json_ld && { '@context': 'http://schema.org', ...jsonLdOf(venue.json_ld) },
    hasMap,
  }
}

export function organizerSubject(frame: Frame, organizer: OrganizerView & WithJsonLd): Subject {
  const { say } = frame
  const name = plain(organizer.organizer)
  const { email } = organizer
  const facts = html`${contact(frame, organizer)}${email && html`<dt>${say('page.email')}</dt><dd><a href="mailto:${plain(email)}">${plain(email)}</a></dd>`}`
  return {
    ...EVERYTHING,
    base: { kind: 'organizer', slug: organizer.slug },
    query: { organizer: String(organizer.id) },
    heading: say('page.of_organizer', { name }),
    name,
    description: shortened(plain(organizer.description ?? ''), LONGEST_DESCRIPTION),
    profile: profile(frame, { kind: say('page.organizer'), name, record: organizer, facts, map: false }),
    jsonLd: organizer.json_ld && { '@context': 'http://schema.org', ...jsonLdOf(organizer.json_ld) },
  }
}

function contact({ say }: Frame, { phone, website }: VenueView | OrganizerView): Html {
  const number = plain(phone ?? '')
  const address = plain(website ?? '')
  const isLink = /^https?:/i.test(address)
  return html`${number !== '' && html`<dt>${say('page.phone')}</dt><dd><a href="tel:${number.replace(/[^+\d]/g, '')}">${number}</a></dd>`}${isLink && html`<dt>${say('page.website')}</dt><dd><a href="${address}" rel="nofollow noopener">${shortened(address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, ''), 40)}</a></dd>`}`
}

interface ProfileFacts {
  readonly kind: string
  readonly name: string
  readonly record: VenueView | OrganizerView
  readonly facts: Html
  readonly map: Html | false
}

function profile(frame: Frame, { kind, name, record, facts, map }: ProfileFacts): Html {
  return html`<section class="profile">
<p class="back"><a href="${frame.root}/events/"><span aria-hidden="true">‹ </span>${frame.say('page.all_events')}</a></p>
<div class="profile-body">
<div class="profile-main"><p class="kind">${kind}</p><h1 tabindex="-1">${name}</h1>
${record.description && html`<div class="prose">${trusted(prose(record.description))}</div>`}
<dl class="profile-facts">${facts}</dl></div>
${map}
${!map && record.image && html`<div class="profile-picture">${picture(record.image, { sizes: '(min-width: 48rem) 24rem, 100vw', isAbove: true })}</div>`}
</div>
</section>`
}
