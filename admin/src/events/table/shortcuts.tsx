/** Keys of the table: j and k move, x selects, e opens, n creates, / searches, ? shows the keys. */
import KeyboardIcon from '@mui/icons-material/Keyboard'
import { Box, Dialog, DialogContent, DialogTitle, IconButton, Tooltip } from '@mui/material'
import { useEffect, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router'
import type { EventRow } from '../event-row.ts'

const KEYS = ['j', 'k', 'x', 'e', 'n', '/', '?', 'Enter', 'Escape'] as const
const NAMES: Readonly<Record<(typeof KEYS)[number], string>> = {
  j: 'next',
  k: 'previous',
  x: 'select',
  e: 'edit',
  n: 'create',
  '/': 'search',
  '?': 'help',
  Enter: 'edit_cell',
  Escape: 'cancel',
}

/** Keys belong to what is being entered, and to dialogs and menus while they are open. */
const isOccupied = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null

const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]

const findCurrentIndex = (rows: readonly HTMLElement[]): number =>
  rows.findIndex((row) => row.contains(document.activeElement))

function moveFocus(step: 1 | -1): void {
  const rows = listRows()
  const current = findCurrentIndex(rows)
  const next = current < 0 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1)
  rows[next]?.focus()
  rows[next]?.scrollIntoView({ block: 'nearest' })
}

function findCurrentId(): number | undefined {
  const rows = listRows()
  const row = rows[findCurrentIndex(rows)]
  return row && Number(row.dataset['row'])
}

/** Enter on a row opens the editor of its title. */
function editCurrentRow(): boolean {
  if (!(document.activeElement instanceof HTMLElement) || document.activeElement.dataset['row'] === undefined)
    return false
  document.activeElement.querySelector<HTMLElement>('[data-editable]')?.click()
  return true
}

export function Shortcuts() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { onToggleItem } = useListContext<EventRow>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const withCurrent = (use: (id: number) => void) => {
      const id = findCurrentId()
      if (id !== undefined) use(id)
    }
    const actions: Readonly<Record<string, () => unknown>> = {
      j: () => moveFocus(1),
      k: () => moveFocus(-1),
      x: () => withCurrent(onToggleItem),
      e: () => withCurrent((id) => navigate(`/events/${id}`)),
      n: () => navigate('/events/create'),
      '/': () => document.querySelector<HTMLInputElement>('input[name=search]')?.focus(),
      '?': () => setOpen(true),
      Enter: editCurrentRow,
    }
    const handleKey = (event: KeyboardEvent) => {
      const action = actions[event.key]
      if (!action || isOccupied(event)) return
      if (action() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [navigate, onToggleItem])
  const label = translate('table.shortcuts.title')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={() => setOpen(true)}
          sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        >
          <KeyboardIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="shortcuts-title">
        <DialogTitle id="shortcuts-title">{label}</DialogTitle>
        <DialogContent>
          <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, m: 0 }}>
            {KEYS.map((key) => [
              <Box component="dt" key={`${key} key`}>
                <kbd>{key}</kbd>
              </Box>,
              <Box component="dd" key={key} sx={{ m: 0 }}>
                {translate(`table.shortcuts.${NAMES[key]}`)}
              </Box>,
            ])}
          </Box>
        </DialogContent>
      </Dialog>
    </>
  )
}
