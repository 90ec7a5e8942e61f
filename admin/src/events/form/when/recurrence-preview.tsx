/** The dates of a recurrence, from the service. */
import CloseIcon from '@mui/icons-material/Close'
import { Alert, Box, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { send } from '../../../api/client.ts'
import { useDelayed } from '../../../components/use-delayed.ts'
import { useField } from '../fields.tsx'
import type { EventValues } from '../model/event-values.ts'
import { isWallTime } from './wall-time.ts'

interface SeriesPreview {
  readonly recurrence_text: string
  readonly total: number
  readonly dates: readonly {
    readonly date: string
    readonly conflicts: readonly { readonly id: number; readonly title: string }[]
  }[]
}

const SHOWN_DATES = 60

export function RecurrencePreview() {
  const translate = useTranslate()
  const { value, setValue } = useField('recurrence')
  const { data, error } = useSeriesPreview()
  const formatDate = useDateFormat()
  if (!value) return null
  if (error) return <Alert severity="warning">{error.message}</Alert>
  if (!data) return null
  const exclude = (date: string) => setValue({ ...value, exdate: [...value.exdate, date] })
  const include = (date: string) => setValue({ ...value, exdate: value.exdate.filter((one) => one !== date) })
  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 1 }} role="status">
        {data.recurrence_text} · {translate('form.repeat.total', { smart_count: data.total })}
      </Typography>
      <Box component="ul" aria-label={translate('form.repeat.dates')} sx={LIST_STYLE}>
        {data.dates.slice(0, SHOWN_DATES).map(({ date, conflicts }) => (
          <li key={date}>
            <Chip
              size="small"
              variant="outlined"
              color={conflicts.length > 0 ? 'warning' : 'default'}
              label={formatDate(date)}
              title={conflicts.map(({ title }) => title).join(', ')}
              onClick={() => exclude(date)}
              onDelete={() => exclude(date)}
              deleteIcon={<CloseIcon aria-hidden />}
              aria-label={translate('form.repeat.remove', { date: formatDate(date) })}
            />
          </li>
        ))}
        {value.exdate.map((date) => (
          <li key={date}>
            <Chip
              size="small"
              label={formatDate(date)}
              onClick={() => include(date)}
              aria-label={translate('form.repeat.restore', { date: formatDate(date) })}
              sx={{ textDecoration: 'line-through' }}
            />
          </li>
        ))}
      </Box>
    </Box>
  )
}

const LIST_STYLE = {
  ...{ display: 'flex', flexWrap: 'wrap', gap: 0.75, m: 0, p: 0, listStyle: 'none' },
  ...{ maxHeight: 160, overflowY: 'auto' },
}

function useDateFormat() {
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' },
  })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}

/** The preview of the current dates, venue and recurrence. */
function useSeriesPreview() {
  const [start_date, end_date, all_day, timezone, venue, recurrence] = useWatch<
    EventValues,
    ['start_date', 'end_date', 'all_day', 'timezone', 'venue', 'recurrence']
  >({ name: ['start_date', 'end_date', 'all_day', 'timezone', 'venue', 'recurrence'] })
  const venueIds = venue.filter((one) => typeof one === 'number')
  const body = useDelayed({ start_date, end_date, all_day, timezone, venue: venueIds, recurrence })
  return useQuery({
    queryKey: ['series-preview', body],
    queryFn: async ({ signal }) =>
      (await send<SeriesPreview>('/series/preview', { method: 'POST', body, signal })).json,
    enabled: isWallTime(body.start_date) && isWallTime(body.end_date) && body.recurrence !== null,
    placeholderData: (previous) => previous,
    retry: false,
  })
}
