/** An event of the calendar: its times can be changed without dragging. */
import { Button, Chip, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useCreatePath, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { RadioList } from '../components/radio-list.tsx'
import { useScopeChoices } from '../components/scope-dialog.tsx'
import type { Scope } from '../components/scopes.ts'
import type { CalendarEvent, EventTimes } from './calendar-event.ts'

interface EventDialogProps {
  readonly event: CalendarEvent
  readonly onClose: () => void
  /** Returns whether the event was moved. */
  readonly onMove: (times: EventTimes, scope: Scope) => Promise<boolean>
}

export function EventDialog({ event, onClose, onMove }: EventDialogProps) {
  const translate = useTranslate()
  const createPath = useCreatePath()
  const { start_date, end_date, all_day } = event
  const type = all_day ? 'date' : 'datetime-local'
  const disabled = !event.can_edit
  const toInput = (wallTime: string) => wallTime.slice(0, all_day ? 10 : 16).replace(' ', 'T')
  const [start, setStart] = useState(toInput(start_date))
  const [end, setEnd] = useState(toInput(end_date))
  const [scope, setScope] = useState<Scope>('this')
  const scopes = useScopeChoices()
  const save = async () => {
    const times = all_day
      ? { start_date: `${start} 00:00:00`, end_date: `${end} 23:59:59` }
      : { start_date: start.replace('T', ' '), end_date: end.replace('T', ' ') }
    if (await onMove(times, scope)) onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="event-title" fullWidth maxWidth="xs">
      <DialogTitle id="event-title">{event.title}</DialogTitle>
      <DialogContent>
        <Stack direction="row" spacing={1} sx={{ mb: 1 }}>
          <Chip size="small" label={event.status} />
          {event.event_status && event.event_status !== 'scheduled' && <Chip size="small" label={event.event_status} />}
        </Stack>
        <Stack
          component="form"
          id="event-times"
          onSubmit={(submit) => {
            submit.preventDefault()
            void save()
          }}
        >
          <TimeInput {...{ type, disabled }} label="calendar.start" value={start} onChange={setStart} />
          <TimeInput {...{ type, disabled }} label="calendar.end" value={end} onChange={setEnd} />
          {event.series !== null && event.can_edit && (
            <RadioList label={translate('calendar.scope')} choices={scopes} value={scope} onChange={setScope} />
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={createPath({ resource: 'events', type: 'edit', id: event.id })}>
          {translate('ra.action.edit')}
        </Button>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        {event.can_edit && (
          <Button type="submit" form="event-times" variant="contained">
            {translate('calendar.move')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface TimeInputProps {
  readonly type: 'date' | 'datetime-local'
  /** Key of a message. */
  readonly label: string
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (value: string) => void
}

function TimeInput({ label, onChange, ...props }: TimeInputProps) {
  const translate = useTranslate()
  return (
    <TextField
      {...props}
      required
      label={translate(label)}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
