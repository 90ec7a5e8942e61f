/** Names of the metadata of records in The Events Calendar, which its exports and `wp/v2` contain. */
import type { PostKind } from '../../kernel/post.ts'

/** Metadata of texts, by field. */
export const TEXT_META = {
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
export const FLAG_META = {
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
