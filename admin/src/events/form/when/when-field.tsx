/** Date of an event: in words, which the service interprets, or by date and time pickers. */
import { Button, Collapse, FormControlLabel, Stack, Switch, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { settings } from '../../../settings.ts'
import { useField } from '../fields.tsx'
import type { EventValues } from '../model/event-values.ts'
import { RecurrenceField } from './recurrence-field.tsx'
import { useParsedDate } from './use-parsed-date.ts'
import { addDuration, getDay, getTime, HOUR, isWallTime, joinWallTime, moveStart } from './wall-time.ts'
import { ZoneField } from './zone-field.tsx'

interface WhenFieldProps {
  /** True if the event belongs to a series, whose recurrence may be changed. */
  readonly isOccurrence: boolean
}

export function WhenField({ isOccurrence }: WhenFieldProps) {
  const translate = useTranslate()
  const [zone, isAllDay] = useWatch<EventValues, ['timezone', 'all_day']>({ name: ['timezone', 'all_day'] })
  const [hasZone, setHasZone] = useState(zone !== '' && zone !== settings.timeZone)
  return (
    <Stack useFlexGap spacing={1.5}>
      <WordsField />
      <Pickers />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <AllDaySwitch />
        <Button size="small" aria-expanded={hasZone} onClick={() => setHasZone(!hasZone)}>
          {translate('form.when.zone', { zone: zone || settings.timeZone })}
        </Button>
      </Stack>
      <Collapse in={hasZone} unmountOnExit timeout={100}>
        <ZoneField />
      </Collapse>
      <RecurrenceField key={String(isAllDay)} isOccurrence={isOccurrence} />
    </Stack>
  )
}

/** The interpretation is applied as soon as the service has returned it. */
function WordsField() {
  const translate = useTranslate()
  const { getValues, setValue, setFocus } = useFormContext<EventValues>()
  const zone = useWatch<EventValues, 'timezone'>({ name: 'timezone' })
  const { text, setText, description, error } = useParsedDate(zone, (parsed) => {
    const { start_date: start } = parsed
    const dates = parsed.end_date ? { start_date: start, end_date: parsed.end_date } : moveStart(getValues(), start)
    for (const [name, value] of Object.entries({ ...dates, all_day: parsed.all_day }))
      setValue(name as 'start_date' | 'end_date' | 'all_day', value, { shouldDirty: true })
  })
  return (
    <TextField
      size="small"
      fullWidth
      name="when"
      label={translate('form.when.words')}
      placeholder={translate('form.when.example')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        // Past the many tab stops of the pickers.
        event.preventDefault()
        setFocus('venue')
      }}
      error={error !== undefined}
      helperText={error ?? description ?? translate('form.when.words_help')}
      slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false }, formHelperText: { role: 'status' } }}
    />
  )
}

function AllDaySwitch() {
  const { value, setValue, label } = useField('all_day')
  return (
    <FormControlLabel
      label={label}
      control={<Switch size="small" checked={value} onChange={(_, checked) => setValue(checked)} />}
    />
  )
}

type Edge = 'start_date' | 'end_date'

function Pickers() {
  const isAllDay = useWatch<EventValues, 'all_day'>({ name: 'all_day' })
  return (
    <Stack sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr' }}>
      <PickerInput edge="start_date" part="day" />
      {!isAllDay && <PickerInput edge="start_date" part="time" />}
      <PickerInput edge="end_date" part="day" />
      {!isAllDay && <PickerInput edge="end_date" part="time" />}
    </Stack>
  )
}

const DEFAULT_TIME = '20:00'

function PickerInput({ edge, part }: { readonly edge: Edge; readonly part: 'day' | 'time' }) {
  const translate = useTranslate()
  const { getValues, setValue: setFormValue } = useFormContext<EventValues>()
  const { value, setValue, ref, error } = useField(edge)
  const change = (text: string) => {
    if (text === '') return
    const wallTime =
      part === 'day' ? joinWallTime(text, getTime(value) || DEFAULT_TIME) : joinWallTime(getDay(value), text)
    if (!isWallTime(wallTime)) return
    if (edge === 'end_date') return setValue(avoidNegative(getValues().start_date, wallTime, part))
    setFormValue('end_date', moveStart(getValues(), wallTime).end_date, { shouldDirty: true })
    setValue(wallTime)
  }
  return (
    <TextField
      size="small"
      type={part === 'day' ? 'date' : 'time'}
      name={`${edge}.${part}`}
      label={translate(`form.when.${edge}_${part}`)}
      value={part === 'day' ? getDay(value) : getTime(value)}
      onChange={({ target }) => change(target.value)}
      disabled={part === 'time' && value === ''}
      inputRef={part === 'day' ? ref : undefined}
      error={error !== undefined}
      helperText={part === 'day' ? error : undefined}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** An end time before the start is on the next day. */
function avoidNegative(start: string, end: string, part: 'day' | 'time'): string {
  if (part === 'day' || !isWallTime(start)) return end
  const onFirstDay = joinWallTime(getDay(start), getTime(end))
  return onFirstDay < start ? addDuration(onFirstDay, 24 * HOUR) : getDay(end) === getDay(start) ? onFirstDay : end
}
