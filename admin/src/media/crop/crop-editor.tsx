import { Box, Button, Slider, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Crop, MediaRecord } from '../media.ts'

interface CropEditorProps {
  readonly media: MediaRecord
  readonly onSave: (edit: { readonly crop: Crop | null }) => Promise<void>
}

const ASPECTS = { square: 1, '3:2': 3 / 2, '16:9': 16 / 9, '4:5': 4 / 5 } as const
const MAX_ZOOM = 8

const toPercentages = ({ x, y, width, height }: Crop): Area => ({
  ...{ x: x * 100, y: y * 100, width: width * 100, height: height * 100 },
})

const limit = (value: number, max: number): number => Math.max(0, Math.min(max, Number(value.toFixed(5))))

function toCrop(area: Area): Crop {
  const [x, y] = [limit(area.x / 100, 1), limit(area.y / 100, 1)]
  return { x, y, width: limit(area.width / 100, 1 - x), height: limit(area.height / 100, 1 - y) }
}

/** The image is moved and enlarged below the area; arrow keys move it while the area has the focus. */
export function CropEditor({ media, onSave }: CropEditorProps) {
  const translate = useTranslate()
  const original = media.original ?? media
  const [aspect, setAspect] = useState(media.width / media.height)
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  return (
    <Stack spacing={1}>
      <AspectButtons whole={original.width / original.height} aspect={aspect} onChange={setAspect} />
      <Box sx={{ position: 'relative', height: { xs: '16rem', sm: '24rem' }, bgcolor: '#333' }}>
        <Cropper
          image={original.url}
          crop={position}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={aspect}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={setArea}
          {...(media.crop && { initialCroppedAreaPercentages: toPercentages(media.crop) })}
          keyboardStep={5}
          cropperProps={{ 'aria-label': translate('media.crop_area') }}
          disableAutomaticStylesInjection
        />
      </Box>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', px: 1 }}>
        <Typography id="zoom-label">{translate('media.zoom')}</Typography>
        <Slider
          aria-labelledby="zoom-label"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(_event, value) => setZoom(Number(value))}
        />
      </Stack>
      <Typography variant="caption" color="text.secondary">
        {translate('media.crop_help')}
      </Typography>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" disabled={!area} onClick={() => area && void onSave({ crop: toCrop(area) })}>
          {translate('media.save_crop')}
        </Button>
        <Button disabled={!media.crop} onClick={() => void onSave({ crop: null })}>
          {translate('media.show_whole')}
        </Button>
      </Stack>
    </Stack>
  )
}

interface AspectButtonsProps {
  /** Aspect ratio of the original. */
  readonly whole: number
  readonly aspect: number
  readonly onChange: (aspect: number) => void
}

function AspectButtons({ whole, aspect, onChange }: AspectButtonsProps) {
  const translate = useTranslate()
  const options = { original: whole, ...ASPECTS }
  const current = Object.entries(options).find(([, value]) => Math.abs(value - aspect) < 0.01)?.[0]
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={current}
      onChange={(_event, name: keyof typeof options | null) => name && onChange(options[name])}
      aria-label={translate('media.aspect')}
      sx={{ flexWrap: 'wrap' }}
    >
      {Object.keys(options).map((name) => (
        <ToggleButton key={name} value={name}>
          {name.includes(':') ? name : translate(`media.aspects.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
