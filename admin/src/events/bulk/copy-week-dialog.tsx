/** Copies a week of the program to another one, after a preview. */
import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { send } from '../../api/client.ts'
import { changeStore } from '../changes/change-store.ts'
import { useChangeNotice } from '../changes/use-event-changes.tsx'
import { reloadEvents } from '../changes/use-undo.ts'
import { addDays, formatEventDates, formatToday } from '../event-dates.ts'
import { toText } from '../event-row.ts'

interface Copy {
  readonly id?: number
  readonly source: number
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
}

interface Copies {
  readonly copies: readonly (Copy & { readonly id: number })[]
  readonly skipped: readonly Copy[]
}

interface Options {
  readonly start_date: string
  readonly end_date: string
  readonly days: number
  readonly status: string
  readonly occurrences: boolean
}

const addDaysToDate = (date: string, days: number): string => addDays(`${date} 00:00:00`, days).slice(0, 10)

/** The last seven days that ended with a Sunday, to the week after them. */
function createDefaults(): Options {
  const today = formatToday()
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDaysToDate(today, -weekday - 7)
  return { start_date: monday, end_date: addDaysToDate(monday, 6), days: 14, status: 'draft', occurrences: false }
}

const copy = async (options: Options, more: object) =>
  (await send<Copies>('/events/copy', { method: 'POST', body: { ...options, ...more } })).json

function usePreview(options: Options) {
  return useQuery({
    queryKey: ['copy-preview', options],
    queryFn: () => copy(options, { dry_run: true }),
    retry: false,
    gcTime: 0,
  })
}

export default function CopyWeekDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const announce = useChangeNotice()
  const queryClient = useQueryClient()
  const [options, setOptions] = useState(createDefaults)
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const [isSending, setSending] = useState(false)
  const { data, error } = usePreview(options)
  const copies = data?.copies ?? []
  const count = copies.filter(({ source }) => !excluded.has(source)).length
  const run = async () => {
    setSending(true)
    try {
      const result = await copy(options, excluded.size > 0 ? { exclude: [...excluded] } : {})
      const label = translate('table.copied', { smart_count: result.copies.length })
      const key = changeStore.add({ label, failures: [], changes: result.copies.map(createUndo) })
      announce(key)
      await reloadEvents(queryClient)
      onClose()
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
      setSending(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="copy-title">
      <DialogTitle id="copy-title">{translate('table.copy.title')}</DialogTitle>
      <DialogContent>
        <CopyOptions options={options} onChange={setOptions} />
        {error && <Alert severity="error">{error.message}</Alert>}
        <CopyList copies={copies} excluded={excluded} onChange={setExcluded} />
        {data && copies.length === 0 && <p>{translate('table.copy.none')}</p>}
        {(data?.skipped.length ?? 0) > 0 && (
          <Alert severity="info">
            {translate('table.copy.skipped', { titles: data?.skipped.map(({ title }) => toText(title)).join(', ') })}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={count === 0} loading={isSending} onClick={() => void run()}>
          {translate('table.copy.run', { smart_count: count })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The copy has been made; undoing it moves it to the trash. */
const createUndo = ({ id, title }: { readonly id: number; readonly title: string }) => ({
  id,
  title,
  request: { method: 'POST', path: '/events/copy' },
  undo: { method: 'DELETE', path: `/events/${id}?_fields=id` },
  patch: {},
})

interface CopyOptionsProps {
  readonly options: Options
  readonly onChange: (options: Options) => void
}

function CopyOptions({ options, onChange }: CopyOptionsProps) {
  const translate = useTranslate()
  const target = addDaysToDate(options.start_date, options.days)
  const setTarget = (date: string) =>
    date !== '' &&
    onChange({ ...options, days: Math.round((Date.parse(date) - Date.parse(options.start_date)) / 864e5) })
  const setFirst = (date: string) => {
    if (date === '') return
    const days = Math.round((Date.parse(target) - Date.parse(date)) / 864e5)
    onChange({ ...options, start_date: date, end_date: addDaysToDate(date, 6), days })
  }
  const setLast = (date: string) => date !== '' && onChange({ ...options, end_date: date })
  const dates = [
    ['first', options.start_date, setFirst],
    ['last', options.end_date, setLast],
    ['target', target, setTarget],
  ] as const
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: { xs: 0, sm: 1 } }}>
        {dates.map(([name, value, set]) => (
          <TextField
            key={name}
            type="date"
            label={translate(`table.copy.${name}`)}
            value={value}
            onChange={(event) => set(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
      </Stack>
      <TextField
        select
        label={translate('table.columns.status')}
        value={options.status}
        onChange={(event) => onChange({ ...options, status: event.target.value })}
      >
        {['draft', 'pending', 'publish'].map((status) => (
          <MenuItem key={status} value={status}>
            {translate(`table.statuses.${status}`)}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={
          <Checkbox
            checked={options.occurrences}
            onChange={(_, occurrences) => onChange({ ...options, occurrences })}
          />
        }
        label={translate('table.copy.occurrences')}
      />
    </Stack>
  )
}

interface CopyListProps {
  readonly copies: readonly Copy[]
  readonly excluded: ReadonlySet<number>
  readonly onChange: (excluded: ReadonlySet<number>) => void
}

function CopyList({ copies, excluded, onChange }: CopyListProps) {
  const locale = useLocale()
  const toggle = (source: number) => {
    const next = new Set(excluded)
    if (!next.delete(source)) next.add(source)
    onChange(next)
  }
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {copies.map((one) => (
        <li key={one.source}>
          <FormControlLabel
            control={<Checkbox size="small" checked={!excluded.has(one.source)} onChange={() => toggle(one.source)} />}
            label={`${toText(one.title)} · ${formatEventDates({ ...one, all_day: false }, locale)}`}
          />
        </li>
      ))}
    </Box>
  )
}
