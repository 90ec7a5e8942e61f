/** The image of an event: a file is added to the library as soon as it is chosen. */
import { Box, Button, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { send } from '../../api/client.ts'
import { useField } from './fields.tsx'
import type { ImageValue } from './model/event-values.ts'

async function uploadImage(file: File): Promise<ImageValue> {
  const body = new FormData()
  body.append('file', file)
  return (await send<ImageValue>('/media', { method: 'POST', body })).json
}

export function ImageField() {
  const translate = useTranslate()
  const { value, setValue, ref, label, error } = useField('image')
  const upload = useMutation({ mutationFn: uploadImage, onSuccess: setValue })
  const message = error ?? upload.error?.message
  return (
    <Stack spacing={1}>
      {value && (
        <Box
          component="img"
          src={value.sizes?.['medium']?.url ?? value.url}
          alt={value.alt_text ?? ''}
          sx={{ maxWidth: 1, maxHeight: 180, objectFit: 'contain', alignSelf: 'flex-start', borderRadius: 1 }}
        />
      )}
      <Stack direction="row" spacing={1}>
        <Button component="label" variant="outlined" size="small" loading={upload.isPending}>
          {translate(value ? 'form.image.replace' : 'form.image.choose')}
          <Box
            component="input"
            type="file"
            name="image"
            accept="image/*"
            aria-label={label}
            ref={ref}
            onChange={({ target }: { target: HTMLInputElement }) => target.files?.[0] && upload.mutate(target.files[0])}
            sx={{ position: 'absolute', width: '1px', height: '1px', opacity: 0 }}
          />
        </Button>
        {value && (
          <Button size="small" onClick={() => setValue(false)}>
            {translate('form.image.remove')}
          </Button>
        )}
      </Stack>
      {message && (
        <Typography variant="caption" color="error" role="alert">
          {message}
        </Typography>
      )}
    </Stack>
  )
}
