/** Maps the status and the attendance of imported events (decisions: Event status, Online events). */

import { toPlainText } from '../../base/text/sanitize.ts'
import { isTimeZone, resolveLocal } from '../../base/time/time-zone.ts'
import { parseWebsite } from '../../kernel/common-fields.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES, type EventStatus, LINK_VISIBILITIES } from '../../kernel/event-status.ts'
import type { Event } from '../../kernel/post.ts'
import type { FieldReader } from './formats/record-reader.ts'

/** Keys of the reference for the status, which its API returns only as registered metadata. */
const META_STATUS = '_tribe_events_status'
const META_REASON = '_tribe_events_status_reason'

type StatusFields = Pick<Event, 'event_status' | 'event_status_reason' | 'previous_utc_start_date'>

/** Without a status, the stored one is unchanged, because the API of the reference has none. */
export function readEventStatus(read: FieldReader, current: Event | undefined): StatusFields {
  const meta = [read, read.member('meta')].find((one) => one.has(META_STATUS))
  if (!meta && !read.has('event_status')) {
    const { event_status = 'scheduled', event_status_reason = '', previous_utc_start_date = '' } = current ?? {}
    return { event_status, event_status_reason, previous_utc_start_date }
  }
  const status = meta ? readMetaStatus(meta) : read.oneOf('event_status', EVENT_STATUSES)
  const reason = meta ? meta.text(META_REASON) : read.text('event_status_reason')
  return {
    event_status: status ?? 'scheduled',
    event_status_reason: toPlainText(reason),
    previous_utc_start_date: readPreviousStart(read),
  }
}

/** The plugin has the statuses `canceled` and `postponed`; add-ons have others, which count as scheduled. */
const readMetaStatus = (meta: FieldReader): EventStatus | undefined =>
  EVENT_STATUSES.find((status) => status === meta.text(META_STATUS))

function readPreviousStart(read: FieldReader): string {
  const zone = read.text('timezone')
  if (!read.has('previous_start_date') || !isTimeZone(zone)) return ''
  return resolveLocal(read.moment('previous_start_date'), zone).utc
}

type AttendanceFields = Pick<Event, 'attendance_mode' | 'virtual_url' | 'virtual_url_visibility'>

/** Without `is_virtual`, the stored attendance is unchanged. An export contains no link that is not public. */
export function readAttendance(read: FieldReader, current: Event | undefined): AttendanceFields {
  const { attendance_mode = 'offline', virtual_url = '', virtual_url_visibility = 'always' } = current ?? {}
  if (!read.has('is_virtual')) return { attendance_mode, virtual_url, virtual_url_visibility }
  if (!read.flag('is_virtual')) return { attendance_mode: 'offline', virtual_url: '', virtual_url_visibility }
  return {
    attendance_mode: read.oneOf('attendance_mode', ATTENDANCE_MODES) ?? 'online',
    virtual_url: read.has('virtual_url') ? readLink(read) : virtual_url,
    virtual_url_visibility: read.oneOf('virtual_url_visibility', LINK_VISIBILITIES) ?? virtual_url_visibility,
  }
}

/** Invalid URLs are omitted. */
function readLink(read: FieldReader): string {
  const parsed = parseWebsite(read.text('virtual_url'))
  return 'error' in parsed ? '' : parsed.value
}
