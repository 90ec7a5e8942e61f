import { Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFieldDocuments } from '../api/field-document.ts'
import { CHOICE_PROPS } from '../components/choice-props.ts'
import type { ImportTable, ImportView } from './import-types.ts'

export interface SettingsDraft {
  readonly record_status: string
  readonly categories: string
  readonly images: boolean
  /** Names of columns by heading; empty to ignore one. */
  readonly columns: Readonly<Record<string, string>>
  readonly kind: string
  readonly dates: string
}

export const createDraft = ({ record_status, categories, images, table }: ImportView): SettingsDraft => ({
  record_status,
  categories: categories.join(', '),
  images,
  columns: Object.fromEntries(table?.columns.map(({ heading, column }) => [heading, column]) ?? []),
  kind: table?.kind ?? '',
  dates: table?.dates ?? '',
})

/** The body of an update of the import. */
export const toSettings = (
  { columns, kind, dates, categories, ...draft }: SettingsDraft,
  table: ImportTable | null,
) => ({
  record_status: draft.record_status === '' ? null : draft.record_status,
  images: draft.images,
  categories: categories
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
  ...(table && { mapping: { columns, kind, dates, delimiter: table.delimiter } }),
})

interface SettingsProps {
  readonly one: ImportView
  readonly draft: SettingsDraft
  readonly onChange: (draft: SettingsDraft) => void
}

const STATUSES = ['publish', 'pending', 'draft', 'private']

/** Settings of calendars and tables; other formats contain them. */
export function ImportSettings({ one, draft, onChange }: SettingsProps) {
  const translate = useTranslate()
  const documents = useFieldDocuments('createImport')
  const hasKeys = ['ics', 'csv', 'page'].includes(one.detected_format)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {hasKeys && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextField
            select
            label={translate('imports.record_status')}
            helperText={documents['record_status']?.description}
            value={draft.record_status}
            slotProps={CHOICE_PROPS}
            onChange={({ target }) => onChange({ ...draft, record_status: target.value })}
          >
            <MenuItem value="">{translate('imports.status_of_file')}</MenuItem>
            {STATUSES.map((status) => (
              <MenuItem key={status} value={status}>
                {translate(`imports.record_statuses.${status}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={translate('imports.categories')}
            helperText={documents['categories']?.description}
            value={draft.categories}
            onChange={({ target }) => onChange({ ...draft, categories: target.value })}
          />
        </Box>
      )}
      <FormControlLabel
        control={
          <Checkbox checked={draft.images} onChange={({ target }) => onChange({ ...draft, images: target.checked })} />
        }
        label={translate('imports.images')}
      />
      {one.table && <ColumnMapping table={one.table} draft={draft} onChange={onChange} />}
    </Box>
  )
}

interface MappingProps extends Omit<SettingsProps, 'one'> {
  readonly table: ImportTable
}

const KINDS = ['event', 'venue', 'organizer']
const DATE_ORDERS = ['YMD', 'DMY', 'MDY']

function ColumnMapping({ table, draft, onChange }: MappingProps) {
  const translate = useTranslate()
  const setColumn = (heading: string, column: string) =>
    onChange({ ...draft, columns: { ...draft.columns, [heading]: column } })
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <legend>{translate('imports.mapping')}</legend>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr', maxWidth: 480 }}>
        <Choice name="kind" values={KINDS} value={draft.kind} onChange={(kind) => onChange({ ...draft, kind })} />
        <Choice
          name="dates"
          values={DATE_ORDERS}
          value={draft.dates}
          onChange={(dates) => onChange({ ...draft, dates })}
        />
      </Box>
      {table.columns.map(({ heading, samples }) => (
        <Box
          key={heading}
          sx={{ display: 'grid', gap: 1, alignItems: 'center', gridTemplateColumns: { sm: '1fr 1fr 1fr' }, py: 0.5 }}
        >
          <strong>{heading}</strong>
          <span>{samples.join(' · ')}</span>
          <TextField
            select
            label={translate('imports.column_of', { heading })}
            value={draft.columns[heading] ?? ''}
            slotProps={CHOICE_PROPS}
            onChange={({ target }) => setColumn(heading, target.value)}
          >
            <MenuItem value="">{translate('imports.ignore')}</MenuItem>
            {table.choices.map((column) => (
              <MenuItem key={column} value={column}>
                {column}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      ))}
    </Box>
  )
}

interface ChoiceProps {
  readonly name: 'kind' | 'dates'
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ name, values, value, onChange }: ChoiceProps) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={translate(`imports.table_${name}`)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`imports.table_choices.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
