/** schema.org terms for the status and the attendance of events. */
import type { AttendanceMode, EventStatus } from '../domain/model/event-status.ts'

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
