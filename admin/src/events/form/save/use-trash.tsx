import { useState } from 'react'
import { Confirm, useNotify, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ScopeDialog } from '../../../components/scope-dialog.tsx'
import type { Scope } from '../../../components/scopes.ts'
import { useUndoNotice } from '../../../components/undo-notice.tsx'
import { restoreEvent, trashEvent } from '../model/event-requests.ts'

/** Moves the event to the trash after a confirmation, with undo. `start` opens the confirmation. */
export function useTrash(id: number | undefined, isOccurrence: boolean, onTrashed: () => void) {
  const translate = useTranslate()
  const notify = useNotify()
  const announce = useUndoNotice()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const trash = async (scope?: Scope) => {
    if (id === undefined) return
    close()
    try {
      await trashEvent(id, scope)
      onTrashed()
      const undo = () => restoreEvent(id).then(() => navigate(`/events/${id}`), showError)
      // An undo before the navigation would be followed by the list.
      await navigate('/events')
      announce(translate('form.trash.done'), scope === undefined || scope === 'this' ? undo : undefined)
    } catch (error) {
      showError(error)
    }
  }
  const showError = (error: unknown) =>
    notify(error instanceof Error ? error.message : String(error), { type: 'error' })
  const dialog = isAsked ? (
    isOccurrence ? (
      <ScopeDialog
        title={translate('form.scope.trash')}
        confirmLabel={translate('ra.action.confirm')}
        onChoose={trash}
        onClose={close}
      />
    ) : (
      <Confirm
        isOpen
        title={translate('form.trash.title')}
        content={translate('form.trash.text')}
        onConfirm={() => trash()}
        onClose={close}
      />
    )
  ) : null
  return { start: () => setAsked(true), dialog }
}
