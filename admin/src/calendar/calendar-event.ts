/** Events of the calendar: as the service sends them, and as FullCalendar takes them. */

import type { EventInput } from '@fullcalendar/react'
import { send } from '../api/client.ts'
import type { Scope } from '../components/scopes.ts'

export interface CalendarEvent {
  readonly id: number
  /** As stored. */
  readonly title: string
  readonly status: string
  /** Wall times, `YYYY-MM-DD HH:MM:SS`. */
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean | null
  readonly event_status: string | null
  readonly series: number | null
  readonly categories: readonly number[]
  readonly can_edit: boolean
}

export interface EventTimes {
  readonly start_date: string
  readonly end_date: string
  readonly all_day?: boolean
}

interface Period {
  /** Dates, the last one included. */
  readonly from: string
  readonly to: string
}

export async function readEvents(period: Period, filter: Readonly<Record<string, unknown>>, signal: AbortSignal) {
  const query = { status: 'any', ...filter, ...period }
  return (await send<{ events: readonly CalendarEvent[]; total: number }>('/events/calendar', { query, signal })).json
}

export async function moveEvent({ id, series }: CalendarEvent, times: EventTimes, scope: Scope): Promise<void> {
  await send(`/events/${id}`, { method: 'POST', body: { ...times, ...(series !== null && { scope }) } })
}

export const pickTimes = ({ start_date, end_date, all_day }: CalendarEvent): EventTimes => ({
  start_date,
  end_date,
  ...(all_day !== null && { all_day }),
})

const DAY_MILLISECONDS = 86_400_000

/** A wall time as an instant of UTC, in which the calendar is drawn, so that the zone of the browser has no effect. */
export const toInstant = (wallTime: string): Date => new Date(`${wallTime.replace(' ', 'T')}Z`)
export const toWallTime = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ')

/** The end of an event of whole days is the day after the last. */
const addDay = (date: string): string =>
  toWallTime(new Date(toInstant(`${date} 00:00:00`).getTime() + DAY_MILLISECONDS))

export function createInput(event: CalendarEvent, colors: ReadonlyMap<number, string>): EventInput {
  const { id, title, start_date, end_date, all_day, categories, can_edit } = event
  const color = categories.map((category) => colors.get(category)).find(Boolean)
  return {
    id: String(id),
    title,
    allDay: all_day === true,
    start: toInstant(start_date),
    end: all_day ? toInstant(addDay(end_date.slice(0, 10))) : toInstant(end_date),
    editable: can_edit,
    ...(color && { color }),
    extendedProps: { event },
  }
}

interface Span {
  readonly start: Date | null
  readonly end: Date | null
  readonly allDay: boolean
}

const HOUR_MILLISECONDS = 3_600_000

/** The times of a span of the calendar. Without an end, it takes a day or an hour. */
export function readTimes({ start, end, allDay }: Span): EventTimes {
  const from = start ?? new Date(0)
  if (!allDay) {
    const until = end ?? new Date(from.getTime() + HOUR_MILLISECONDS)
    return { start_date: toWallTime(from), end_date: toWallTime(until), all_day: false }
  }
  const until = end ?? new Date(from.getTime() + DAY_MILLISECONDS)
  return { start_date: toWallTime(from), end_date: toWallTime(new Date(until.getTime() - 1000)), all_day: true }
}
