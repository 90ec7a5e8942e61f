import { sanitizeHtml } from '../text/html.ts'
import { isTimeZone } from '../text/zone.ts'
import { parseCost } from './cost.ts'
import { externalId } from './external-id.ts'
import {
  boolean,
  flawed,
  isEmptyValue,
  isWord,
  type Mention,
  mistyped,
  ok,
  type Parsed,
  parseName,
  parsePositive,
  type Reading,
  text,
} from './field.ts'
import { type LinkInput, linkField } from './linked-fields.ts'
import { type OfferInput, parseOffers } from './offer.ts'
import { type OrganizerInput, organizerFields } from './organizer.ts'
import {
  addressOf,
  author,
  date,
  dateText,
  dateUtc,
  html,
  type ImageInput,
  image,
  type PictureAddress,
  parseWebsite,
  postPassword,
  status,
  website,
} from './shared-fields.ts'
import { parseTermKeys } from './term.ts'
import { type VenueInput, venueFields } from './venue.ts'

/** A zone of contract 6.3, as given; empty stands for the zone of the site. */
function parseZone(raw: unknown): Reading<string> {
  if (raw === '' || raw === '0') return ok('')
  if (raw === 0 || isEmptyValue(raw)) return mistyped('string')
  return typeof raw === 'string' && isTimeZone(raw) ? ok(raw) : flawed
}

/** Zero and the empty text stand for no event above. */
function parseParent(raw: unknown): Reading<number> {
  if (raw === 0 || raw === '0' || raw === '' || raw === false) return ok(0)
  return isWord(raw) ? mistyped('integer') : parsePositive(raw)
}

function parseCostParts(raw: unknown): Reading<readonly string[]> {
  const parts = parseCost(raw)
  return parts && parts.join().length <= 1000 ? ok(parts) : flawed
}

const terms = <K extends 'event.categories' | 'event.tags'>(describe: K) =>
  ({
    items: 'integer',
    default: null,
    describe,
    expects: { key: 'hint.term_keys' },
    cleared: [] as readonly string[],
    parse: parseTermKeys,
  }) as const

/** What an event takes, in the order the reference declares it (contract 9.2). */
export const eventFields = {
  author,
  date,
  date_utc: dateUtc,
  title: {
    type: 'string',
    describe: 'event.title',
    expects: { key: 'hint.text' },
    required: true,
    parse: (raw: unknown) => parseName(raw, { clean: sanitizeHtml }),
  },
  description: html('event.description', 'validated'),
  slug: text('field.slug', { limit: 2000 }),
  excerpt: html('event.excerpt', 'validated'),
  status,
  timezone: { type: 'string', describe: 'event.timezone', expects: { key: 'hint.timezone' }, parse: parseZone },
  all_day: { ...boolean('event.all_day'), default: false },
  start_date: { ...dateText('event.start_date'), required: true },
  end_date: { ...dateText('event.end_date'), required: true },
  image,
  cost: {
    describe: 'event.cost',
    expects: { key: 'hint.cost' },
    cleared: [] as readonly string[],
    parse: parseCostParts,
  },
  website: { describe: 'field.website', expects: website.expects, default: null, cleared: '', parse: parseWebsite },
  show_map: boolean('event.show_map'),
  show_map_link: boolean('event.show_map_link'),
  hide_from_listings: boolean('event.hide_from_listings'),
  sticky: boolean('event.sticky'),
  featured: boolean('event.featured'),
  categories: terms('event.categories'),
  tags: terms('event.tags'),
  venue: linkField<VenueInput>({ kind: 'venue', fields: venueFields, describe: 'event.venue' }),
  organizer: linkField<OrganizerInput>({ kind: 'organizer', fields: organizerFields, describe: 'event.organizer' }),
  post_password: postPassword,
  tickets: {
    describe: 'event.tickets',
    expects: { key: 'hint.tickets' },
    cleared: [] as readonly OfferInput[],
    parse: parseOffers,
  },
  post_parent: {
    type: 'integer',
    describe: 'event.post_parent',
    expects: { key: 'hint.parent_event' },
    cleared: 0,
    parse: parseParent,
    mentions: (id: number): Mention[] => (id === 0 ? [] : [{ kind: 'event', ids: [id] }]),
  },
  external_id: externalId,
} as const

export type EventInput = Parsed<typeof eventFields>

/** Pictures to be fetched: of the event, and of the records that are created with it. */
export function eventPictures({ image, venue, organizer }: Partial<EventInput>): PictureAddress[] {
  const inside = (field: string, links: readonly LinkInput<{ readonly image?: ImageInput }>[] = []) =>
    links.flatMap((link) => ('create' in link ? addressOf(field, link.create.image) : []))
  return [...addressOf('image', image), ...inside('venue', venue), ...inside('organizer', organizer)]
}
