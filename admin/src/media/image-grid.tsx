import WarningIcon from '@mui/icons-material/WarningAmber'
import { Box, ButtonBase, Checkbox, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { MediaRecord } from './media.ts'
import { Thumbnail } from './thumbnail.tsx'

interface ImageGridProps {
  readonly images: readonly MediaRecord[]
  readonly onOpen: (media: MediaRecord) => void
  /** Ids; without them, images cannot be selected. */
  readonly selected?: readonly unknown[]
  readonly onToggle?: (id: number) => void
}

export const ImageGrid = ({ images, ...props }: ImageGridProps) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
      gap: 1,
      listStyle: 'none',
      p: 0,
      m: 0,
    }}
  >
    {images.map((image) => (
      <GridItem key={image.id} image={image} {...props} />
    ))}
  </Box>
)

function GridItem({
  image,
  onOpen,
  selected,
  onToggle,
}: Omit<ImageGridProps, 'images'> & { readonly image: MediaRecord }) {
  const translate = useTranslate()
  const isSelected = selected?.includes(image.id) ?? false
  const missing = translate('media.alt_text_missing')
  return (
    <Box component="li" sx={{ position: 'relative', minWidth: 0 }}>
      <ButtonBase
        onClick={() => onOpen(image)}
        sx={{ display: 'block', width: 1, textAlign: 'start', borderRadius: 1, outline: isSelected ? 2 : 0 }}
      >
        <Thumbnail image={image} alt="" />
        <Typography variant="caption" component="span" noWrap sx={{ display: 'block', pr: 2 }}>
          {image.title}
        </Typography>
      </ButtonBase>
      {onToggle && (
        <Checkbox
          checked={isSelected}
          onChange={() => onToggle(image.id)}
          slotProps={{ input: { 'aria-label': translate('media.select', { title: image.title }) } }}
          sx={{
            position: 'absolute',
            top: 2,
            left: 2,
            p: 0.25,
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.paper' },
          }}
        />
      )}
      {image.alt_text === '' && (
        <Tooltip title={missing}>
          <WarningIcon
            titleAccess={missing}
            color="warning"
            fontSize="small"
            sx={{ position: 'absolute', bottom: 1, right: 0 }}
          />
        </Tooltip>
      )}
    </Box>
  )
}
