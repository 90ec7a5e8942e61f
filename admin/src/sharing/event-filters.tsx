import { Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material'
import { useGetList, useTranslate } from 'react-admin'
import { CHOICE_PROPS } from '../components/choice-props.ts'

/** Filters of lists of events, by slug where a record is meant. */
export interface EventFilterValues {
  readonly start_date: string
  readonly end_date: string
  readonly categories: string
  readonly tags: string
  readonly venue: string
  readonly organizer: string
  readonly search: string
  readonly featured: boolean
}

export const NO_FILTERS: EventFilterValues = {
  ...{ start_date: '', end_date: '', categories: '', tags: '', venue: '', organizer: '', search: '' },
  featured: false,
}

/** Without those that are not set. */
export const toFilterQuery = ({ featured, ...texts }: EventFilterValues): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
  ...(featured && { featured: 'true' }),
})

interface EventFiltersProps {
  readonly values: EventFilterValues
  readonly onChange: (values: EventFilterValues) => void
}

const RESOURCES = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const

export function EventFilters({ values, onChange }: EventFiltersProps) {
  const translate = useTranslate()
  const setText = (name: keyof EventFilterValues, value: string) => onChange({ ...values, [name]: value })
  return (
    <Box
      component="fieldset"
      sx={{
        ...{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 },
        gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
      }}
    >
      <legend>{translate('sharing.filters')}</legend>
      {(['start_date', 'end_date'] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={translate(`sharing.${name}`)}
          value={values[name]}
          onChange={({ target }) => setText(name, target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
      {(['categories', 'tags', 'venue', 'organizer'] as const).map((name) => (
        <RecordChoice key={name} name={name} value={values[name]} onChange={(value) => setText(name, value)} />
      ))}
      <TextField
        label={translate('sharing.search')}
        value={values.search}
        onChange={({ target }) => setText('search', target.value)}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={values.featured}
            onChange={({ target }) => onChange({ ...values, featured: target.checked })}
          />
        }
        label={translate('sharing.featured')}
      />
    </Box>
  )
}

interface RecordChoiceProps {
  readonly name: keyof typeof RESOURCES
  readonly value: string
  readonly onChange: (value: string) => void
}

interface NamedRecord {
  readonly id: number
  readonly slug: string
  readonly name?: string
  readonly venue?: string
  readonly organizer?: string
}

const getName = ({ name, venue, organizer, slug }: NamedRecord): string => name ?? venue ?? organizer ?? slug

const PAGE = { pagination: { page: 1, perPage: 50 } }

function RecordChoice({ name, value, onChange }: RecordChoiceProps) {
  const translate = useTranslate()
  const { data = [] } = useGetList<NamedRecord>(RESOURCES[name], PAGE)
  return (
    <TextField
      select
      label={translate(`sharing.${name}`)}
      value={value}
      slotProps={CHOICE_PROPS}
      onChange={({ target }) => onChange(target.value)}
    >
      <MenuItem value="">{translate('sharing.all')}</MenuItem>
      {data.map((record) => (
        <MenuItem key={record.id} value={record.slug}>
          {getName(record)}
        </MenuItem>
      ))}
    </TextField>
  )
}
