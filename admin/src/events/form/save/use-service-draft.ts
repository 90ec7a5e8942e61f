import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventValues } from '../model/event-values.ts'

const IDLE_MILLISECONDS = 4000

/** Saves the input of a draft on the service when nothing was typed for a moment. */
export function useServiceDraft(isEnabled: boolean, save: () => Promise<unknown>): void {
  const { watch } = useFormContext<EventValues>()
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = watch((_, { type }) => {
      clearTimeout(timer)
      if (type !== undefined) timer = setTimeout(() => latest.current(), IDLE_MILLISECONDS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isEnabled, watch])
}
