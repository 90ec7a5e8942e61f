/** Makes changes: shows them at once, sends them, records them, and offers to undo them. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { UNDO_MILLISECONDS } from '../../components/undo-notice.tsx'
import type { EventRow } from '../event-row.ts'
import { changeStore } from './change-store.ts'
import { createChange, type EventAction, type EventChange } from './event-change.ts'
import { sendChanges } from './send-changes.ts'
import { reloadEvents } from './use-undo.ts'

const ChangeNotice = lazy(() => import('./change-notice.tsx'))

/** Announces a recorded change, with a button that undoes it. */
export function useChangeNotice() {
  const notify = useNotify()
  return useCallback(
    (key: number) =>
      notify(
        <Suspense fallback={null}>
          <ChangeNotice changeKey={key} />
        </Suspense>,
        { autoHideDuration: UNDO_MILLISECONDS },
      ),
    [notify],
  )
}

interface ChangeOptions {
  /** Such as "Status: Draft". */
  readonly label: string
  readonly isAtomic?: boolean
}

export interface Progress {
  readonly sent: number
  readonly total: number
}

interface ListResult {
  readonly data?: readonly EventRow[]
}

/** Shows the rows as they will be. */
function patchRows(queryClient: QueryClient, changes: readonly EventChange[]): void {
  const patches = new Map(changes.map(({ id, patch }) => [id, patch]))
  queryClient.setQueriesData<ListResult>({ queryKey: ['events', 'getList'] }, (list) =>
    list?.data ? { ...list, data: list.data.map((row) => ({ ...row, ...patches.get(row.id) })) } : list,
  )
}

/** `apply` returns the error of the only event, for a message where it was entered. */
export function useEventChanges() {
  const queryClient = useQueryClient()
  const announce = useChangeNotice()
  const translate = useTranslate()
  const [progress, setProgress] = useState<Progress>()
  const apply = useCallback(
    async (rows: readonly EventRow[], action: EventAction, { label, isAtomic = false }: ChangeOptions) => {
      const changes = rows.map((row) => createChange(row, action))
      await queryClient.cancelQueries({ queryKey: ['events', 'getList'] })
      patchRows(queryClient, changes)
      if (changes.length > 100) setProgress({ sent: 0, total: changes.length })
      const onProgress = (sent: number) =>
        setProgress(sent < changes.length ? { sent, total: changes.length } : undefined)
      const { done, failures } = await sendChanges(changes, { isAtomic, onProgress })
      setProgress(undefined)
      const isOne = changes.length === 1
      if (done.length > 0 || !isOne) {
        const count = translate('table.events_count', { smart_count: changes.length })
        const subject = isOne ? (changes[0]?.title ?? '') : count
        const key = changeStore.add({ label: `${subject}: ${label}`, changes: done, failures })
        announce(key)
      }
      await reloadEvents(queryClient)
      return isOne ? failures[0]?.message : undefined
    },
    [queryClient, announce, translate],
  )
  return { apply, progress }
}
