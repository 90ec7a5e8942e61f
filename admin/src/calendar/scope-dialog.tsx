import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Scope } from './calendar-event.ts'
import { ScopeInput } from './scope-input.tsx'

interface ScopeDialogProps {
  readonly onSelect: (scope: Scope) => void
  readonly onCancel: () => void
}

/** Asks which events of a series a change is for. */
export function ScopeDialog({ onSelect, onCancel }: ScopeDialogProps) {
  const translate = useTranslate()
  const [scope, setScope] = useState<Scope>('this')
  return (
    <Dialog open onClose={onCancel} aria-labelledby="scope-title">
      <DialogTitle id="scope-title">{translate('calendar.scope')}</DialogTitle>
      <DialogContent>
        <ScopeInput value={scope} onChange={setScope} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={() => onSelect(scope)}>
          {translate('calendar.move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
