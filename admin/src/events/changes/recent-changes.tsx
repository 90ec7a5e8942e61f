import HistoryIcon from '@mui/icons-material/History'
import { Badge, Box, Button, IconButton, Popover, Stack, Tooltip, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { toText } from '../event-row.ts'
import { changeStore, type RecordedChange, useRecordedChanges } from './change-store.ts'
import { useUndo } from './use-undo.ts'

/** A button with the changes of the user: what failed and why, and undo until they are dismissed. */
export function RecentChanges() {
  const translate = useTranslate()
  const changes = useRecordedChanges()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const failed = changes.some(({ failures }) => failures.length > 0)
  if (changes.length === 0) return null
  const label = translate('table.recent_changes')
  return (
    <>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          <Badge badgeContent={changes.length} color={failed ? 'warning' : 'primary'}>
            <HistoryIcon fontSize="small" />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Stack component="ul" sx={{ m: 0, p: 1, gap: 1, listStyle: 'none', width: 420, maxWidth: '90vw' }}>
          {changes.map((change) => (
            <ChangeEntry key={change.key} change={change} />
          ))}
        </Stack>
      </Popover>
    </>
  )
}

function ChangeEntry({ change }: { readonly change: RecordedChange }) {
  const { key, label, changes, failures, isUndone } = change
  const translate = useTranslate()
  const undo = useUndo()
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', pb: 0.5 }}>
      <Typography variant="body2">{toText(label)}</Typography>
      {failures.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2, color: 'error.main', maxHeight: 200, overflow: 'auto' }}>
          {failures.map((failure) => (
            <li key={failure.id}>
              {toText(failure.title)}: {failure.message}
            </li>
          ))}
        </Box>
      )}
      <Stack direction="row" sx={{ gap: 1 }}>
        {isUndone ? (
          <Typography variant="caption" sx={{ flex: 1 }}>
            {translate('table.undone')}
          </Typography>
        ) : (
          changes.length > 0 && (
            <Button size="small" onClick={() => void undo(key)}>
              {translate('ra.action.undo')}
            </Button>
          )
        )}
        <Button size="small" onClick={() => changeStore.dismiss(key)}>
          {translate('table.dismiss')}
        </Button>
      </Stack>
    </Box>
  )
}
