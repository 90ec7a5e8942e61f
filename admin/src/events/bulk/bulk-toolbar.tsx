/** The number of selected events, and the actions that apply to them. */
import { Box, Button, LinearProgress, Menu, MenuItem, Stack } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { useListContext, useNotify, useTranslate } from 'react-admin'
import type { EventAction } from '../changes/event-change.ts'
import { useEventChanges } from '../changes/use-event-changes.tsx'
import type { EventRow } from '../event-row.ts'
import { readMatchingIds, readRows } from '../selection/read-rows.ts'
import { BULK_DIALOGS, type BulkDialogName } from './bulk-names.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** Selects the events of all pages that match the filters. */
function SelectAllButton() {
  const translate = useTranslate()
  const notify = useNotify()
  const { total = 0, selectedIds, filterValues, filter, onSelect } = useListContext<EventRow>()
  const [isLoading, setLoading] = useState(false)
  if (total <= selectedIds.length) return null
  const selectAll = async () => {
    setLoading(true)
    try {
      onSelect(await readMatchingIds({ ...filterValues, ...filter }))
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button size="small" loading={isLoading} onClick={() => void selectAll()}>
      {translate('table.select_all', { total: total.toLocaleString() })}
    </Button>
  )
}

interface ActionMenuProps {
  readonly isDisabled: boolean
  readonly onChoose: (name: BulkDialogName) => void
  readonly onSetFeatured: (isFeatured: boolean) => void
}

/** The actions that need input, and those on flags. */
function ActionMenu({ isDisabled, onChoose, onSetFeatured }: ActionMenuProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (start: () => void) => () => {
    setAnchor(null)
    start()
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        disabled={isDisabled}
      >
        {translate('table.actions.label')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {BULK_DIALOGS.map((name) => (
          <MenuItem key={name} onClick={choose(() => onChoose(name))}>
            {translate(`table.actions.${name}`)}
          </MenuItem>
        ))}
        <MenuItem onClick={choose(() => onSetFeatured(true))}>{translate('table.actions.feature')}</MenuItem>
        <MenuItem onClick={choose(() => onSetFeatured(false))}>{translate('table.actions.unfeature')}</MenuItem>
      </Menu>
    </>
  )
}

function ProgressBar({ sent, total }: { readonly sent: number; readonly total: number }) {
  const text = useTranslate()('table.progress', { sent, total })
  return (
    <Box sx={{ p: 1 }}>
      <LinearProgress variant="determinate" value={(100 * sent) / total} aria-label={text} />
      {text}
    </Box>
  )
}

const TOOLBAR_STYLE = {
  ...{ position: 'sticky', top: 48, zIndex: 2, flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1 },
  ...{ bgcolor: 'background.paper', borderBottom: 2, borderColor: 'primary.main' },
} as const

export default function BulkToolbar() {
  const translate = useTranslate()
  const { data = [], selectedIds, filterValues, onUnselectItems } = useListContext<EventRow>()
  const { apply, progress } = useEventChanges()
  const [dialog, setDialog] = useState<BulkDialogName>()
  const run = async (action: EventAction, label: string) => {
    setDialog(undefined)
    const rows = await readRows(selectedIds.map(Number), data)
    await apply(rows, action, { label, isAtomic: action.type === 'shift' })
    onUnselectItems()
  }
  const setFeatured = (featured: boolean) =>
    void run(
      { type: 'update', body: { featured } },
      translate(featured ? 'table.actions.feature' : 'table.actions.unfeature'),
    )
  const isRunning = progress !== undefined
  const removal = filterValues['status'] === 'trash' ? 'restore' : 'trash'
  const removalLabel = translate(`table.actions.${removal}`)
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label={translate('table.actions.label')}
        sx={{ ...TOOLBAR_STYLE, display: selectedIds.length > 0 ? 'flex' : 'none' }}
      >
        <strong>{translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}</strong>
        <SelectAllButton />
        <Button size="small" onClick={() => onUnselectItems()}>
          {translate('ra.action.unselect')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <ActionMenu isDisabled={isRunning} onChoose={setDialog} onSetFeatured={setFeatured} />
        <Button
          size="small"
          variant="outlined"
          disabled={isRunning}
          onClick={() => void run({ type: removal }, removalLabel)}
        >
          {removalLabel}
        </Button>
      </Stack>
      {progress && <ProgressBar {...progress} />}
      {dialog && (
        <Suspense fallback={null}>
          <BulkDialog name={dialog} count={selectedIds.length} onClose={() => setDialog(undefined)} onRun={run} />
        </Suspense>
      )}
    </>
  )
}
