import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** A table that scrolls horizontally, with the keyboard too, instead of widening the page. */
export const WideTable = ({ children }: { readonly children: ReactNode }) => (
  <Box tabIndex={0} sx={{ overflowX: 'auto', maxWidth: 'calc(100vw - 16px)' }}>
    {children}
  </Box>
)
