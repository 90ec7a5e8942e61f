import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { RadioList } from './radio-list.tsx'
import { SCOPES, type Scope } from './scopes.ts'

/** Scopes with their names, for a list of choices. */
export function useScopeChoices(scopes: readonly Scope[] = SCOPES) {
  const translate = useTranslate()
  return scopes.map((value) => ({ value, label: translate(`shell.scopes.${value}`) }))
}

interface ScopeDialogProps {
  readonly title: string
  readonly confirmLabel: string
  /** By default all. */
  readonly scopes?: readonly Scope[]
  readonly onChoose: (scope: Scope) => void
  readonly onClose: () => void
}

/** Asks which events of a series a change is for. */
export function ScopeDialog({ title, confirmLabel, scopes = SCOPES, onChoose, onClose }: ScopeDialogProps) {
  const translate = useTranslate()
  const [scope, setScope] = useState(scopes[0] ?? 'this')
  const choices = useScopeChoices(scopes)
  return (
    <Dialog open onClose={onClose} aria-labelledby="scope-title">
      <DialogTitle id="scope-title">{title}</DialogTitle>
      <DialogContent>
        <RadioList labelledBy="scope-title" choices={choices} value={scope} onChange={setScope} autoFocus />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={() => onChoose(scope)}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
