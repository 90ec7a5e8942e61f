/** Columns of the table. */
import EditIcon from '@mui/icons-material/Edit'
import { IconButton } from '@mui/material'
import type { ReactNode } from 'react'
import { useLocale, useRecordContext, useStore, useTranslate } from 'react-admin'
import { Link } from 'react-router'
import { formatWallTime } from '../event-dates.ts'
import { type EventRow, findVenue, toText } from '../event-row.ts'
import { useAuthors } from './authors.ts'
import { FeaturedCell, StatusCell, TimeCell, TitleCell } from './cells.tsx'

export interface Column {
  /** Key of `table.columns`; the sort key of the API if it can be sorted. */
  readonly name: string
  readonly cell: () => ReactNode
  /** Users who may sort by it; the API ignores it for others. */
  readonly sort?: 'everyone' | 'editors'
  /** Not shown until the user selects it. */
  readonly isHidden?: true
}

const join = (names: readonly string[]): string => names.map(toText).join(', ')

/** A cell with a text of the row. */
const createTextCell = (getText: (row: EventRow) => string) => () => {
  const row = useRecordContext<EventRow>()
  return row && getText(row)
}

const createTimeCell = (name: 'date' | 'modified') => () => {
  const locale = useLocale()
  const row = useRecordContext<EventRow>()
  return row && formatWallTime(row[name], locale)
}

function AuthorCell() {
  const authors = useAuthors()
  const row = useRecordContext<EventRow>()
  return row && (authors.get(row.author) ?? row.author)
}

function ImageCell() {
  const image = useRecordContext<EventRow>()?.image
  if (!image) return null
  const url = image.sizes?.['thumbnail']?.url ?? image.url
  return <img src={url} alt="" width={40} height={28} loading="lazy" />
}

function OpenCell() {
  const row = useRecordContext<EventRow>()
  const label = useTranslate()('table.open_event', { title: toText(row?.title ?? '') })
  return (
    <IconButton component={Link} to={`/events/${row?.id}`} size="small" aria-label={label} sx={{ p: 0.25 }}>
      <EditIcon fontSize="small" />
    </IconButton>
  )
}

export const COLUMNS: readonly Column[] = [
  { name: 'title', cell: TitleCell, sort: 'everyone' },
  { name: 'start_date', cell: TimeCell, sort: 'everyone' },
  { name: 'venue', cell: createTextCell((row) => toText(findVenue(row)?.venue ?? '')), sort: 'editors' },
  {
    name: 'organizer',
    cell: createTextCell((row) => join(row.organizer.map(({ organizer }) => organizer))),
    sort: 'editors',
    isHidden: true,
  },
  { name: 'categories', cell: createTextCell((row) => join(row.categories.map(({ name }) => name))) },
  { name: 'status', cell: StatusCell, sort: 'editors' },
  { name: 'featured', cell: FeaturedCell, sort: 'editors' },
  { name: 'image', cell: ImageCell, isHidden: true },
  { name: 'author', cell: AuthorCell, sort: 'editors', isHidden: true },
  { name: 'date', cell: createTimeCell('date'), sort: 'everyone', isHidden: true },
  { name: 'modified', cell: createTimeCell('modified'), sort: 'everyone', isHidden: true },
  { name: 'id', cell: createTextCell(({ id }) => String(id)), sort: 'everyone', isHidden: true },
  { name: 'open', cell: OpenCell },
]

const DEFAULT_COLUMNS = COLUMNS.filter(({ isHidden }) => !isHidden).map(({ name }) => name)

/** Names of the shown columns, which the browser remembers. */
export const useShownColumns = () => useStore<readonly string[]>('events.columns', DEFAULT_COLUMNS)
