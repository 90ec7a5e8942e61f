import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { changeStore } from './change-store.ts'
import { sendChanges } from './send-changes.ts'

export const reloadEvents = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['events'] })

/** Undoes a recorded change. What cannot be undone any more is reported as a failure. */
export function useUndo() {
  const queryClient = useQueryClient()
  return useCallback(
    async (key: number) => {
      const recorded = changeStore.find(key)
      if (!recorded || recorded.isUndone) return
      changeStore.replace(key, { isUndone: true })
      const changes = recorded.changes.map((change) => ({ ...change, request: change.undo }))
      const { done, failures } = await sendChanges(changes, { isAtomic: false, onProgress: () => {} })
      changeStore.replace(key, { changes: done, failures })
      await reloadEvents(queryClient)
    },
    [queryClient],
  )
}
