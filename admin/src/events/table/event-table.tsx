/** The table on wide screens. */
import { Checkbox, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel } from '@mui/material'
import { type ChangeEvent, useRef } from 'react'
import { RecordContextProvider, useListContext, useTranslate } from 'react-admin'
import { type EventRow, toText } from '../event-row.ts'
import { useIsEditor } from './authors.ts'
import { COLUMNS, type Column, useShownColumns } from './columns.tsx'

/** Toggles an event, or with the Shift key all from the one that was toggled before. */
function useToggle() {
  const { data = [], selectedIds, onSelect, onToggleItem } = useListContext<EventRow>()
  const last = useRef<number>(undefined)
  return (id: number, { nativeEvent }: ChangeEvent) => {
    const position = (one: number | undefined) => data.findIndex((row) => row.id === one)
    const [from, to] = [position(last.current), position(id)].sort((a, b) => a - b)
    last.current = id
    const hasShift = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    if (!hasShift || from === undefined || from < 0 || to === undefined) return onToggleItem(id)
    onSelect([...new Set([...selectedIds, ...data.slice(from, to + 1).map((row) => row.id)])])
  }
}

export function EventTable() {
  const translate = useTranslate()
  const { data = [], selectedIds } = useListContext<EventRow>()
  const [shown] = useShownColumns()
  const columns = COLUMNS.filter(({ name }) => shown.includes(name))
  const toggle = useToggle()
  return (
    <Table size="small" sx={{ '& .MuiTableCell-root': { py: 0.25, px: 1 } }}>
      <TableHead>
        <TableRow>
          <TableCell padding="checkbox">
            <PageCheckbox />
          </TableCell>
          {columns.map((column) => (
            <HeadCell key={column.name} column={column} />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {data.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            {/* Focused by script, for the keys j and k. */}
            <TableRow hover selected={selectedIds.includes(row.id)} tabIndex={-1} data-row={row.id}>
              <TableCell padding="checkbox">
                <Checkbox
                  size="small"
                  sx={{ p: 0.25 }}
                  checked={selectedIds.includes(row.id)}
                  onChange={(event) => toggle(row.id, event)}
                  slotProps={{ input: { 'aria-label': translate('table.select_event', { title: toText(row.title) }) } }}
                />
              </TableCell>
              {columns.map(({ name, cell: Cell }) => (
                <TableCell key={name}>
                  <Cell />
                </TableCell>
              ))}
            </TableRow>
          </RecordContextProvider>
        ))}
      </TableBody>
    </Table>
  )
}

/** Selects the events of the page. */
function PageCheckbox() {
  const label = useTranslate()('ra.action.select_all')
  const { data = [], selectedIds, onSelect } = useListContext<EventRow>()
  const ids = data.map(({ id }) => id)
  const selected = ids.filter((id) => selectedIds.includes(id))
  const isAll = selected.length === ids.length && ids.length > 0
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.25 }}
      checked={isAll}
      indeterminate={selected.length > 0 && !isAll}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
      slotProps={{ input: { 'aria-label': label } }}
    />
  )
}

function HeadCell({ column: { name, sort: isSortable } }: { readonly column: Column }) {
  const label = useTranslate()(`table.columns.${name}`)
  const isEditor = useIsEditor()
  const { sort, setSort } = useListContext<EventRow>()
  const isActive = sort.field === name
  const direction = sort.order === 'DESC' ? 'desc' : 'asc'
  const next = isActive && direction === 'asc' ? 'DESC' : 'ASC'
  if (isSortable !== 'everyone' && !(isSortable === 'editors' && isEditor)) return <TableCell>{label}</TableCell>
  return (
    <TableCell sortDirection={isActive ? direction : false}>
      <TableSortLabel
        active={isActive}
        direction={isActive ? direction : 'asc'}
        onClick={() => setSort({ field: name, order: next })}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}
