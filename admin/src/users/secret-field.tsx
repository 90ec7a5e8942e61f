import { Button, Stack, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'

/** A text to copy, which is shown once. */
export function SecretField({ value }: { readonly value: string }) {
  const translate = useTranslate()
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <TextField
        value={value}
        slotProps={{ htmlInput: { readOnly: true, 'aria-label': translate('site.copy') } }}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void navigator.clipboard.writeText(value)}>{translate('site.copy')}</Button>
    </Stack>
  )
}
