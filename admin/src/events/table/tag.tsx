import { Box } from '@mui/material'

interface TagProps {
  readonly label: string
  readonly color: 'text.secondary' | 'info.main' | 'warning.main' | 'error.main'
  readonly title?: string
}

/** A word in a frame; much smaller to load than a chip. */
export const Tag = ({ label, color, title }: TagProps) => (
  <Box
    component="span"
    title={title}
    sx={{ border: 1, borderColor: color, borderRadius: 2, px: 0.75, fontSize: 12, whiteSpace: 'nowrap' }}
  >
    {label}
  </Box>
)
