/** Chooses an image of the library. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import { ImageGrid } from './image-grid.tsx'
import type { MediaRecord } from './media.ts'

interface LibraryDialogProps {
  readonly title?: string
  readonly hint?: string
  readonly exclude?: number
  readonly onSelect: (media: MediaRecord) => void
  readonly onClose: () => void
}

const PAGE_SIZE = 48

export default function LibraryDialog({ title = 'media.choose', hint, exclude, ...actions }: LibraryDialogProps) {
  const translate = useTranslate()
  const { onSelect, onClose } = actions
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(PAGE_SIZE)
  const { data = [], total = 0 } = useGetList<MediaRecord>('media', {
    pagination: { page: 1, perPage: count },
    filter: search.trim() === '' ? {} : { search: search.trim() },
  })
  const images = data.filter(({ id }) => id !== exclude)
  const select = (media: MediaRecord) => {
    onSelect(media)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="library-title">
      <DialogTitle id="library-title">{translate(title)}</DialogTitle>
      <DialogContent>
        {hint && <Typography>{translate(hint)}</Typography>}
        <TextField
          type="search"
          label={translate('ra.action.search')}
          value={search}
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
        />
        <Typography variant="caption" component="p" role="status">
          {translate('media.count', { smart_count: total })}
        </Typography>
        <ImageGrid images={images} onOpen={select} />
        {count < total && count < 96 && (
          <Button onClick={() => setCount(count + PAGE_SIZE)}>{translate('media.more')}</Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
