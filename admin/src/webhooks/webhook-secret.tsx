import { Alert, Button, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'

interface SecretProps {
  readonly secret: string
  readonly onClose: () => void
}

/** The secret is shown once, because the service does not return it again. */
export function WebhookSecret({ secret, onClose }: SecretProps) {
  const translate = useTranslate()
  return (
    <Alert severity="warning" action={<Button onClick={onClose}>{translate('webhooks.secret_stored')}</Button>}>
      {translate('webhooks.secret_once')}
      <TextField
        label={translate('webhooks.secret')}
        value={secret}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={({ target }) => target.select()}
      />
    </Alert>
  )
}
