/** The status of events, and schema.org terms for it and for the attendance. */
import { toLocal } from '../../base/time/time-zone.ts'
import type { AttendanceMode, EventStatus } from '../../kernel/event-status.ts'
import type { Event } from '../../kernel/post.ts'

const STATUS_TERMS: Readonly<Record<EventStatus, string>> = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  'moved-online': 'EventMovedOnline',
}

const ATTENDANCE_TERMS: Readonly<Record<AttendanceMode, string>> = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}

export const toEventStatusUrl = (status: EventStatus): string => `https://schema.org/${STATUS_TERMS[status]}`

export const toAttendanceModeUrl = (mode: AttendanceMode): string => `https://schema.org/${ATTENDANCE_TERMS[mode]}`

/** The columns that `presentEventStatus` reads. */
export type StatusFields = Pick<Event, 'event_status' | 'event_status_reason' | 'previous_utc_start_date' | 'timezone'>

/** Omitted for scheduled events. Like the dates, the status of a closed event is visible. */
export function presentEventStatus(post: StatusFields, isClosed: boolean) {
  const { event_status, event_status_reason: reason, previous_utc_start_date: previous, timezone } = post
  return {
    event_status: event_status === 'scheduled' ? undefined : event_status,
    event_status_reason: isClosed || reason === '' ? undefined : reason,
    previous_start_date: previous === '' ? undefined : toLocal(previous, timezone),
  }
}
