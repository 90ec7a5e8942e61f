import { Box, Button, FormLabel, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useController } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/client.ts'

interface Image {
  readonly id: number
  readonly url: string
  readonly alt_text: string
}

interface ImageSettingInputProps {
  readonly source: 'logo' | 'favicon'
  readonly isLocked: boolean
}

/** Uploads an image to the library and selects it. */
export function ImageSettingInput({ source, isLocked }: ImageSettingInputProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const { field } = useController({ name: source })
  const { data } = useQuery({
    queryKey: ['media', field.value],
    queryFn: async () => (await send<Image>(`/media/${field.value}`)).json,
    enabled: Boolean(field.value),
    retry: false,
  })
  const upload = async (file: File | undefined) => {
    if (!file) return
    const body = new FormData()
    body.append('file', file)
    try {
      field.onChange((await send<Image>('/media', { method: 'POST', body })).json.id)
    } catch (error) {
      notify(error instanceof ApiError ? error.message : String(error), { type: 'error' })
    }
  }
  return (
    <Box>
      <FormLabel component="p">{translate(`site.${source}`)}</FormLabel>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', mt: 0.5 }}>
        {field.value && data && (
          <Box component="img" src={data.url} alt={translate(`site.${source}`)} sx={{ maxHeight: 48, maxWidth: 200 }} />
        )}
        <Button variant="outlined" disabled={isLocked} onClick={() => input.current?.click()}>
          {translate('site.choose_image')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        {field.value && (
          <Button disabled={isLocked} onClick={() => field.onChange(null)}>
            {translate('site.remove')}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
