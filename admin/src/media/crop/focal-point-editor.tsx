import { Box, Button, Stack, Typography } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { type FocalPoint, findSizeUrl, formatPosition, type MediaRecord } from '../media.ts'

interface FocalPointEditorProps {
  readonly media: MediaRecord
  readonly onSave: (edit: { readonly focal_point: FocalPoint | null }) => Promise<void>
}

const CENTER: FocalPoint = { x: 0.5, y: 0.5 }
const KEY_STEPS: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -0.02, y: 0 },
  ArrowRight: { x: 0.02, y: 0 },
  ArrowUp: { x: 0, y: -0.02 },
  ArrowDown: { x: 0, y: 0.02 },
}

const toFraction = (value: number): number => Math.max(0, Math.min(1, Number(value.toFixed(3))))
const formatPercent = (fraction: number): number => Math.round(fraction * 100)

/** A click or the arrow keys move the point. */
export function FocalPointEditor({ media, onSave }: FocalPointEditorProps) {
  const translate = useTranslate()
  const [point, setPoint] = useState(media.focal_point ?? CENTER)
  const place = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    setPoint({ x: toFraction((clientX - left) / width), y: toFraction((clientY - top) / height) })
  }
  const url = findSizeUrl(media, 768)
  const label = translate('media.focal_point_at', { x: formatPercent(point.x), y: formatPercent(point.y) })
  return (
    <Stack spacing={1}>
      <Box sx={{ position: 'relative', alignSelf: 'flex-start', lineHeight: 0, cursor: 'crosshair' }} onClick={place}>
        <Box component="img" src={url} alt={media.alt_text} sx={{ maxWidth: 1, maxHeight: '22rem' }} />
        <Handle point={point} label={label} onMove={setPoint} />
      </Box>
      <Typography variant="caption" color="text.secondary" role="status">
        {label}. {translate('media.focal_point_help')}
      </Typography>
      <Stack direction="row" spacing={1}>
        {['3 / 2', '1 / 1', '3 / 1'].map((aspectRatio) => (
          <Box
            key={aspectRatio}
            component="img"
            src={url}
            alt=""
            sx={{
              height: 64,
              aspectRatio,
              objectFit: 'cover',
              objectPosition: formatPosition({ ...media, focal_point: point }),
            }}
          />
        ))}
      </Stack>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" onClick={() => void onSave({ focal_point: point })}>
          {translate('media.save_focal_point')}
        </Button>
        <Button disabled={!media.focal_point} onClick={() => void onSave({ focal_point: null })}>
          {translate('media.center')}
        </Button>
      </Stack>
    </Stack>
  )
}

interface HandleProps {
  readonly point: FocalPoint
  readonly label: string
  readonly onMove: (point: FocalPoint) => void
}

function Handle({ point, label, onMove }: HandleProps) {
  const move = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key]
    if (!step) return
    event.preventDefault()
    onMove({ x: toFraction(point.x + step.x), y: toFraction(point.y + step.y) })
  }
  return (
    <Box
      component="button"
      type="button"
      autoFocus
      aria-label={label}
      onKeyDown={move}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      sx={{
        position: 'absolute',
        left: `${point.x * 100}%`,
        top: `${point.y * 100}%`,
        width: 28,
        height: 28,
        p: 0,
        transform: 'translate(-50%, -50%)',
        border: '3px solid #fff',
        borderRadius: '50%',
        bgcolor: 'rgba(11, 92, 138, 0.6)',
        boxShadow: '0 0 0 2px #000',
        '&:focus-visible': { outline: '3px solid #ffd400', outlineOffset: 3 },
      }}
    />
  )
}
