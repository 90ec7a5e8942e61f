/** Recurrence of an event, with the resulting dates, of which single ones can be removed. */
import { Link, MenuItem, Stack, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useField } from '../fields.tsx'
import type { EventValues } from '../model/event-values.ts'
import { FREQUENCIES, formatRule, listPositions, parseRule, type SimpleRule, WEEKDAYS, WEEKLY } from './recurrence.ts'
import { RecurrencePreview } from './recurrence-preview.tsx'

const CHOICES = ['none', ...FREQUENCIES, 'custom'] as const

interface RecurrenceFieldProps {
  readonly isOccurrence: boolean
}

export function RecurrenceField({ isOccurrence }: RecurrenceFieldProps) {
  const translate = useTranslate()
  const { value, setValue, label, error } = useField('recurrence')
  const rule = value && parseRule(value.rrule)
  const [isCustom, setCustom] = useState(value !== null && !rule)
  const choice = value === null ? 'none' : isCustom || !rule ? 'custom' : rule.frequency
  const setRule = (rrule: string) => setValue({ rrule, rdate: value?.rdate ?? [], exdate: value?.exdate ?? [] })
  const choose = (next: string) => {
    setCustom(next === 'custom')
    if (next === 'none') return setValue(null)
    const frequency = FREQUENCIES.find((one) => one === next) ?? 'WEEKLY'
    setRule(formatRule({ ...(rule ?? WEEKLY), frequency, position: '', weekdays: [] }))
  }
  return (
    <Stack useFlexGap spacing={1.5}>
      <TextField
        select
        size="small"
        name="recurrence"
        label={label}
        value={choice}
        onChange={({ target }) => choose(target.value)}
        error={error !== undefined}
        helperText={error}
      >
        {CHOICES.filter((one) => !isOccurrence || one !== 'none').map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`form.repeat.${one.toLowerCase()}`)}
          </MenuItem>
        ))}
      </TextField>
      {choice === 'custom' && (
        <TextField
          size="small"
          name="recurrence.rrule"
          label="RRULE"
          value={value?.rrule ?? ''}
          onChange={({ target }) => setRule(target.value)}
          helperText={
            <Link href="https://icalendar.org/rrule-tool.html" target="_blank" rel="noopener noreferrer">
              RFC 5545
            </Link>
          }
        />
      )}
      {rule && choice !== 'custom' && <RuleControls rule={rule} onChange={(next) => setRule(formatRule(next))} />}
      {value && <RecurrencePreview />}
    </Stack>
  )
}

interface RuleProps {
  readonly rule: SimpleRule
  readonly onChange: (rule: SimpleRule) => void
}

function RuleControls({ rule, onChange }: RuleProps) {
  const translate = useTranslate()
  return (
    <Stack useFlexGap spacing={1.5}>
      <Stack useFlexGap direction="row" spacing={1.5}>
        <TextField
          size="small"
          type="number"
          label={translate('form.repeat.interval')}
          value={rule.interval}
          onChange={({ target }) => onChange({ ...rule, interval: Math.max(1, Number(target.value)) })}
          slotProps={{ htmlInput: { min: 1 } }}
        />
        {rule.frequency === 'MONTHLY' && <PositionSelect rule={rule} onChange={onChange} />}
      </Stack>
      {rule.frequency === 'WEEKLY' && <WeekdayButtons rule={rule} onChange={onChange} />}
      <Stack useFlexGap direction="row" spacing={1.5}>
        <TextField
          size="small"
          fullWidth
          type="date"
          name="recurrence.until"
          label={translate('form.repeat.until')}
          value={rule.until}
          onChange={({ target }) => onChange({ ...rule, until: target.value, count: 0 })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField
          size="small"
          fullWidth
          type="number"
          name="recurrence.count"
          label={translate('form.repeat.count')}
          value={rule.count || ''}
          onChange={({ target }) => onChange({ ...rule, count: Math.max(0, Number(target.value)), until: '' })}
          slotProps={{ htmlInput: { min: 1 }, inputLabel: { shrink: true } }}
        />
      </Stack>
    </Stack>
  )
}

/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1)

function useWeekdayName(style: 'short' | 'long') {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: style, timeZone: 'UTC' })
  return (weekday: string) => format.format(FIRST_DAY + WEEKDAYS.map(String).indexOf(weekday.slice(-2)) * 86_400_000)
}

function WeekdayButtons({ rule, onChange }: RuleProps) {
  const [short, long] = [useWeekdayName('short'), useWeekdayName('long')]
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      size="small"
      fullWidth
      aria-label={translate('form.repeat.weekdays')}
      value={rule.weekdays}
      onChange={(_, chosen: string[]) =>
        onChange({ ...rule, weekdays: WEEKDAYS.filter((weekday) => chosen.includes(weekday)) })
      }
    >
      {WEEKDAYS.map((weekday) => (
        <ToggleButton key={weekday} value={weekday} aria-label={long(weekday)} sx={{ px: 0.5, textTransform: 'none' }}>
          {short(weekday)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function PositionSelect({ rule, onChange }: RuleProps) {
  const translate = useTranslate()
  const getName = useWeekdayName('long')
  const start = useWatch<EventValues, 'start_date'>({ name: 'start_date' })
  const positions = [...new Set([...listPositions(start.slice(0, 10)), ...(rule.position ? [rule.position] : [])])]
  const describe = (position: string) => {
    const number = position.startsWith('-1') ? 'last' : position.charAt(0)
    return translate(`form.repeat.position_${number}`, { weekday: getName(position) })
  }
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={translate('form.repeat.position')}
      value={rule.position || 'day'}
      onChange={({ target }) => onChange({ ...rule, position: target.value === 'day' ? '' : target.value })}
    >
      <MenuItem value="day">{translate('form.repeat.same_day')}</MenuItem>
      {positions.map((position) => (
        <MenuItem key={position} value={position}>
          {describe(position)}
        </MenuItem>
      ))}
    </TextField>
  )
}
