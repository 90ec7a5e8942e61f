import { findNearestName } from '../../base/text/nearest-name.ts'
import { sanitizeHtml } from '../../base/text/sanitize.ts'
import { findTimeZone } from '../../base/time/find-time-zone.ts'
import { isTimeZone } from '../../base/time/time-zone.ts'
import {
  authorField,
  collectImages,
  dateField,
  dateUtcField,
  defineHtmlField,
  defineLineField,
  defineWallTimeField,
  type ImageInput,
  imageField,
  parseWebsite,
  postPasswordField,
  type SubmittedImage,
  statusField,
  websiteField,
} from '../../kernel/common-fields.ts'
import { parseCost } from '../../kernel/cost.ts'
import {
  ATTENDANCE_MODES,
  correctEventStatus,
  EVENT_STATUSES,
  type EventStatus,
  LINK_VISIBILITIES,
} from '../../kernel/event-status.ts'
import {
  defineBooleanField,
  defineEnumField,
  defineExtension,
  defineTextField,
  invalid,
  isEmptyValue,
  isWord,
  type Parsed,
  type ParseResult,
  parseNonEmptyText,
  parsePositiveInteger,
  type Reference,
  typeError,
  valid,
} from '../../kernel/field.ts'
import type { OfferInput } from '../../kernel/offer.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { defineCustomValuesField } from '../custom-fields/custom-values-field.ts'
import { defineLinkedField, type LinkInput } from '../linked/linked-field.ts'
import { type OrganizerInput, organizerFields } from '../linked/organizer-fields.ts'
import { type VenueInput, venueFields } from '../linked/venue-fields.ts'
import { externalIdField } from '../posts/external-id.ts'
import { parseTermKeys } from '../terms/term-fields.ts'
import { parseOffers } from './offer-field.ts'

/**
 * A time zone of wire-contract §6.3, unchanged, or the IANA name of another program's; empty means the zone of the site.
 */
function parseTimeZone(raw: unknown): ParseResult<string> {
  if (raw === '' || raw === '0') return valid('')
  if (raw === 0 || isEmptyValue(raw)) return typeError('string')
  if (typeof raw !== 'string') return invalid
  const zone = isTimeZone(raw) ? raw : findTimeZone(raw)
  return zone === undefined ? { error: { kind: 'invalid', ...suggestTimeZone(raw) } } : valid(zone)
}

const MAX_ZONE_LENGTH = 64

function suggestTimeZone(name: string): Pick<FieldError & { kind: 'invalid' }, 'hint'> {
  const nearest = name.length > MAX_ZONE_LENGTH ? undefined : findNearestName(name, Intl.supportedValuesOf('timeZone'))
  return nearest === undefined ? {} : { hint: { key: 'hint.timezone_nearest', values: { name: nearest } } }
}

/** Zero and the empty text mean no parent. */
function parseParentId(raw: unknown): ParseResult<number> {
  if (raw === 0 || raw === '0' || raw === '' || raw === false) return valid(0)
  return isWord(raw) ? typeError('integer') : parsePositiveInteger(raw)
}

function parseCostParts(raw: unknown): ParseResult<readonly string[]> {
  const parts = parseCost(raw)
  return parts && parts.join().length <= 1000 ? valid(parts) : invalid
}

const defineTermsField = <K extends 'event.categories' | 'event.tags'>(describe: K) =>
  ({
    items: 'integer',
    default: null,
    describe,
    expects: { key: 'hint.term_keys' },
    cleared: [] as readonly string[],
    parse: parseTermKeys,
  }) as const

const anyEventStatus = defineEnumField(EVENT_STATUSES, 'event.event_status')

/** Parameters of an event, in the order of the reference (wire-contract §9.2). */
export const eventFields = {
  author: authorField,
  date: dateField,
  date_utc: dateUtcField,
  title: {
    type: 'string',
    describe: 'event.title',
    expects: { key: 'hint.text' },
    required: true,
    parse: (raw: unknown) => parseNonEmptyText(raw, { clean: sanitizeHtml }),
  },
  description: defineHtmlField('event.description', 'validated'),
  slug: defineTextField('field.slug', { limit: 2000 }),
  excerpt: defineHtmlField('event.excerpt', 'validated'),
  status: statusField,
  timezone: { type: 'string', describe: 'event.timezone', expects: { key: 'hint.timezone' }, parse: parseTimeZone },
  all_day: { ...defineBooleanField('event.all_day'), default: false },
  start_date: { ...defineWallTimeField('event.start_date'), required: true },
  end_date: { ...defineWallTimeField('event.end_date'), required: true },
  image: imageField,
  cost: {
    describe: 'event.cost',
    expects: { key: 'hint.cost' },
    cleared: [] as readonly string[],
    parse: parseCostParts,
  },
  website: {
    describe: 'field.website',
    expects: websiteField.expects,
    default: null,
    cleared: '',
    parse: parseWebsite,
  },
  show_map: defineBooleanField('event.show_map'),
  show_map_link: defineBooleanField('event.show_map_link'),
  hide_from_listings: defineBooleanField('event.hide_from_listings'),
  sticky: defineBooleanField('event.sticky'),
  featured: defineBooleanField('event.featured'),
  categories: defineTermsField('event.categories'),
  tags: defineTermsField('event.tags'),
  venue: defineLinkedField<VenueInput>({ kind: 'venue', fields: venueFields, describe: 'event.venue' }),
  organizer: defineLinkedField<OrganizerInput>({
    kind: 'organizer',
    fields: organizerFields,
    describe: 'event.organizer',
  }),
  post_password: postPasswordField,
  tickets: defineExtension({
    describe: 'event.tickets',
    expects: { key: 'hint.tickets' },
    cleared: [] as readonly OfferInput[],
    parse: parseOffers,
  }),
  post_parent: {
    type: 'integer',
    describe: 'event.post_parent',
    expects: { key: 'hint.parent_event' },
    cleared: 0,
    parse: parseParentId,
    references: (id: number): Reference[] => (id === 0 ? [] : [{ kind: 'event', ids: [id] }]),
  },
  external_id: externalIdField,
  custom_fields: defineCustomValuesField('event'),
  event_status: defineExtension({
    ...anyEventStatus,
    parse: (raw: unknown): ParseResult<EventStatus> => anyEventStatus.parse(correctEventStatus(raw)),
  }),
  event_status_reason: defineExtension(defineLineField('event.event_status_reason')),
  is_virtual: defineExtension(defineBooleanField('event.is_virtual')),
  attendance_mode: defineExtension(defineEnumField(ATTENDANCE_MODES, 'event.attendance_mode')),
  virtual_url: defineExtension({ ...websiteField, describe: 'event.virtual_url' }),
  virtual_url_visibility: defineExtension(defineEnumField(LINK_VISIBILITIES, 'event.virtual_url_visibility')),
} as const

export type EventInput = Parsed<typeof eventFields>

/** New images of the event and of the records that are created with it. */
export function collectEventImages({ image, venue, organizer }: Partial<EventInput>): SubmittedImage[] {
  const collectLinkedImages = (field: string, links: readonly LinkInput<{ readonly image?: ImageInput }>[] = []) =>
    links.flatMap((link) => ('create' in link ? collectImages(field, link.create.image) : []))
  return [
    ...collectImages('image', image),
    ...collectLinkedImages('venue', venue),
    ...collectLinkedImages('organizer', organizer),
  ]
}
