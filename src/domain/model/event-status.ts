/** Status of an event as announced to visitors, and how they attend it. */

export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const ATTENDANCE_MODES = ['offline', 'online', 'mixed'] as const
export type AttendanceMode = (typeof ATTENDANCE_MODES)[number]

/** When viewers are shown the link of an online event; see `domain/access/virtual-link.ts`. */
export const LINK_VISIBILITIES = ['always', 'hour-before', 'password'] as const
export type LinkVisibility = (typeof LINK_VISIBILITIES)[number]
