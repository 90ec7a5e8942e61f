import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface RecordColumn<T> {
  readonly key: string
  readonly label: string
  readonly render: (row: T) => ReactNode
}

interface RecordTableProps<T> {
  readonly label: string
  readonly columns: readonly RecordColumn<T>[]
  readonly rows: readonly T[]
  readonly getKey: (row: T, index: number) => string | number
  readonly empty: string
}

/** A dense table that scrolls horizontally on narrow screens. */
export function RecordTable<T>({ label, columns, rows, getKey, empty }: RecordTableProps<T>) {
  if (rows.length === 0) return <Typography sx={{ py: 2 }}>{empty}</Typography>
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label: heading }) => (
              <TableCell key={key}>{heading}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={getKey(row, index)} hover>
              {columns.map(({ key, render }) => (
                <TableCell key={key}>{render(row)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
