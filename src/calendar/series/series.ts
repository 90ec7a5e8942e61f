import { NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import { type Event, NEVER_PUBLISHED, NO_SERIES } from '../../kernel/post.ts'
import { getRuleDate } from './occurrence-key.ts'
import type { Recurrence } from './recurrence.ts'

/** Ids of the records related to the occurrences. */
export interface SeriesRelations {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly number[]
}

export interface Series {
  readonly id: number
  readonly slug: string
  /**
   * The event that new occurrences are created from, with the dates of the first one and the id of the series. Its
   * status, author and password decide who may see and edit the series.
   */
  readonly template: Event
  readonly relations: SeriesRelations
  readonly recurrence: Recurrence
  /** Date up to which occurrences were created; empty when the recurrence has ended. */
  readonly extended_until: string
}

/**
 * True for an unapproved series of a viewer who may not publish. It has one event until its approval, which bounds the
 * rows that contributors can create.
 */
export const isProposal = ({ template, recurrence, extended_until }: Series): boolean =>
  isDraftOrPending(template) && extended_until === getRuleDate(template, recurrence)

export const isDraftOrPending = ({ status }: Pick<Event, 'status'>): boolean =>
  status === 'pending' || status === 'draft'

/** Initial values of the fields of a template. */
export const BLANK_TEMPLATE: Event = {
  ...{ id: 0, author: 0, status: 'draft', trashed_from: '', slug: '', title: '', content: '', excerpt: '' },
  ...{ password: '', date: NEVER_PUBLISHED, date_utc: NEVER_PUBLISHED, image: 0, external_id: '' },
  custom_fields: NO_CUSTOM_VALUES,
  ...{ modified: NEVER_PUBLISHED, modified_utc: NEVER_PUBLISHED, timezone: '', all_day: false },
  ...{ start_date: NEVER_PUBLISHED, end_date: NEVER_PUBLISHED },
  ...{ utc_start_date: NEVER_PUBLISHED, utc_end_date: NEVER_PUBLISHED },
  ...{ cost: [], tickets: [], website: '', show_map: false, show_map_link: false, hide_from_listings: false },
  ...{ sticky: false, featured: false, post_parent: 0, ...NO_SERIES },
  ...{ event_status: 'scheduled', event_status_reason: '', previous_utc_start_date: '' },
  ...{ attendance_mode: 'offline', virtual_url: '', virtual_url_visibility: 'always' },
}
