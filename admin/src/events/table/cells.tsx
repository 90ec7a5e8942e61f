/** Cells of the table. Those of title, time, status and featured can be edited in place. */
import RepeatIcon from '@mui/icons-material/Repeat'
import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import { Box, IconButton, Stack, TextField } from '@mui/material'
import { useLocale, useRecordContext, useTranslate } from 'react-admin'
import { useEventChanges } from '../changes/use-event-changes.tsx'
import { addMilliseconds, formatEventDates, getDifference } from '../event-dates.ts'
import { type EventRow, STATUSES, toText } from '../event-row.ts'
import { EditableCell } from './editable-cell.tsx'
import { Tag } from './tag.tsx'

/** The row, and a function that changes it and returns the error of the service. */
function useRow() {
  const row = useRecordContext<EventRow>()
  const { apply } = useEventChanges()
  if (!row) return undefined
  const change = (body: Partial<EventRow>, label: string) => apply([row], { type: 'update', body }, { label })
  return { row, change }
}

export function TitleCell() {
  const translate = useTranslate()
  const found = useRow()
  if (!found) return null
  const { row, change } = found
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <EditableCell
        label={translate('table.edit_cell', { field: translate('table.columns.title'), value: toText(row.title) })}
        value={row.title}
        editor={({ value, onChange }) => (
          <TextField
            value={value}
            onChange={({ target }) => onChange(target.value)}
            sx={{ m: 0, minWidth: 200 }}
            slotProps={{ htmlInput: { 'aria-label': translate('table.columns.title'), autoComplete: 'off' } }}
          />
        )}
        onSave={(title) => change({ title }, toText(title))}
      >
        <Box component="span" sx={{ fontWeight: 600, textDecoration: isCanceled(row) ? 'line-through' : 'none' }}>
          {toText(row.title)}
        </Box>
      </EditableCell>
      <EventMarks row={row} />
    </Stack>
  )
}

const isCanceled = ({ event_status }: EventRow): boolean => event_status === 'canceled'

/** Mark of an event: its series, or a status such as canceled. */
export function EventMarks({ row }: { readonly row: EventRow }) {
  const translate = useTranslate()
  const { event_status, event_status_reason, series } = row
  return (
    <>
      {series && (
        <RepeatIcon titleAccess={translate('table.columns.series')} sx={{ fontSize: 16, color: 'text.secondary' }} />
      )}
      {event_status && (
        <Tag
          label={translate(`table.event_statuses.${event_status.replace('-', '_')}`)}
          color="warning.main"
          title={event_status_reason ?? ''}
        />
      )}
    </>
  )
}

type Times = readonly [start: string, end: string]

export function TimeCell() {
  const translate = useTranslate()
  const locale = useLocale()
  const found = useRow()
  if (!found) return null
  const { row, change } = found
  const text = formatEventDates(row, locale)
  const value: Times = [row.start_date, row.end_date]
  return (
    <EditableCell
      label={translate('table.edit_cell', { field: translate('table.columns.start_date'), value: text })}
      value={value}
      editor={(props) => <TimeEditor {...props} isAllDay={row.all_day === true} />}
      onSave={([start_date, end_date]) => {
        const dates = { start_date, end_date }
        return change(dates, formatEventDates({ ...row, ...dates }, locale))
      }}
    >
      <Box component="span" sx={{ whiteSpace: { lg: 'nowrap' }, fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
    </EditableCell>
  )
}

interface TimeEditorProps {
  readonly value: Times
  readonly onChange: (value: Times) => void
  readonly isAllDay: boolean
}

/** The duration stays when the start changes. */
function TimeEditor({ value: [start, end], onChange, isAllDay }: TimeEditorProps) {
  const translate = useTranslate()
  const toInput = (wallTime: string) => (isAllDay ? wallTime.slice(0, 10) : wallTime.slice(0, 16).replace(' ', 'T'))
  const toWallTime = (text: string) => `${text.replace('T', ' ')}${isAllDay ? ' 00:00' : ''}:00`
  const setStart = (text: string) => {
    if (text === '') return
    const next = toWallTime(text)
    onChange([next, addMilliseconds(end, getDifference(isAllDay ? `${start.slice(0, 10)} 00:00:00` : start, next))])
  }
  const inputs = [
    ['start_date', start, setStart],
    ['end_date', end, (text: string) => text !== '' && onChange([start, toWallTime(text)])],
  ] as const
  return (
    <Stack direction={{ xs: 'column', xl: 'row' }} sx={{ gap: 0.5 }}>
      {inputs.map(([name, wallTime, setText]) => (
        <TextField
          key={name}
          type={isAllDay ? 'date' : 'datetime-local'}
          value={toInput(wallTime)}
          onChange={({ target }) => setText(target.value)}
          sx={{ m: 0, minWidth: 190 }}
          slotProps={{ htmlInput: { 'aria-label': translate(`table.columns.${name}`) } }}
        />
      ))}
    </Stack>
  )
}

const STATUS_COLORS = {
  draft: 'text.secondary',
  pending: 'info.main',
  future: 'info.main',
  private: 'text.secondary',
  trash: 'error.main',
} as const
const hasColor = (status: string): status is keyof typeof STATUS_COLORS => status in STATUS_COLORS

function StatusTag({ status }: { readonly status: string }) {
  const label = useTranslate()(`table.statuses.${status}`)
  if (!hasColor(status)) return label
  return <Tag label={label} color={STATUS_COLORS[status]} />
}

export function StatusCell() {
  const translate = useTranslate()
  const found = useRow()
  if (!found) return null
  const { row, change } = found
  const name = translate('table.columns.status')
  const translateStatus = (status: string) => translate(`table.statuses.${status}`)
  return (
    <EditableCell
      label={translate('table.edit_cell', { field: name, value: translateStatus(row.status) })}
      value={row.status}
      editor={({ value, onChange }) => (
        <TextField
          select
          value={value}
          onChange={({ target }) => onChange(target.value)}
          sx={{ m: 0 }}
          slotProps={{ select: { native: true }, htmlInput: { 'aria-label': name } }}
        >
          {[...new Set([row.status, ...STATUSES])].map((status) => (
            <option key={status} value={status}>
              {translateStatus(status)}
            </option>
          ))}
        </TextField>
      )}
      onSave={(status) => change({ status }, translateStatus(status))}
    >
      <StatusTag status={row.status} />
    </EditableCell>
  )
}

export function FeaturedCell() {
  const translate = useTranslate()
  const found = useRow()
  if (!found) return null
  const { row, change } = found
  const featured = row.featured === true
  const next = translate(featured ? 'table.actions.unfeature' : 'table.actions.feature')
  return (
    <IconButton
      size="small"
      sx={{ p: 0.25 }}
      aria-label={`${translate('table.columns.featured')}: ${toText(row.title)}`}
      aria-pressed={featured}
      title={next}
      onClick={() => void change({ featured: !featured }, next)}
    >
      {featured ? <StarIcon fontSize="small" color="primary" /> : <StarBorderIcon fontSize="small" />}
    </IconButton>
  )
}
