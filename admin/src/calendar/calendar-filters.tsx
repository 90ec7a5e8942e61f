import { Button, Chip, Stack, TextField, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Filter } from './calendar-state.ts'

interface CalendarFiltersProps {
  readonly filter: Filter
  readonly shown: number
  readonly total: number
  readonly onChange: (filter: Filter) => void
}

const STATUSES = ['publish', 'draft', 'pending'] as const
const DELAY_MILLISECONDS = 300

/** Search and status; further filters of the table of events remain and can be removed. */
export function CalendarFilters({ filter, shown, total, onChange }: CalendarFiltersProps) {
  const translate = useTranslate()
  const { search = '', status, ...others } = filter
  const change = (name: string, value: unknown) => {
    const { [name]: _removed, ...rest } = filter
    onChange(value === '' || value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
      <SearchField key={String(search)} value={String(search)} onChange={(text) => change('search', text)} />
      {STATUSES.map((name) => (
        <Chip
          key={name}
          label={translate(`calendar.statuses.${name}`)}
          variant={status === name ? 'filled' : 'outlined'}
          color={status === name ? 'primary' : 'default'}
          aria-pressed={status === name}
          onClick={() => change('status', status === name ? undefined : name)}
        />
      ))}
      {Object.keys(others).length > 0 && (
        <Button onClick={() => onChange({})}>
          {translate('ra.action.clear_input_value')}: {Object.keys(others).join(', ')}
        </Button>
      )}
      <Typography variant="caption" role="status">
        {shown < total && translate('calendar.truncated', { shown, total })}
      </Typography>
    </Stack>
  )
}

function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const translate = useTranslate()
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), DELAY_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <TextField
      type="search"
      label={translate('ra.action.search')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      fullWidth={false}
      sx={{ m: 0, width: { xs: 1, sm: '16rem' } }}
    />
  )
}
