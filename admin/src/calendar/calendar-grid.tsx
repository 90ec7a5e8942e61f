import FullCalendar, { type CalendarRef, type EventDisplayInfo, type EventInput } from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import deLocale from '@fullcalendar/react/locales/de'
import esLocale from '@fullcalendar/react/locales/es'
import frLocale from '@fullcalendar/react/locales/fr'
import itLocale from '@fullcalendar/react/locales/it'
import nlLocale from '@fullcalendar/react/locales/nl'
import ptLocale from '@fullcalendar/react/locales/pt'
import themePlugin from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import { memo, type RefObject } from 'react'
import { settings } from '../settings.ts'
import { type CalendarEvent, type EventTimes, readTimes, toInstant, toWallTime } from './calendar-event.ts'
import { VIEWS, type View } from './calendar-state.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import './calendar.css'

const LOCALES = [deLocale, esLocale, frLocale, itLocale, nlLocale, ptLocale]
const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin, themePlugin]

/** Wall time of the site, in the form in which the calendar is drawn. */
const readNow = (): Date => toInstant(new Date().toLocaleString('sv-SE', { timeZone: settings.timeZone }))

const getEvent = ({ extendedProps }: EventDisplayInfo['event']): CalendarEvent => extendedProps['event']

function chooseClass({ event }: EventDisplayInfo): string {
  const { status, event_status } = getEvent(event)
  const isDraft = status === 'draft' || status === 'pending'
  return ['calendar-event', isDraft && 'calendar-draft', event_status === 'canceled' && 'calendar-canceled']
    .filter(Boolean)
    .join(' ')
}

export interface ShownPeriod {
  readonly start: Date
  readonly end: Date
  readonly view: View
  /** Name of the period. */
  readonly title: string
  /** First day of the month or week, without days of others. */
  readonly date: string
}

interface CalendarGridProps {
  readonly calendar: RefObject<CalendarRef | null>
  readonly initialView: View
  readonly initialDate: string | undefined
  readonly locale: string
  readonly isNarrow: boolean
  readonly events: EventInput[]
  readonly onShow: (period: ShownPeriod) => void
  readonly onOpen: (event: CalendarEvent) => void
  readonly onMove: (event: CalendarEvent, times: EventTimes, revert: () => void) => void
  readonly onCreate: (times: EventTimes) => void
}

/** Rendered only when events or settings change: with thousands of events, that takes a while. */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { calendar, initialView, initialDate, locale, isNarrow, events, onShow, onOpen, onMove, onCreate } = props
  return (
    <FullCalendar
      ref={calendar}
      plugins={PLUGINS}
      locales={LOCALES}
      locale={locale}
      timeZone="UTC"
      now={readNow}
      initialView={VIEWS[initialView]}
      {...(initialDate !== undefined && { initialDate })}
      headerToolbar={false}
      height="auto"
      dayMaxEvents={isNarrow ? 2 : 5}
      eventMaxStack={4}
      scrollTime="08:00:00"
      nowIndicator
      events={events}
      eventClass={chooseClass}
      eventInteractive
      selectable
      datesSet={({ start, end, view: { title, type, currentStart } }) => {
        const view = type === VIEWS.week ? 'week' : 'month'
        onShow({ start, end, title, view, date: toWallTime(currentStart).slice(0, 10) })
      }}
      eventClick={({ event, jsEvent }) => {
        jsEvent.preventDefault()
        onOpen(getEvent(event))
      }}
      eventDrop={({ event, revert }) => onMove(getEvent(event), readTimes(event), revert)}
      eventResize={({ event, revert }) => onMove(getEvent(event), readTimes(event), revert)}
      select={({ start, end, allDay, view }) => {
        // A day of the month means an event of that day, not one of the whole day.
        if (allDay && view.type === VIEWS.month) onCreate(createDayTimes(start, end))
        else onCreate(readTimes({ start, end, allDay }))
      }}
    />
  )
})

const START_OF_EVENTS = ' 20:00:00'
const END_OF_EVENTS = ' 22:00:00'

const createDayTimes = (start: Date, end: Date): EventTimes => ({
  start_date: toWallTime(start).slice(0, 10) + START_OF_EVENTS,
  end_date: toWallTime(new Date(end.getTime() - 1)).slice(0, 10) + END_OF_EVENTS,
})
