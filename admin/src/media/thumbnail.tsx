import { Box } from '@mui/material'
import { findSizeUrl, formatPosition, type ImageView } from './media.ts'

interface ThumbnailProps {
  readonly image: ImageView
  readonly alt: string
  /** CSS pixels. */
  readonly width?: number
}

/** Cut to 3:2 around the focal point, as in lists of the public pages. */
export const Thumbnail = ({ image, alt, width = 240 }: ThumbnailProps) => (
  <Box
    component="img"
    src={findSizeUrl(image, width)}
    alt={alt}
    loading="lazy"
    sx={{
      display: 'block',
      width: 1,
      maxWidth: width,
      aspectRatio: '3 / 2',
      objectFit: 'cover',
      objectPosition: formatPosition(image),
      bgcolor: 'action.hover',
      borderRadius: 1,
    }}
  />
)
