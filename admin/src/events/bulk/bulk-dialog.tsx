/** Asks for the value of an action on the selected events. */
import {
  Button,
  ButtonGroup,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { EventAction } from '../changes/event-change.ts'
import { STATUSES } from '../event-row.ts'
import RecordPicker, { type PickedRecord, type PickedResource } from '../filters/record-picker.tsx'
import type { BulkDialogName } from './bulk-names.ts'

interface Prepared {
  readonly action: EventAction
  /** The value in words, for the record of the change. */
  readonly value: string
}

interface FormProps {
  /** Undefined as long as nothing is entered that the action could do. */
  readonly onChange: (prepared: Prepared | undefined) => void
}

const FORMS: Readonly<Record<BulkDialogName, (props: FormProps) => ReactElement>> = {
  status: StatusForm,
  categories: CategoriesForm,
  venue: VenueForm,
  organizer: OrganizerForm,
  shift: ShiftForm,
  cancel: CancelForm,
}

interface BulkDialogProps {
  readonly name: BulkDialogName
  /** Number of selected events. */
  readonly count: number
  readonly onClose: () => void
  readonly onRun: (action: EventAction, label: string) => Promise<void>
}

export default function BulkDialog({ name, count, onClose, onRun }: BulkDialogProps) {
  const translate = useTranslate()
  const [prepared, setPrepared] = useState<Prepared>()
  const title = translate(`table.actions.${name}`)
  const Form = FORMS[name]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (prepared) void onRun(prepared.action, [title, prepared.value].filter(Boolean).join(' '))
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="bulk-title">
      <form onSubmit={submit}>
        <DialogTitle id="bulk-title">
          {title} · {translate('table.events_count', { smart_count: count })}
        </DialogTitle>
        <DialogContent>
          <Form onChange={setPrepared} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!prepared}>
            {translate('table.apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function StatusForm({ onChange }: FormProps) {
  const translate = useTranslate()
  const [status, setStatus] = useState('')
  const choose = (next: string) => {
    setStatus(next)
    onChange({ action: { type: 'update', body: { status: next } }, value: translate(`table.statuses.${next}`) })
  }
  return (
    <TextField
      select
      autoFocus
      label={translate('table.columns.status')}
      value={status}
      onChange={({ target }) => choose(target.value)}
    >
      {STATUSES.map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`table.statuses.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const joinNames = (records: readonly PickedRecord[]): string => records.map(({ name }) => name).join(', ')

function CategoriesForm({ onChange }: FormProps) {
  const translate = useTranslate()
  const [lists, setLists] = useState<{ added: readonly PickedRecord[]; removed: readonly PickedRecord[] }>({
    added: [],
    removed: [],
  })
  const choose = (next: typeof lists) => {
    setLists(next)
    const parts = [
      ...(next.added.length > 0 ? [`+ ${joinNames(next.added)}`] : []),
      ...(next.removed.length > 0 ? [`− ${joinNames(next.removed)}`] : []),
    ]
    onChange(parts.length === 0 ? undefined : { action: { type: 'categories', ...next }, value: parts.join(' ') })
  }
  return (
    <Stack sx={{ gap: 1 }}>
      {(['added', 'removed'] as const).map((name) => (
        <RecordPicker
          key={name}
          resource="categories"
          label={translate(`table.categories_${name}`)}
          ids={lists[name].map(({ id }) => id)}
          onChange={(records) => choose({ ...lists, [name]: records })}
          autoFocus={name === 'added'}
        />
      ))}
    </Stack>
  )
}

interface LinkFormProps extends FormProps {
  readonly resource: PickedResource
  readonly label: string
  readonly isSingle?: boolean
  readonly createAction: (records: readonly PickedRecord[]) => EventAction
}

/** No record removes the links. */
function LinkForm({ resource, label, isSingle = false, createAction, onChange }: LinkFormProps) {
  const translate = useTranslate()
  const [records, setRecords] = useState<readonly PickedRecord[]>()
  const choose = (next: readonly PickedRecord[]) => {
    setRecords(next)
    onChange({ action: createAction(next), value: joinNames(next) || translate('table.none') })
  }
  return (
    <Stack sx={{ gap: 1, alignItems: 'stretch' }}>
      <RecordPicker
        resource={resource}
        label={label}
        ids={(records ?? []).map(({ id }) => id)}
        onChange={choose}
        isSingle={isSingle}
        autoFocus
      />
      <Button
        size="small"
        sx={{ alignSelf: 'flex-start' }}
        aria-pressed={records?.length === 0}
        variant={records?.length === 0 ? 'contained' : 'outlined'}
        onClick={() => choose([])}
      >
        {translate('table.none')}
      </Button>
    </Stack>
  )
}

function VenueForm(props: FormProps) {
  const label = useTranslate()('table.columns.venue')
  const createAction = ([venue]: readonly PickedRecord[]): EventAction => ({
    type: 'update',
    body: { venue: venue?.id ?? [] },
    patch: { venue: venue ? { id: venue.id, venue: venue.name } : [] },
  })
  return <LinkForm {...props} resource="venues" label={label} isSingle createAction={createAction} />
}

function OrganizerForm(props: FormProps) {
  const label = useTranslate()('table.columns.organizer')
  const createAction = (records: readonly PickedRecord[]): EventAction => ({
    type: 'update',
    body: { organizer: records.map(({ id }) => id) },
    patch: { organizer: records.map(({ id, name }) => ({ id, organizer: name })) },
  })
  return <LinkForm {...props} resource="organizers" label={label} createAction={createAction} />
}

const STEPS = [-7, -1, 1, 7] as const

function ShiftForm({ onChange }: FormProps) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const choose = (next: string) => {
    setText(next)
    const days = Number(next)
    const isShift = Number.isInteger(days) && days !== 0
    const value = `${days > 0 ? '+' : ''}${days}`
    onChange(isShift ? { action: { type: 'shift', days }, value } : undefined)
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <TextField
        autoFocus
        type="number"
        label={translate('table.days')}
        helperText={translate('table.shift_help')}
        value={text}
        onChange={({ target }) => choose(target.value)}
      />
      <ButtonGroup size="small" aria-label={translate('table.days')}>
        {STEPS.map((days) => (
          <Button key={days} onClick={() => choose(String(days))}>
            {days > 0 ? `+${days}` : `−${-days}`}
          </Button>
        ))}
      </ButtonGroup>
    </Stack>
  )
}

function CancelForm({ onChange }: FormProps) {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const choose = (next: string) => {
    setReason(next)
    const body = { event_status: 'canceled', event_status_reason: next }
    onChange(next.trim() === '' ? undefined : { action: { type: 'update', body }, value: `(${next})` })
  }
  return (
    <TextField
      autoFocus
      required
      label={translate('table.reason')}
      helperText={translate('table.reason_help')}
      value={reason}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
