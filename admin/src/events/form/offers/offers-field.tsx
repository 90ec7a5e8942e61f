/** Tickets and prices. */
import AddIcon from '@mui/icons-material/Add'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import DeleteIcon from '@mui/icons-material/Delete'
import { Alert, Button, FormControlLabel, IconButton, Paper, Stack, Switch, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { send } from '../../../api/client.ts'
import { useField } from '../fields.tsx'
import type { OfferValue } from '../model/event-values.ts'

const NEW_OFFER: OfferValue = {
  ...{ name: '', price: '', currency: '', url: '', available_from: '', available_until: '', availability: 'InStock' },
}

/** The offers of the event with offers that was changed last, all for sale and without dates. */
async function readLastOffers(): Promise<readonly OfferValue[]> {
  const query = {
    ...{ ticketed: true, status: 'any', orderby: 'modified', order: 'desc', per_page: 1, _fields: 'events.tickets' },
    ...{ start_date: '1970-01-01', end_date: '9999-12-31' },
  }
  const { json } = await send<{ events: readonly { tickets: readonly OfferValue[] }[] }>('/events', { query })
  const offers = json.events[0]?.tickets ?? []
  return offers.map((offer) => ({ ...offer, available_from: '', available_until: '', availability: 'InStock' }))
}

export function OffersField() {
  const translate = useTranslate()
  const { value, setValue, error } = useField('tickets')
  const copy = useMutation({ mutationFn: readLastOffers, onSuccess: (offers) => setValue([...value, ...offers]) })
  const replace = (index: number, next: readonly OfferValue[]) =>
    setValue([...value.slice(0, index), ...next, ...value.slice(index + 1)])
  return (
    <Stack useFlexGap spacing={1.5}>
      {value.map((offer, index) => (
        <Offer
          // biome-ignore lint/suspicious/noArrayIndexKey: offers have no identity
          key={`offer ${index}`}
          offer={offer}
          onChange={(next) => replace(index, [next])}
          onRemove={() => replace(index, [])}
        />
      ))}
      {error && <Alert severity="error">{error}</Alert>}
      <Stack useFlexGap direction="row" spacing={1}>
        <Button size="small" startIcon={<AddIcon />} onClick={() => setValue([...value, NEW_OFFER])}>
          {translate('form.offers.add')}
        </Button>
        <Button size="small" startIcon={<ContentCopyIcon />} loading={copy.isPending} onClick={() => copy.mutate()}>
          {translate('form.offers.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}

interface OfferProps {
  readonly offer: OfferValue
  readonly onChange: (offer: OfferValue) => void
  readonly onRemove: () => void
}

const COLUMNS = 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)'

function Offer({ offer, onChange, onRemove }: OfferProps) {
  const translate = useTranslate()
  const input = (name: 'name' | 'price' | 'currency' | 'url', limit: number) => (
    <TextField
      size="small"
      name={`tickets.${name}`}
      label={translate(`form.offers.${name}`)}
      value={offer[name]}
      onChange={({ target }) => onChange({ ...offer, [name]: target.value })}
      slotProps={{ htmlInput: { maxLength: limit, inputMode: name === 'price' ? 'decimal' : undefined } }}
    />
  )
  const time = (name: 'available_from' | 'available_until') => (
    <TextField
      size="small"
      type="datetime-local"
      label={translate(`form.offers.${name}`)}
      value={offer[name].slice(0, 16).replace(' ', 'T')}
      onChange={({ target }) => onChange({ ...offer, [name]: target.value.replace('T', ' ') })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  const isSoldOut = offer.availability === 'SoldOut'
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }}>
      <Stack useFlexGap spacing={1.5}>
        <Stack sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: COLUMNS }}>
          {input('name', 1000)}
          {input('price', 17)}
          {input('currency', 3)}
        </Stack>
        {input('url', 2000)}
        <Stack sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {time('available_from')}
          {time('available_until')}
        </Stack>
        <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
          <FormControlLabel
            label={translate('form.offers.sold_out')}
            control={
              <Switch
                size="small"
                checked={isSoldOut}
                onChange={(_, soldOut) => onChange({ ...offer, availability: soldOut ? 'SoldOut' : 'InStock' })}
              />
            }
          />
          <IconButton
            size="small"
            aria-label={translate('form.offers.remove', { name: offer.name })}
            onClick={onRemove}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Stack>
      </Stack>
    </Paper>
  )
}
