import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface StaticColumn<T> {
  readonly key: string
  readonly label: string
  readonly render: (row: T) => ReactNode
}

interface StaticTableProps<T> {
  readonly label: string
  readonly columns: readonly StaticColumn<T>[]
  readonly rows: readonly T[]
  readonly getKey: (row: T, index: number) => string | number
  readonly empty: string
}

/** A dense table that scrolls horizontally on narrow screens. */
export function StaticTable<T>({ label, columns, rows, getKey, empty }: StaticTableProps<T>) {
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
