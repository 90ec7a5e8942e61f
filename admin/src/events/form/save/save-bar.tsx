/** The actions of the form, which stay visible. */
import MoreVertIcon from '@mui/icons-material/MoreVert'
import { Alert, Button, IconButton, Menu, MenuItem, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { SaveState } from './use-save.ts'

interface SaveBarProps {
  readonly state: SaveState
  readonly failure: string
  readonly isDirty: boolean
  readonly onSave: () => void
  readonly onSaveAndNew: () => void
  readonly onPreview: () => void
  /** Undefined for a new event. */
  readonly onDuplicate: (() => void) | undefined
  readonly onTrash: (() => void) | undefined
}

export function SaveBar(props: SaveBarProps) {
  const translate = useTranslate()
  const { state, failure, isDirty, onSave, onSaveAndNew, onPreview } = props
  const text = isDirty && state !== 'saving' ? (state === 'failed' ? 'failed' : 'unsaved') : state
  return (
    <Paper square elevation={3} sx={{ position: 'sticky', bottom: 0, zIndex: 3, mt: 2, px: { xs: 1, sm: 2 }, py: 1 }}>
      {failure && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {failure}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onSave} title="Ctrl+S" loading={state === 'saving'}>
          {translate('ra.action.save')}
        </Button>
        <Button variant="outlined" onClick={onSaveAndNew} title="Ctrl+Enter" disabled={state === 'saving'}>
          {translate('form.actions.save_and_new')}
        </Button>
        <Button onClick={onPreview}>{translate('form.actions.preview')}</Button>
        <Typography variant="body2" color="textSecondary" role="status" sx={{ flexGrow: 1 }}>
          {text !== 'idle' && translate(`form.state.${text}`)}
        </Typography>
        <MoreActions {...props} />
      </Stack>
    </Paper>
  )
}

function MoreActions({ onDuplicate, onTrash }: Pick<SaveBarProps, 'onDuplicate' | 'onTrash'>) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!onDuplicate || !onTrash) return null
  const run = (action: () => void) => () => {
    setAnchor(null)
    action()
  }
  return (
    <>
      <IconButton
        aria-label={translate('form.actions.more')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={run(onDuplicate)}>{translate('form.actions.duplicate')}</MenuItem>
        <MenuItem onClick={run(onTrash)}>{translate('form.actions.trash')}</MenuItem>
      </Menu>
    </>
  )
}
