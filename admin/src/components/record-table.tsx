/** The table of a list, with a labeled checkbox and, in the first column, a link in each row. */
import { Checkbox, TableCell, TableRow } from '@mui/material'
import { Children, isValidElement, type ReactNode } from 'react'
import {
  DatagridBody,
  DatagridCell,
  DatagridConfigurable,
  type DatagridRowProps,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { Link } from 'react-router-dom'

/** The row of react-admin puts the label of the checkbox on an element without a role. */
function RecordRow({ id, children, selected = false, onToggleItem }: DatagridRowProps) {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record || id === undefined) return null
  return (
    <TableRow hover selected={selected}>
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={selected}
          onClick={(event) => onToggleItem?.(id, event)}
          slotProps={{ input: { 'aria-label': translate('ra.action.select_row', { _: 'Select this row' }) } }}
        />
      </TableCell>
      {Children.map(children, (field) =>
        isValidElement<{ source?: string }>(field) ? (
          <DatagridCell key={field.props.source} field={field} record={record} />
        ) : null,
      )}
    </TableRow>
  )
}

/** Narrow screens show the name and the column after it. */
const NARROW_STYLE = {
  '& th:nth-of-type(n+4), & td:nth-of-type(n+4)': { display: { xs: 'none', sm: 'table-cell' } },
  '& td': { overflowWrap: 'anywhere' },
} as const

const body = <DatagridBody row={<RecordRow />} />

interface RecordTableProps {
  readonly bulkActions: Exclude<ReactNode, Iterable<ReactNode> | string | number | bigint | boolean | null | undefined>
  readonly children: ReactNode
}

export const RecordTable = ({ bulkActions, children }: RecordTableProps) => (
  <DatagridConfigurable rowClick={false} body={body} bulkActionButtons={bulkActions} sx={NARROW_STYLE}>
    {children}
  </DatagridConfigurable>
)

interface NameFieldProps {
  readonly source: string
  /** Field by which the service sorts, if it has another name. */
  readonly sortBy?: string
  /** Collection whose form the name links to. */
  readonly resource: string
}

/** The name of a record as a link to its form. */
export function NameField({ source, resource }: NameFieldProps) {
  const record = useRecordContext()
  if (!record) return null
  return <Link to={`/${resource}/${record.id}`}>{String(record[source] ?? '')}</Link>
}
