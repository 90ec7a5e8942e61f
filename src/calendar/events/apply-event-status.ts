/** Applies the status of an event and its attendance (decisions: Event status, Online events). */

import type { AttendanceMode, EventStatus } from '../../kernel/event-status.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import type { EventInput } from './event-fields.ts'

type StatusFields = Pick<Event, 'event_status' | 'event_status_reason' | 'previous_utc_start_date'>

/** A reason belongs to its status: a changed status without a reason has none. */
export function applyStatusInput(
  input: Partial<Pick<EventInput, 'event_status' | 'event_status_reason'>>,
  current: Event | undefined,
  { utc_start_date }: Pick<Event, 'utc_start_date'>,
): StatusFields {
  const event_status = input.event_status ?? current?.event_status ?? 'scheduled'
  const storedReason = current?.event_status === event_status ? current.event_status_reason : ''
  return {
    event_status,
    event_status_reason: input.event_status_reason ?? storedReason,
    previous_utc_start_date: resolvePreviousStart(event_status, current, utc_start_date),
  }
}

const MOVED_STATUSES: readonly EventStatus[] = ['postponed', 'rescheduled']

/** The start that was announced first, so that corrections of the new date do not replace it. */
function resolvePreviousStart(status: EventStatus, current: Event | undefined, start: string): string {
  if (!current || !MOVED_STATUSES.includes(status)) return ''
  const previous = current.previous_utc_start_date || current.utc_start_date
  return previous === start ? '' : previous
}

type AttendanceInput = Partial<
  Pick<EventInput, 'attendance_mode' | 'is_virtual' | 'virtual_url' | 'virtual_url_visibility' | 'event_status'>
>
type AttendanceFields = Pick<Event, 'attendance_mode' | 'virtual_url' | 'virtual_url_visibility'>

/** Offline events have no link. Throws `rest_invalid_param` for values that contradict each other. */
export function applyAttendanceInput(input: AttendanceInput, current: Event | undefined): AttendanceFields {
  const attendance_mode = resolveAttendanceMode(input, current)
  const isVirtual = attendance_mode !== 'offline'
  if (input.is_virtual !== undefined && input.is_virtual !== isVirtual) throw createContradiction('is_virtual')
  if (input.virtual_url && !isVirtual) throw createContradiction('virtual_url')
  return {
    attendance_mode,
    virtual_url: isVirtual ? (input.virtual_url ?? current?.virtual_url ?? '') : '',
    virtual_url_visibility: input.virtual_url_visibility ?? current?.virtual_url_visibility ?? 'always',
  }
}

/** Without a mode, a link, `is_virtual` and the status `moved-online` make an offline event an online one. */
function resolveAttendanceMode(input: AttendanceInput, current: Event | undefined): AttendanceMode {
  const { attendance_mode, is_virtual, virtual_url, event_status } = input
  if (attendance_mode !== undefined) return attendance_mode
  if (is_virtual === false) return 'offline'
  const stored = current?.attendance_mode ?? 'offline'
  const isOnline = is_virtual || virtual_url || event_status === 'moved-online'
  return isOnline && stored === 'offline' ? 'online' : stored
}

const createContradiction = (name: string) =>
  createInvalidParams({
    [name]: { kind: 'invalid', message: 'error.contradicts', values: { name: 'attendance_mode' } },
  })
