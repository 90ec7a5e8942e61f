import { Box, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type InputProps, TextInput, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { send } from '../api/client.ts'
import type { SchemeColors, SiteSettings } from './site-settings.ts'

/** The color as text and with the picker of the browser, and how pages will show it. */
export function AccentInput(props: InputProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const color: string = useWatch({ name: 'accent_color' }) ?? ''
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  const pick = (value: string) => setValue('accent_color', value, { shouldDirty: true })
  return (
    <>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
        <TextInput {...props} placeholder="#9a3412" />
        <TextField
          type="color"
          value={isColor ? color : '#9a3412'}
          onChange={(event) => pick(event.target.value)}
          disabled={props.disabled ?? false}
          fullWidth={false}
          margin="none"
          sx={{ width: 64, flexShrink: 0 }}
          slotProps={{ htmlInput: { 'aria-label': translate('site.pick_color') } }}
        />
      </Stack>
      {isColor && <AccentPreview color={color} />}
    </>
  )
}

/** The service computes the colors: a dry run changes nothing. */
function AccentPreview({ color }: { readonly color: string }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['accent', color],
    queryFn: async ({ signal }) => {
      const request = { method: 'POST', body: { accent_color: color }, query: { dry_run: 1 }, signal }
      return (await send<SiteSettings>('/settings', request)).json.colors
    },
    retry: false,
    placeholderData: (previous) => previous,
  })
  if (!data) return null
  return (
    <Stack direction="row" spacing={3} sx={{ flexWrap: 'wrap' }}>
      <Scheme name={translate('site.light')} background="#fdfcfa" colors={data.light} />
      <Scheme name={translate('site.dark')} background="#171513" colors={data.dark} />
    </Stack>
  )
}

interface SchemeProps {
  readonly name: string
  readonly background: string
  readonly colors: SchemeColors
}

function Scheme({ name, background, colors }: SchemeProps) {
  const translate = useTranslate()
  const { accent, on_accent: onAccent, contrast, is_adjusted: isAdjusted } = colors
  const note = [translate('site.contrast', { contrast }), isAdjusted && translate('site.adjusted')].filter(Boolean)
  return (
    <Box>
      <Stack direction="row" spacing={1} sx={{ p: 1, borderRadius: 1, border: 1, borderColor: 'divider', background }}>
        <Box component="span" sx={{ color: accent, textDecoration: 'underline', px: 1, py: 0.5 }}>
          {name}
        </Box>
        <Box component="span" sx={{ color: onAccent, background: accent, borderRadius: 4, px: 1.5, py: 0.5 }}>
          {name}
        </Box>
      </Stack>
      <Typography variant="caption" color="text.secondary">
        {note.join(', ')}
      </Typography>
    </Box>
  )
}
