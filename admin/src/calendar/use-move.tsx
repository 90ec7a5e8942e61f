import { Button } from '@mui/material'
import { useCallback } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import type { Scope } from '../components/scopes.ts'
import { type CalendarEvent, type EventTimes, moveEvent, pickTimes } from './calendar-event.ts'

export interface Move {
  readonly event: CalendarEvent
  readonly times: EventTimes
  readonly scope: Scope
}

const UNDO_MILLISECONDS = 10_000

/** Moves an event and offers to undo it. Returns whether it was moved; errors are shown. */
export function useMove(refresh: () => Promise<void>): (move: Move) => Promise<boolean> {
  const notify = useNotify()
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
      if (isMoved)
        notify(<MovedMessage title={move.event.title} onUndo={undo} />, { autoHideDuration: UNDO_MILLISECONDS })
      return isMoved
    },
    [run, notify],
  )
}

function MovedMessage({ title, onUndo }: { readonly title: string; readonly onUndo: () => Promise<boolean> }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  const undo = () => {
    close()
    void onUndo()
  }
  return (
    <span>
      {translate('calendar.moved', { title })}
      <Button size="small" color="inherit" onClick={undo} sx={{ ml: 1, textDecoration: 'underline' }}>
        {translate('ra.action.undo')}
      </Button>
    </span>
  )
}
