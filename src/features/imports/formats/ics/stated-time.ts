/** Dates and times as files state them (RFC 5545, sections 3.3.4 and 3.3.5), also in the spellings of other programs. */
import { toDateTime, toSeconds } from '../../../../base/time/civil-time.ts'
import type { DateTime } from '../../../../base/time/date-time.ts'
import { findTimeZone } from '../../../../base/time/find-time-zone.ts'
import { addDays } from '../../../../base/time/parse-date.ts'

export interface StatedTime {
  readonly local: DateTime
  readonly hasTime: boolean
  /** `Z`, an offset such as `-0500`, or empty. */
  readonly suffix: string
}

const STATED_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d(?::?[0-5]\d)?)?)?$/i

/** Undefined for other text, and for dates that do not exist. A leap second is the one before it. */
export function parseStatedTime(text: string): StatedTime | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', suffix = ''] =
    STATED_TIME.exec(text.trim()) ?? []
  const isEndOfDay = `${hour}${minute}${second}` === '240000'
  const time = isEndOfDay ? '00:00:00' : `${hour}:${minute}:${second === '60' ? '59' : second}`
  const stated = `${year}-${month}-${day} ${time}`
  if (year === undefined || toDateTime(toSeconds(stated)) !== stated) return undefined
  const offset = suffix.toUpperCase()
  if (offset !== '' && offset !== 'Z' && findTimeZone(offset) === undefined) return undefined
  return { local: isEndOfDay ? addDays(stated, 1) : stated, hasTime: text.trim().length > 10, suffix: offset }
}
