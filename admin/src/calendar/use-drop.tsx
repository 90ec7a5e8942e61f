import { type ReactNode, useState } from 'react'
import { useEvent, useTranslate } from 'react-admin'
import { ScopeDialog } from '../components/scope-dialog.tsx'
import type { CalendarEvent, EventTimes } from './calendar-event.ts'
import type { Move } from './use-move.ts'

interface PendingMove extends Move {
  /** Moves the event back in the calendar. */
  readonly revert: () => void
}

interface Drop {
  readonly drop: (event: CalendarEvent, times: EventTimes, revert: () => void) => void
  /** Shown while the scope of a move is unknown. */
  readonly dialog: ReactNode
}

/** Moves an event that was dragged. For an event of a series, asks for the scope first. */
export function useDrop(move: (move: Move) => Promise<boolean>): Drop {
  const translate = useTranslate()
  const [pending, setPending] = useState<PendingMove>()
  const run = async ({ revert, ...request }: PendingMove) => {
    setPending(undefined)
    if (!(await move(request))) revert()
  }
  const drop = useEvent((event: CalendarEvent, times: EventTimes, revert: () => void) => {
    const request: PendingMove = { event, times, scope: 'this', revert }
    if (event.series === null) void run(request)
    else setPending(request)
  })
  const cancel = () => {
    pending?.revert()
    setPending(undefined)
  }
  const dialog = pending && (
    <ScopeDialog
      title={translate('calendar.scope')}
      confirmLabel={translate('calendar.move')}
      onChoose={(scope) => void run({ ...pending, scope })}
      onClose={cancel}
    />
  )
  return { drop, dialog }
}
