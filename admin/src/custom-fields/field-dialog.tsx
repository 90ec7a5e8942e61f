/** The definition of one additional field. */
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Stack,
  Switch,
  TextField,
} from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useResource } from '../components/use-resource.ts'
import { LANGUAGES } from '../language.ts'
import type { SiteSettings } from '../site/site-settings.ts'
import { type CustomField, FIELD_TYPES, RECORD_KINDS } from './custom-field.ts'

interface FieldDialogProps {
  /** Undefined for a new field. */
  readonly field: CustomField | undefined
  readonly onClose: () => void
  readonly onSave: (body: object) => Promise<void>
}

type Draft = Omit<CustomField, 'order'> & Partial<Pick<CustomField, 'order'>>

const NEW_FIELD: Draft = { key: '', label: {}, type: 'text', options: [], kinds: ['event'], show_on_pages: true }

export function FieldDialog({ field, onClose, onSave }: FieldDialogProps) {
  const translate = useTranslate()
  const [draft, setDraft] = useState<Draft>(field ?? NEW_FIELD)
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const { options, ...others } = draft
  const body = { ...others, options: draft.type === 'choice' ? options.filter((option) => option.trim() !== '') : [] }
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby="field-title">
      <DialogTitle id="field-title">{translate(field ? 'fields.edit' : 'fields.add')}</DialogTitle>
      <DialogContent>
        <Stack useFlexGap spacing={2} sx={{ pt: 1 }}>
          <TextField
            label={translate('fields.key')}
            value={draft.key}
            disabled={field !== undefined}
            onChange={({ target }) => change({ key: target.value })}
          />
          <LabelInputs draft={draft} onChange={change} />
          <TypeInputs draft={draft} onChange={change} />
          <KindInputs draft={draft} onChange={change} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={() => void onSave(body)}>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
}

/** A label for each language of the site. */
function LabelInputs({ draft: { label }, onChange }: PartProps) {
  const translate = useTranslate()
  const { data } = useResource<SiteSettings>('/settings')
  const languages = data?.languages.value ?? []
  return languages.map((language) => (
    <TextField
      key={language}
      label={`${translate('fields.label')} (${Object(LANGUAGES)[language]})`}
      value={label[language] ?? ''}
      onChange={({ target }) => onChange({ label: { ...label, [language]: target.value } })}
    />
  ))
}

function TypeInputs({ draft: { type, options }, onChange }: PartProps) {
  const translate = useTranslate()
  return (
    <>
      <TextField
        select
        label={translate('fields.type')}
        value={type}
        onChange={({ target }) => onChange({ type: FIELD_TYPES.find((one) => one === target.value) ?? 'text' })}
      >
        {FIELD_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`fields.types.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {type === 'choice' && (
        <TextField
          label={translate('fields.options')}
          multiline
          minRows={3}
          value={options.join('\n')}
          onChange={({ target }) => onChange({ options: target.value.split('\n') })}
        />
      )}
    </>
  )
}

function KindInputs({ draft, onChange }: PartProps) {
  const translate = useTranslate()
  const { kinds, show_on_pages: isShown, order } = draft
  const toggle = (kind: string, isChosen: boolean) =>
    onChange({ kinds: RECORD_KINDS.filter((one) => (one === kind ? isChosen : kinds.includes(one))) })
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap' }}>
        {RECORD_KINDS.map((kind) => (
          <FormControlLabel
            key={kind}
            label={translate(`fields.of.${kind}`)}
            control={<Checkbox checked={kinds.includes(kind)} onChange={(_, checked) => toggle(kind, checked)} />}
          />
        ))}
      </Stack>
      <FormControlLabel
        label={translate('fields.show_on_pages')}
        control={<Switch checked={isShown} onChange={(_, checked) => onChange({ show_on_pages: checked })} />}
      />
      {order !== undefined && (
        <TextField
          type="number"
          label={translate('fields.order')}
          value={order}
          onChange={({ target }) => onChange({ order: Number(target.value) })}
        />
      )}
    </>
  )
}
