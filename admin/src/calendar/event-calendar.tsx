/** Month and week: events are moved and resized by dragging, or in a dialog. */
import type { CalendarRef } from '@fullcalendar/react'
import { Box, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Title, useCreatePath, useEvent, useLocaleState, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type CalendarEvent, createInput, type EventTimes } from './calendar-event.ts'
import { CalendarFilters } from './calendar-filters.tsx'
import { CalendarGrid, type ShownPeriod } from './calendar-grid.tsx'
import { useCalendarState, VIEWS } from './calendar-state.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { EventDialog } from './event-dialog.tsx'
import { useCalendarEvents } from './use-calendar-events.ts'
import { useDrop } from './use-drop.tsx'
import { useMove } from './use-move.ts'

export default function EventCalendar() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const state = useCalendarState()
  const [shown, setShown] = useState<ShownPeriod>()
  const { events, total, colors, refresh } = useCalendarEvents(shown, state.filter)
  const [locale] = useLocaleState()
  const { palette } = useTheme()
  const isNarrow = useMediaQuery('(max-width: 600px)')
  const calendar = useRef<CalendarRef>(null)
  const [initial] = useState({ initialView: state.view, initialDate: state.date })
  const [opened, setOpened] = useState<CalendarEvent>()
  const move = useMove(refresh)
  const inputs = useMemo(() => events.map((event) => createInput(event, colors)), [events, colors])

  const { drop, dialog } = useDrop(move)
  const create = useEvent((times: EventTimes) => {
    const source = encodeURIComponent(JSON.stringify(times))
    void navigate(`${createPath({ resource: 'events', type: 'create' })}?source=${source}`)
  })
  useEffect(() => {
    if (shown && (shown.view !== state.view || shown.date !== state.date)) state.change(shown)
  }, [shown, state])
  return (
    <Box sx={{ mt: 1 }}>
      <Title title={translate('calendar.name')} />
      <CalendarFilters
        filter={state.filter}
        total={total}
        shown={events.length}
        onChange={(filter) => state.change({ filter })}
      />
      <Box data-color-scheme={palette.mode} className="calendar-frame" sx={{ bgcolor: 'background.paper' }}>
        <CalendarToolbar
          title={shown?.title ?? ''}
          view={state.view}
          onStep={(step) => calendar.current?.getApi()[step]()}
          onView={(view) => calendar.current?.getApi().changeView(VIEWS[view])}
        />
        <CalendarGrid
          {...{ calendar, locale, isNarrow, ...initial }}
          events={inputs}
          onShow={setShown}
          onOpen={setOpened}
          onMove={drop}
          onCreate={create}
        />
      </Box>
      {opened && (
        <EventDialog
          event={opened}
          onClose={() => setOpened(undefined)}
          onMove={(times, scope) => move({ event: opened, times, scope })}
        />
      )}
      {dialog}
    </Box>
  )
}
