import { Alert, Button } from '@mui/material'
import { useCloseNotification, useTranslate } from 'react-admin'
import { toText } from '../event-row.ts'
import { useRecordedChanges } from './change-store.ts'
import { useUndo } from './use-undo.ts'

/** The message after a change, with a button that undoes it. */
export default function ChangeNotice({ changeKey }: { readonly changeKey: number }) {
  const translate = useTranslate()
  const undo = useUndo()
  const close = useCloseNotification()
  const change = useRecordedChanges().find(({ key }) => key === changeKey)
  if (!change) return null
  const { label, changes, failures } = change
  return (
    <Alert
      severity={failures.length > 0 ? 'warning' : 'success'}
      variant="outlined"
      sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
      onClose={close}
      closeText={translate('ra.action.close')}
      action={
        changes.length > 0 && !change.isUndone ? (
          <Button
            size="small"
            onClick={() => {
              close()
              void undo(changeKey)
            }}
          >
            {translate('ra.action.undo')}
          </Button>
        ) : undefined
      }
    >
      {toText(label)}
      {failures.length > 0 && ` · ${translate('table.failed_count', { smart_count: failures.length })}`}
    </Alert>
  )
}
