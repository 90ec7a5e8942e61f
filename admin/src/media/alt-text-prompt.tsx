import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import { AltTextInput } from './alt-text-input.tsx'
import type { MediaRecord } from './media.ts'
import { Thumbnail } from './thumbnail.tsx'

interface AltTextPromptProps {
  readonly images: readonly MediaRecord[]
  readonly onClose: () => void
}

export function AltTextPrompt({ images, onClose }: AltTextPromptProps) {
  const translate = useTranslate()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="prompt-title">
      <DialogTitle id="prompt-title">{translate('media.prompt_title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {images.map((image) => (
            <Stack key={image.id} direction="row" spacing={1}>
              <Thumbnail image={image} alt={image.title} width={120} />
              <AltTextInput image={image} onSaved={() => undefined} />
            </Stack>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
