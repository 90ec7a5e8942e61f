/** The period of the list: a relative one, which saved views and URLs repeat on another day, or two dates. */
import { MenuItem, Stack, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

/** Bounds as the API reads them; without bounds a list begins today. */
const PERIODS = {
  upcoming: ['', ''],
  today: ['today', 'today'],
  week: ['today', '+6 days'],
  month: ['today', '+30 days'],
  past: ['1970-01-01', 'yesterday'],
  all: ['1970-01-01', '9999-12-31'],
} as const satisfies Record<string, readonly [start: string, end: string]>

const NAMES = Object.keys(PERIODS) as (keyof typeof PERIODS)[]

interface PeriodFilterProps {
  readonly source: string
  readonly label: string
  readonly alwaysOn?: boolean
}

export function PeriodFilter({ label }: PeriodFilterProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const [start = '', end = ''] = useWatch({ name: ['start_date', 'end_date'] })
  const name = NAMES.find((one) => PERIODS[one][0] === start && PERIODS[one][1] === end)
  const setPeriod = (from: string, to: string) => {
    setValue('end_date', to, { shouldDirty: true })
    setValue('start_date', from, { shouldDirty: true })
  }
  const choose = (chosen: string) => {
    const period = NAMES.find((one) => one === chosen)
    if (period) return setPeriod(PERIODS[period][0], PERIODS[period][1])
    const today = new Date().toISOString().slice(0, 10)
    setPeriod(today, today)
  }
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <TextField
        select
        label={translate(label)}
        value={name ?? 'dates'}
        onChange={({ target }) => choose(target.value)}
        sx={{ minWidth: 150, width: 'auto' }}
      >
        {[...NAMES, 'dates'].map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`table.period.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {name === undefined &&
        (['start_date', 'end_date'] as const).map((source) => (
          <TextField
            key={source}
            type="date"
            label={translate(`table.period.${source}`)}
            value={source === 'start_date' ? start : end}
            onChange={({ target }) => setValue(source, target.value, { shouldDirty: true })}
            sx={{ width: 160 }}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
    </Stack>
  )
}
