/** Fields of a venue or organizer that is created with the event, with existing ones that are probably the same. */
import { Alert, Button, Paper, Stack, TextField, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFieldDocuments } from '../../../api/field-document.ts'
import { useSimilarRecords } from '../../../components/similar-records.ts'
import type { LinkValue, NewLink } from '../model/event-values.ts'
import { COLLECTIONS, type LinkedKind } from './linked-records.ts'

interface NewLinkFieldsProps {
  readonly kind: LinkedKind
  readonly link: NewLink
  readonly onChange: (value: LinkValue) => void
}

const FIELDS = {
  venue: ['venue', 'address', 'zip', 'city', 'country'],
  organizer: ['organizer', 'email', 'website'],
} as const satisfies Record<LinkedKind, readonly (keyof NewLink)[]>

export function NewLinkFields({ kind, link, onChange }: NewLinkFieldsProps) {
  const translate = useTranslate()
  const documents = useFieldDocuments(kind === 'venue' ? 'createVenue' : 'createOrganizer')
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }}>
      <Stack useFlexGap spacing={1.5}>
        <Typography variant="subtitle2" component="h3">
          {translate(`form.where.new_${kind}`)}
        </Typography>
        <SimilarRecords kind={kind} link={link} onChange={onChange} />
        {FIELDS[kind].map((name) => (
          <TextField
            key={name}
            size="small"
            name={`${kind}.${name}`}
            label={translate(`form.where.${name}`)}
            value={link[name] ?? ''}
            onChange={({ target }) => onChange({ ...link, [name]: target.value })}
            slotProps={{ htmlInput: { maxLength: documents[name]?.maxLength } }}
          />
        ))}
      </Stack>
    </Paper>
  )
}

function SimilarRecords({ kind, link, onChange }: NewLinkFieldsProps) {
  const translate = useTranslate()
  const { address, city, ...names } = link
  const data = useSimilarRecords({ resource: COLLECTIONS[kind], name: names[kind] ?? '', address, city })
  if (data.length === 0) return null
  return (
    <Alert severity="warning" role="status">
      {translate('form.where.similar')}
      {data.map(({ id, name, address, city }) => (
        <Button key={id} size="small" color="inherit" onClick={() => onChange(id)} sx={{ display: 'block', my: 0.5 }}>
          {[name, address, city].filter(Boolean).join(', ')}
        </Button>
      ))}
    </Alert>
  )
}
