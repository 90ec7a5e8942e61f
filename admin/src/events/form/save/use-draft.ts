/** Stores the input of the form while it is typed. */
import { useCallback, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { deleteDraft, deleteOldDrafts, storeDraft } from '../model/drafts.ts'
import { type EventValues, listDifferences } from '../model/event-values.ts'

const DELAY_MILLISECONDS = 300

/** The version of the event on which the input is based. */
export interface Version {
  readonly base: EventValues
  readonly etag: string
}

/** Calls `onChange` with whether there is unsaved input, and stores it. Returns a function that deletes what is stored. */
export function useDraft(key: string, { base, etag }: Version, onChange: (isDirty: boolean) => void): () => void {
  const { watch, getValues } = useFormContext<EventValues>()
  const discard = useRef(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    discard.current = () => {
      clearTimeout(timer)
      timer = undefined
      deleteDraft(key)
    }
    const store = () => {
      clearTimeout(timer)
      timer = undefined
      const values = getValues()
      const isDirty = listDifferences(values, base).length > 0
      if (isDirty) storeDraft(key, { values, base, etag, at: Date.now() })
      else deleteDraft(key)
      onChange(isDirty)
    }
    const { unsubscribe } = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(store, DELAY_MILLISECONDS)
    })
    const storePending = () => timer !== undefined && store()
    addEventListener('pagehide', storePending)
    store()
    return () => {
      storePending()
      unsubscribe()
      removeEventListener('pagehide', storePending)
    }
  }, [key, base, etag, watch, getValues, onChange])
  useEffect(deleteOldDrafts, [])
  return useCallback(() => discard.current(), [])
}
