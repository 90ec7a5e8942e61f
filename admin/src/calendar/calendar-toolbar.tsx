import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { Button, IconButton, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { VIEWS, type View } from './calendar-state.ts'

interface CalendarToolbarProps {
  /** Name of the shown period. */
  readonly title: string
  readonly view: View
  readonly onStep: (step: 'prev' | 'today' | 'next') => void
  readonly onView: (view: View) => void
}

/** That of FullCalendar has buttons whose accessible names differ from the visible ones. */
export function CalendarToolbar({ title, view, onStep, onView }: CalendarToolbarProps) {
  const translate = useTranslate()
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
      <IconButton aria-label={translate('calendar.previous')} onClick={() => onStep('prev')}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={translate('calendar.next')} onClick={() => onStep('next')}>
        <ChevronRightIcon />
      </IconButton>
      <Button variant="outlined" onClick={() => onStep('today')}>
        {translate('calendar.today')}
      </Button>
      <Typography variant="h6" aria-live="polite" sx={{ flex: 1, textAlign: 'center', minWidth: 'max-content' }}>
        {title}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        onChange={(_event, next: View | null) => next && onView(next)}
        aria-label={translate('calendar.view')}
      >
        {Object.keys(VIEWS).map((name) => (
          <ToggleButton key={name} value={name}>
            {translate(`calendar.views.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  )
}
