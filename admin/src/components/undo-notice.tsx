import { Alert, Button } from '@mui/material'
import { useCallback } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'

/** How long a message that offers to undo a change is shown: long enough to read it and to reach its button. */
export const UNDO_MILLISECONDS = 10_000

/** Announces a change. With `undo`, the message has a button that calls it and closes the message. */
export function useUndoNotice(): (text: string, undo?: () => Promise<unknown>) => void {
  const notify = useNotify()
  return useCallback(
    (text, undo) => notify(<UndoNotice text={text} undo={undo} />, { autoHideDuration: UNDO_MILLISECONDS }),
    [notify],
  )
}

interface UndoNoticeProps {
  readonly text: string
  readonly undo: (() => Promise<unknown>) | undefined
}

function UndoNotice({ text, undo }: UndoNoticeProps) {
  const translate = useTranslate()
  const close = useCloseNotification()
  const action = undo && (
    <Button
      color="inherit"
      size="small"
      onClick={() => {
        close()
        void undo()
      }}
    >
      {translate('ra.action.undo')}
    </Button>
  )
  return (
    <Alert severity="info" variant="filled" action={action}>
      {text}
    </Alert>
  )
}
