import AddIcon from '@mui/icons-material/Add'
import DateRangeIcon from '@mui/icons-material/DateRange'
import { IconButton, Tooltip, Typography, useMediaQuery } from '@mui/material'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { FilterButton, List, Pagination, TopToolbar, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router'
import { RecentChanges } from './changes/recent-changes.tsx'
import { ROW_FIELDS } from './event-row.ts'
import { createFilters } from './filters/filters.tsx'
import { useIsEditor } from './table/authors.ts'
import { ColumnsButton } from './table/columns-button.tsx'
import { EventTable } from './table/event-table.tsx'
import { Shortcuts } from './table/shortcuts.tsx'

const BulkToolbar = lazy(() => import('./bulk/bulk-toolbar.tsx'))
const EventCards = lazy(() => import('./table/event-cards.tsx'))
const CopyWeekDialog = lazy(() => import('./bulk/copy-week-dialog.tsx'))

/** Added to every request, but not part of the URL. */
const REQUEST_FILTER = { _fields: ROW_FIELDS, hidden: true }

function CopyWeekButton() {
  const label = useTranslate()('table.copy.title')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={() => setOpen(true)}>
          <DateRangeIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <CopyWeekDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CreateEventButton() {
  const label = useTranslate()('table.create')
  return (
    <Tooltip title={label}>
      <IconButton size="small" color="primary" component={Link} to="/events/create" aria-label={label}>
        <AddIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

const EventListActions = ({ isNarrow }: { readonly isNarrow: boolean }) => (
  <TopToolbar sx={{ alignItems: 'center' }}>
    <FilterButton />
    {!isNarrow && <ColumnsButton />}
    <CopyWeekButton />
    <RecentChanges />
    <Shortcuts />
    <CreateEventButton />
  </TopToolbar>
)

function NoEvents() {
  const translate = useTranslate()
  const { total, isPending } = useListContext()
  if (isPending || total !== 0) return null
  return <Typography sx={{ p: 2 }}>{translate('table.no_events')}</Typography>
}

/** Loaded when the first event is selected, and present afterwards for the progress of changes. */
function SelectionToolbar() {
  const { selectedIds } = useListContext()
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (selectedIds.length > 0) setUsed(true)
  }, [selectedIds])
  return isUsed ? <BulkToolbar /> : null
}

export default function EventList() {
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const isEditor = useIsEditor()
  const filters = useMemo(() => createFilters(isEditor), [isEditor])
  return (
    <List
      filters={filters}
      filter={REQUEST_FILTER}
      sort={{ field: 'start_date', order: 'ASC' }}
      perPage={50}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      actions={<EventListActions isNarrow={isNarrow} />}
      exporter={false}
      empty={false}
    >
      <Suspense fallback={null}>
        <SelectionToolbar />
        {isNarrow ? <EventCards /> : <EventTable />}
        <NoEvents />
      </Suspense>
    </List>
  )
}
