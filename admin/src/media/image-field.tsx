/** The image of an event, venue or organizer in its form. */

import CropIcon from '@mui/icons-material/Crop'
import DeleteIcon from '@mui/icons-material/Delete'
import PhotoLibraryIcon from '@mui/icons-material/PhotoLibrary'
import { Box, Button, FormHelperText, FormLabel, Stack } from '@mui/material'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useInput, useTranslate } from 'react-admin'
import { AltTextInput } from './alt-text-input.tsx'
import type { ImageView } from './media.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadArea } from './upload-area.tsx'
import { useUpload } from './use-upload.ts'

const LibraryDialog = lazy(() => import('./library-dialog.tsx'))
const CropDialog = lazy(() => import('./crop/crop-dialog.tsx'))

interface ImageFieldProps {
  readonly source?: string
  readonly label?: string
  readonly helperText?: string
}

/** Its value is an image as the API shows it, or false. New images are stored in the library at once. */
export function ImageField({ source = 'image', label = 'media.image', helperText }: ImageFieldProps) {
  const translate = useTranslate()
  const { field, fieldState, id } = useInput<ImageView | false | null>({ source })
  const [dialog, setDialog] = useState<'library' | 'crop'>()
  const { onChange } = field
  const select = useCallback((image: ImageView) => onChange(image), [onChange])
  const upload = useUpload(select)
  const image: ImageView | false = field.value || false
  const close = () => setDialog(undefined)
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ width: 1, my: 1 }}>
      <FormLabel id={`${id}-label`} error={fieldState.invalid}>
        {translate(label)}
      </FormLabel>
      {image && (
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ my: 1 }}>
          <Thumbnail image={image} alt={image.alt_text ?? ''} />
          <Stack spacing={1} sx={{ flex: 1 }}>
            <AltTextInput key={image.id} image={image} onSaved={select} />
            <Stack direction="row" spacing={1}>
              <Button startIcon={<CropIcon />} onClick={() => setDialog('crop')}>
                {translate('media.crop')}
              </Button>
              <Button startIcon={<DeleteIcon />} onClick={() => onChange(false)}>
                {translate('media.remove')}
              </Button>
            </Stack>
          </Stack>
        </Stack>
      )}
      <UploadArea upload={upload}>
        <Button variant="outlined" startIcon={<PhotoLibraryIcon />} onClick={() => setDialog('library')}>
          {translate('media.choose')}
        </Button>
      </UploadArea>
      <FormHelperText error={fieldState.invalid}>{fieldState.error?.message ?? helperText}</FormHelperText>
      <Suspense>
        {dialog === 'library' && <LibraryDialog onSelect={select} onClose={close} />}
        {dialog === 'crop' && image && <CropDialog id={image.id} onSaved={select} onClose={close} />}
      </Suspense>
    </Box>
  )
}
