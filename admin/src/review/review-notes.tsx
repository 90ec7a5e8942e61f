/** The notes of a record, and a field for another one. */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
  TextField,
} from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { send } from '../api/client.ts'

interface ReviewNote {
  readonly id: number
  readonly user: { readonly name: string }
  readonly action: string
  readonly text: string
  readonly date: string
}

interface ReviewNotesProps {
  /** Path of the record in the API. */
  readonly path: string
  readonly title: string
  readonly count: number
}

export function ReviewNotes({ path, title, count }: ReviewNotesProps) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const label = translate('review.notes', { smart_count: count })
  return (
    <>
      <Button aria-label={`${label}: ${title}`} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <NotesDialog path={path} title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function NotesDialog({ path, title, onClose }: Omit<ReviewNotesProps, 'count'> & { readonly onClose: () => void }) {
  const translate = useTranslate()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const queryKey = ['notes', path]
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await send<{ notes: ReviewNote[] }>(`${path}/notes`)).json.notes,
  })
  const adding = useMutation({
    mutationFn: () => send(`${path}/notes`, { method: 'POST', body: { text } }),
    onSuccess: () => {
      setText('')
      return Promise.all([queryKey, ['review']].map((key) => client.invalidateQueries({ queryKey: key })))
    },
  })
  const problem = error ?? adding.error
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="notes-title">
      <DialogTitle id="notes-title">{title}</DialogTitle>
      <DialogContent>
        <List dense>
          {data?.map((note) => (
            <ListItem key={note.id} disableGutters>
              <ListItemText
                primary={note.text}
                secondary={`${note.date.slice(0, 16)} ${note.user.name}${note.action === 'return' ? ` (${translate('review.reason')})` : ''}`}
              />
            </ListItem>
          ))}
        </List>
        <TextField
          label={translate('review.note')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={2}
        />
        {problem && <Alert severity="error">{problem.message}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        <Button variant="contained" disabled={text.trim() === '' || adding.isPending} onClick={() => adding.mutate()}>
          {translate('review.add_note')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
