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
import { Box, useMediaQuery, useTheme } from '@mui/material'
import { useRef, useState } from 'react'
import { useLocaleState } from 'react-admin'
import { settings } from '../settings.ts'
import { type CalendarEvent, type EventTimes, readTimes, toInstant, toWallTime } from './calendar-event.ts'
import { type useCalendarState, VIEWS, type View } from './calendar-state.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import './calendar.css'

interface CalendarGridProps {
  readonly state: ReturnType<typeof useCalendarState>
  readonly events: EventInput[]
  readonly onPeriod: (start: Date, end: Date) => void
  readonly onOpen: (event: CalendarEvent) => void
  readonly onMove: (event: CalendarEvent, times: EventTimes, revert: () => void) => void
  readonly onCreate: (times: EventTimes) => void
}

const LOCALES = [deLocale, esLocale, frLocale, itLocale, nlLocale, ptLocale]
const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin, themePlugin]

/** Wall time of the site, in the form in which the calendar is drawn. */
const readNow = (): Date => toInstant(new Date().toLocaleString('sv-SE', { timeZone: settings.timeZone }))

const getEvent = ({ extendedProps }: EventDisplayInfo['event']): CalendarEvent => extendedProps['event']

function chooseClass({ event }: EventDisplayInfo): string {
  const { status, event_status } = getEvent(event)
  const isDraft = status === 'draft' || status === 'pending'
  return [isDraft && 'calendar-draft', event_status === 'canceled' && 'calendar-canceled'].filter(Boolean).join(' ')
}

export function CalendarGrid({ state, events, onPeriod, onOpen, onMove, onCreate }: CalendarGridProps) {
  const [locale] = useLocaleState()
  const { palette } = useTheme()
  const calendar = useRef<CalendarRef>(null)
  const [title, setTitle] = useState('')
  const isNarrow = useMediaQuery('(max-width: 600px)')
  const findView = (type: string): View => (type === VIEWS.week ? 'week' : 'month')
  return (
    <Box data-color-scheme={palette.mode} className="calendar-frame" sx={{ bgcolor: 'background.paper' }}>
      <CalendarToolbar
        title={title}
        view={state.view}
        onStep={(step) => calendar.current?.getApi()[step]()}
        onView={(view) => calendar.current?.getApi().changeView(VIEWS[view])}
      />
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        locales={LOCALES}
        locale={locale}
        timeZone="UTC"
        now={readNow}
        initialView={VIEWS[state.view]}
        {...(state.date !== undefined && { initialDate: state.date })}
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
        datesSet={({ start, end, view }) => {
          onPeriod(start, end)
          setTitle(view.title)
          state.change({ view: findView(view.type), date: toWallTime(view.currentStart).slice(0, 10) })
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onOpen(getEvent(event))
        }}
        eventDrop={({ event, revert }) => onMove(getEvent(event), readTimes(event), revert)}
        eventResize={({ event, revert }) => onMove(getEvent(event), readTimes(event), revert)}
        select={({ start, end, allDay, view }) => {
          // A day of the month stands for an event of that day, not for one of the whole day.
          if (allDay && view.type === VIEWS.month) onCreate(createDayTimes(start, end))
          else onCreate(readTimes({ start, end, allDay }))
        }}
      />
    </Box>
  )
}

const START_OF_EVENTS = ' 20:00:00'
const END_OF_EVENTS = ' 22:00:00'

const createDayTimes = (start: Date, end: Date): EventTimes => ({
  start_date: toWallTime(start).slice(0, 10) + START_OF_EVENTS,
  end_date: toWallTime(new Date(end.getTime() - 1)).slice(0, 10) + END_OF_EVENTS,
})
