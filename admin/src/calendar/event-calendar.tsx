/** Month and week: events are moved and resized by dragging, or in a dialog. */
import { Box } from '@mui/material'
import { useCallback, useMemo, useState } from 'react'
import { Title, useCreatePath, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type CalendarEvent, createInput, type EventTimes } from './calendar-event.ts'
import { CalendarFilters } from './calendar-filters.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { useCalendarState } from './calendar-state.ts'
import { EventDialog } from './event-dialog.tsx'
import { ScopeDialog } from './scope-dialog.tsx'
import { useCalendarEvents } from './use-calendar-events.ts'
import { type Move, useMove } from './use-move.tsx'

interface PendingMove extends Move {
  readonly revert: () => void
}

export default function EventCalendar() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const state = useCalendarState()
  const { events, total, colors, setPeriod, refresh } = useCalendarEvents(state.filter)
  const [opened, setOpened] = useState<CalendarEvent>()
  const [pending, setPending] = useState<PendingMove>()
  const move = useMove(refresh)
  const inputs = useMemo(() => events.map((event) => createInput(event, colors)), [events, colors])

  const drop = useCallback(
    (event: CalendarEvent, times: EventTimes, revert: () => void) => {
      if (event.series === null) void move({ event, times, scope: 'this' }).then((isMoved) => isMoved || revert())
      else setPending({ event, times, scope: 'this', revert })
    },
    [move],
  )
  const create = useCallback(
    (times: EventTimes) => {
      const source = encodeURIComponent(JSON.stringify(times))
      void navigate(`${createPath({ resource: 'events', type: 'create' })}?source=${source}`)
    },
    [navigate, createPath],
  )
  return (
    <Box sx={{ mt: 1 }}>
      <Title title={translate('calendar.name')} />
      <CalendarFilters
        filter={state.filter}
        total={total}
        shown={events.length}
        onChange={(filter) => state.change({ filter })}
      />
      <CalendarGrid
        state={state}
        events={inputs}
        onPeriod={setPeriod}
        onOpen={setOpened}
        onMove={drop}
        onCreate={create}
      />
      {opened && (
        <EventDialog
          event={opened}
          onClose={() => setOpened(undefined)}
          onMove={(times, scope) => move({ event: opened, times, scope })}
        />
      )}
      {pending && (
        <ScopeDialog
          onCancel={() => {
            pending.revert()
            setPending(undefined)
          }}
          onSelect={(scope) => {
            void move({ ...pending, scope }).then((isMoved) => isMoved || pending.revert())
            setPending(undefined)
          }}
        />
      )}
    </Box>
  )
}
