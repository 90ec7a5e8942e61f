/** Reads single VEVENT components. */
import { createHash } from 'node:crypto'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { findProperty, type IcsComponent, type IcsProperty, readText } from './content-lines.ts'
import { type IcsPeriod, readIcsDates } from './ics-dates.ts'
import { createLineWarning, type ReadRecurrence, readIcsRecurrence } from './ics-recurrence.ts'
import type { IcsZones } from './ics-zones.ts'
import { mapIcsEvent } from './map-ics-event.ts'
import { parseStatedTime, type StatedTime } from './stated-time.ts'

export interface CalendarContext {
  /** Path or URL, for messages. */
  readonly name: string
  readonly zones: IcsZones
  /** Whether URL is the page of the event at its source, as in calendars of Calends, instead of its website. */
  readonly linksToPages: boolean
  /** Whether the calendar cancels its events (METHOD:CANCEL). */
  readonly isCanceled: boolean
}

export interface IcsEvent {
  readonly component: IcsComponent
  readonly period: IcsPeriod
  /** Without `recurrence`. */
  readonly fields: RawInput
  readonly recurrence: ReadRecurrence
  readonly warnings: readonly string[]
}

/** Throws an `IcsError` for an event without a valid start or end, and for one without dates. */
export function readIcsEvent(component: IcsComponent, { zones, linksToPages, isCanceled }: CalendarContext): IcsEvent {
  const period = readIcsDates(component, zones)
  const recurrence = readIcsRecurrence(component, period, zones)
  const canceled = isCanceled ? { event_status: 'canceled' } : {}
  const withoutPage = linksToPages ? { website: '' } : {}
  return {
    ...{ component, period, recurrence },
    fields: { ...mapIcsEvent(component), ...withoutPage, ...canceled, ...period.dates },
    warnings: [
      ...component.invalidLines.map((line) => createLineWarning(line, 'it is not a property and was not read')),
      ...recurrence.warnings,
    ],
  }
}

/** The time of the last change, as in ISO 8601; empty if it is not stated. */
export function readModified(component: IcsComponent): string {
  const stated = parseStatedTime(findProperty(component, 'LAST-MODIFIED')?.value ?? '')
  return stated ? formatStated(stated) : ''
}

const formatStated = ({ local, hasTime, suffix }: StatedTime): string =>
  hasTime ? `${local.replace(' ', 'T')}${suffix === 'Z' ? 'Z' : ''}` : local.slice(0, 10)

/** Key of the event of a changed occurrence. */
export function createOccurrenceUid(uid: string, { value }: IcsProperty): string {
  const stated = parseStatedTime(value)
  return `${uid}#${stated ? formatStated(stated) : value}`
}

/** The UID, or else a key that stays the same when other properties than start, title and place change. */
export function getUid(component: IcsComponent): string {
  const uid = findProperty(component, 'UID')?.value
  if (uid !== undefined) return uid
  const parts = [
    findProperty(component, 'DTSTART')?.value,
    readText(component, 'SUMMARY'),
    readText(component, 'LOCATION'),
  ]
  return `no-uid-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
}

/** Whether the component is a newer version than the other, which precedes it in the file. */
export function isNewer(component: IcsComponent, other: IcsComponent): boolean {
  const [own, others] = [readVersion(component), readVersion(other)]
  return own.sequence === others.sequence ? own.stamp >= others.stamp : own.sequence > others.sequence
}

function readVersion(component: IcsComponent) {
  const sequence = findProperty(component, 'SEQUENCE')?.value ?? ''
  const stamp = parseStatedTime(findProperty(component, 'DTSTAMP')?.value ?? '')
  return { sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : 0, stamp: stamp?.local ?? '' }
}
