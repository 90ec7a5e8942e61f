import { useCallback } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { Scope } from '../components/scopes.ts'
import { useUndoNotice } from '../components/undo-notice.tsx'
import { type CalendarEvent, type EventTimes, moveEvent, pickTimes } from './calendar-event.ts'

export interface Move {
  readonly event: CalendarEvent
  readonly times: EventTimes
  readonly scope: Scope
}

/** Moves an event and offers to undo it. Returns whether it was moved; errors are shown. */
export function useMove(refresh: () => Promise<void>): (move: Move) => Promise<boolean> {
  const notify = useNotify()
  const announce = useUndoNotice()
  const translate = useTranslate()
  const run = useCallback(
    async ({ event, times, scope }: Move): Promise<boolean> => {
      try {
        await moveEvent(event, times, scope)
        await refresh()
        return true
      } catch (error) {
        notify(error instanceof Error ? error.message : String(error), { type: 'error' })
        return false
      }
    },
    [notify, refresh],
  )
  return useCallback(
    async (move) => {
      const isMoved = await run(move)
      const undo = () => run({ ...move, times: pickTimes(move.event) })
      if (isMoved) announce(translate('calendar.moved', { title: move.event.title }), undo)
      return isMoved
    },
    [run, announce, translate],
  )
}
