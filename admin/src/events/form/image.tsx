/** The image of an event: a file is added to the library as soon as it is chosen. */
import { Box, Button, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
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
  const { value, setValue, label, error } = useField('image')
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: uploadImage, onSuccess: setValue })
  const message = error ?? upload.error?.message
  return (
    <Stack useFlexGap spacing={1}>
      {value && (
        <Box
          component="img"
          src={value.sizes?.['medium']?.url ?? value.url}
          alt={value.alt_text ?? ''}
          sx={{ maxWidth: 1, maxHeight: 180, objectFit: 'contain', alignSelf: 'flex-start', borderRadius: 1 }}
        />
      )}
      <Stack useFlexGap direction="row" spacing={1}>
        <Button variant="outlined" size="small" loading={upload.isPending} onClick={() => input.current?.click()}>
          {translate(value ? 'form.image.replace' : 'form.image.choose')}
        </Button>
        <input
          hidden
          type="file"
          name="image"
          accept="image/*"
          aria-label={label}
          ref={input}
          onChange={({ target }) => target.files?.[0] && upload.mutate(target.files[0])}
        />
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
