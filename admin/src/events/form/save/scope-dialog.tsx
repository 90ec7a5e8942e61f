import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Scope } from '../model/event-requests.ts'

interface ScopeDialogProps {
  /** Message `form.scope.{action}`. */
  readonly action: 'save' | 'trash'
  readonly scopes: readonly Scope[]
  readonly onChoose: (scope: Scope) => void
  readonly onClose: () => void
}

/** Asks which events of a series a change is for. */
export function ScopeDialog({ action, scopes, onChoose, onClose }: ScopeDialogProps) {
  const translate = useTranslate()
  const [scope, setScope] = useState<string>(scopes[0] ?? 'this')
  return (
    <Dialog open onClose={onClose} aria-labelledby="scope-title">
      <DialogTitle id="scope-title">{translate(`form.scope.${action}`)}</DialogTitle>
      <DialogContent>
        <RadioGroup value={scope} onChange={(_, value) => setScope(value)} aria-labelledby="scope-title">
          {scopes.map((one, index) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" autoFocus={index === 0} />}
              label={translate(`form.scope.${one}`)}
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={() => scopes.filter((one) => one === scope).forEach(onChoose)}>
          {translate('ra.action.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
