import { Button, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useNotify, usePermissions, useTranslate } from 'react-admin'
import { fetchFile } from '../api/client.ts'
import { Screen, Section } from '../components/screen.tsx'
import { EventFilters, NO_FILTERS, toFilterQuery } from './event-filters.tsx'

/** Formats of events that filters select, by the extension of the feed. */
const FORMATS = ['html', 'csv', 'ics', 'ndjson'] as const
const STATUSES = ['publish', 'any', 'draft', 'pending'] as const
const FILES = ['calends.ndjson', 'wordpress.xml', 'events.ics', 'events.csv', 'venues.csv', 'organizers.csv'] as const

/** Saves a file of the API under its name. */
function useDownload() {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const download = async (path: string, query?: Readonly<Record<string, string>>) => {
    setBusy(true)
    try {
      const url = URL.createObjectURL(await fetchFile(path, query))
      const link = document.createElement('a')
      link.href = url
      link.download = path.slice(path.lastIndexOf('/') + 1)
      link.click()
      URL.revokeObjectURL(url)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    setBusy(false)
  }
  return { download, isBusy }
}

/** Downloads of selected events, and of all records for administrators. */
export default function ExportScreen() {
  const translate = useTranslate()
  const { permissions = [] } = usePermissions<string[]>()
  const { download, isBusy } = useDownload()
  return (
    <Screen title={translate('sharing.export')}>
      <FilteredExport isBusy={isBusy} onDownload={(path, query) => void download(path, query)} />
      {permissions.includes('manage_imports') && (
        <Section title={translate('sharing.all_records')}>
          <p>{translate('sharing.all_records_help')}</p>
          {FILES.map((file) => (
            <Button key={file} disabled={isBusy} onClick={() => void download(`/exports/${file}`)} sx={{ mr: 1 }}>
              {file}
            </Button>
          ))}
        </Section>
      )}
    </Screen>
  )
}

interface FilteredExportProps {
  readonly isBusy: boolean
  readonly onDownload: (path: string, query: Readonly<Record<string, string>>) => void
}

function FilteredExport({ isBusy, onDownload }: FilteredExportProps) {
  const translate = useTranslate()
  const [filters, setFilters] = useState(NO_FILTERS)
  const [format, setFormat] = useState<string>('html')
  const [status, setStatus] = useState<string>('publish')
  return (
    <Section title={translate('sharing.some_events')}>
      <EventFilters values={filters} onChange={setFilters} />
      <Select name="format" values={FORMATS} value={format} onChange={setFormat} />
      <Select name="status" values={STATUSES} value={status} onChange={setStatus} />
      <Button
        variant="contained"
        disabled={isBusy}
        onClick={() => onDownload(`/events.${format}`, { ...toFilterQuery(filters), status })}
      >
        {translate('sharing.download')}
      </Button>
    </Section>
  )
}

interface SelectProps {
  readonly name: 'format' | 'status'
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

const GROUPS = { format: 'formats', status: 'statuses' } as const

function Select({ name, values, value, onChange }: SelectProps) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={translate(`sharing.${name}`)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ maxWidth: 320, mr: 1 }}
    >
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`sharing.${GROUPS[name]}.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
