/** Status of an event as announced to visitors, and how they attend it. */

export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Input in the spelling of the API: clients also send `cancelled`. */
export const correctEventStatus = (input: unknown): unknown => (input === 'cancelled' ? 'canceled' : input)

export const ATTENDANCE_MODES = ['offline', 'online', 'mixed'] as const
export type AttendanceMode = (typeof ATTENDANCE_MODES)[number]

/** When viewers are shown the link of an online event; see `calendar/posts/virtual-link.ts`. */
export const LINK_VISIBILITIES = ['always', 'hour-before', 'password'] as const
export type LinkVisibility = (typeof LINK_VISIBILITIES)[number]
