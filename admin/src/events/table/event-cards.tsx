/** The list on narrow screens. */
import { Box, Checkbox, Stack, Typography } from '@mui/material'
import { RecordContextProvider, useListContext, useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router'
import { formatEventDates } from '../event-dates.ts'
import { type EventRow, findVenue, toText } from '../event-row.ts'
import { EventMarks, FeaturedCell, StatusCell } from './cells.tsx'

export default function EventCards() {
  const translate = useTranslate()
  const locale = useLocale()
  const { data = [], selectedIds, onToggleItem } = useListContext<EventRow>()
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map((row) => (
        <RecordContextProvider key={row.id} value={row}>
          <Stack
            component="li"
            direction="row"
            tabIndex={-1}
            data-row={row.id}
            sx={{ borderBottom: 1, borderColor: 'divider', alignItems: 'flex-start', py: 0.5, pr: 1 }}
          >
            <Checkbox
              checked={selectedIds.includes(row.id)}
              onChange={() => onToggleItem(row.id)}
              slotProps={{ input: { 'aria-label': translate('table.select_event', { title: toText(row.title) }) } }}
            />
            <Box sx={{ flex: 1, minWidth: 0, pt: 0.75 }}>
              <Typography
                component={Link}
                to={`/events/${row.id}`}
                sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}
              >
                {toText(row.title)}
              </Typography>{' '}
              <EventMarks row={row} />
              <Typography variant="body2">{formatEventDates(row, locale)}</Typography>
              <Typography variant="body2" color="textSecondary">
                {toText(findVenue(row)?.venue ?? '')}
              </Typography>
            </Box>
            <Stack sx={{ alignItems: 'flex-end', pt: 0.5, gap: 0.5 }}>
              <StatusCell />
              <FeaturedCell />
            </Stack>
          </Stack>
        </RecordContextProvider>
      ))}
    </Stack>
  )
}
