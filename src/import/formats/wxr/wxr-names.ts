/** Names of the WordPress export format (WXR 1.2) that the reader and the writer share. */
import type { PostKind } from '../../../domain/model/post.ts'
import type { Taxonomy } from '../../../domain/model/term.ts'

export const WXR_POST_TYPES = {
  event: 'tribe_events',
  venue: 'tribe_venue',
  organizer: 'tribe_organizer',
} as const satisfies Record<PostKind, string>

export const WXR_TAXONOMIES = { category: 'tribe_events_cat', tag: 'post_tag' } as const satisfies Record<
  Taxonomy,
  string
>

/** Metadata of texts, by field. */
export const WXR_TEXT_META = {
  event: { website: '_EventURL', timezone: '_EventTimezone' },
  venue: {
    address: '_VenueAddress',
    city: '_VenueCity',
    country: '_VenueCountry',
    province: '_VenueProvince',
    state: '_VenueState',
    stateprovince: '_VenueStateProvince',
    zip: '_VenueZip',
    phone: '_VenuePhone',
    website: '_VenueURL',
  },
  organizer: { phone: '_OrganizerPhone', website: '_OrganizerWebsite', email: '_OrganizerEmail' },
} as const satisfies Record<PostKind, Readonly<Record<string, string>>>

/** Metadata of booleans, by field, with the texts of the plugin for true and false. */
export const WXR_FLAG_META = {
  event: {
    all_day: ['_EventAllDay', 'yes', ''],
    show_map: ['_EventShowMap', '1', ''],
    show_map_link: ['_EventShowMapLink', '1', ''],
    hide_from_listings: ['_EventHideFromUpcoming', 'yes', ''],
    featured: ['_tribe_featured', '1', ''],
  },
  venue: {
    show_map: ['_VenueShowMap', 'true', 'false'],
    show_map_link: ['_VenueShowMapLink', 'true', 'false'],
  },
  organizer: {},
} as const satisfies Record<PostKind, Readonly<Record<string, readonly [key: string, yes: string, no: string]>>>
