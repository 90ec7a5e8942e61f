/** Asks for the reason with which a record goes back to its author. */
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'

interface ReturnDialogProps {
  /** Path of the record in the API. */
  readonly path: string
  readonly title: string
  /** Key of the text that says who sees the reason. */
  readonly help: string
  readonly onClose: () => void
}

export function ReturnDialog({ path, title, help, onClose }: ReturnDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const returning = useMutation({
    mutationFn: () => send(`${path}/return`, { method: 'POST', body: { reason } }),
    onSuccess: () => {
      notify('review.returned', { type: 'success', messageArgs: { title } })
      onClose()
      return client.invalidateQueries({ queryKey: ['review'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    returning.mutate()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="return-title">
      <form onSubmit={submit}>
        <DialogTitle id="return-title">{translate('review.return_title', { title })}</DialogTitle>
        <DialogContent>
          <TextField
            label={translate('review.reason')}
            helperText={translate(help)}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            multiline
            minRows={3}
            required
            autoFocus
          />
          {returning.error && <Alert severity="error">{returning.error.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={reason.trim() === '' || returning.isPending}>
            {translate('review.return')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
