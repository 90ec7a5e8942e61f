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

export default function BulkToolbar() {
  const translate = useTranslate()
  const { data = [], selectedIds, filterValues, onUnselectItems } = useListContext<EventRow>()
  const { apply, progress } = useEventChanges()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<BulkDialogName>()
  const isTrash = filterValues['status'] === 'trash'
  const run = async (action: EventAction, label: string) => {
    setDialog(undefined)
    const rows = await readRows(selectedIds.map(Number), data)
    await apply(rows, action, { label, isAtomic: action.type === 'shift' })
    onUnselectItems()
  }
  const choose = (start: () => void) => () => {
    setAnchor(null)
    start()
  }
  const setFeatured = (featured: boolean) =>
    run(
      { type: 'update', body: { featured } },
      translate(featured ? 'table.actions.feature' : 'table.actions.unfeature'),
    )
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label={translate('table.actions.label')}
        sx={{
          display: selectedIds.length > 0 ? 'flex' : 'none',
          ...{ position: 'sticky', top: 48, zIndex: 2, flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1 },
          ...{ bgcolor: 'background.paper', borderBottom: 2, borderColor: 'primary.main' },
        }}
      >
        <strong>{translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}</strong>
        <SelectAllButton />
        <Button size="small" onClick={() => onUnselectItems()}>
          {translate('ra.action.unselect')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          disabled={progress !== undefined}
        >
          {translate('table.actions.label')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          disabled={progress !== undefined}
          onClick={() =>
            void run(
              { type: isTrash ? 'restore' : 'trash' },
              translate(`table.actions.${isTrash ? 'restore' : 'trash'}`),
            )
          }
        >
          {translate(`table.actions.${isTrash ? 'restore' : 'trash'}`)}
        </Button>
      </Stack>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {BULK_DIALOGS.map((name) => (
          <MenuItem key={name} onClick={choose(() => setDialog(name))}>
            {translate(`table.actions.${name}`)}
          </MenuItem>
        ))}
        <MenuItem onClick={choose(() => void setFeatured(true))}>{translate('table.actions.feature')}</MenuItem>
        <MenuItem onClick={choose(() => void setFeatured(false))}>{translate('table.actions.unfeature')}</MenuItem>
      </Menu>
      {progress && (
        <Box sx={{ p: 1 }}>
          <LinearProgress
            variant="determinate"
            value={(100 * progress.sent) / progress.total}
            aria-label={translate('table.progress', { ...progress })}
          />
          {translate('table.progress', { ...progress })}
        </Box>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <BulkDialog name={dialog} count={selectedIds.length} onClose={() => setDialog(undefined)} onRun={run} />
        </Suspense>
      )}
    </>
  )
}
