import { Box, Card, CardContent, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'

/** A screen that is no list or form of a resource. */
export const Screen = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 1200, minWidth: 0 }}>
    <Title title={title} />
    {children}
  </Box>
)

interface SectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ title, actions, children }: SectionProps) => (
  <Card sx={{ minWidth: 0 }}>
    <CardContent>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h6" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </CardContent>
  </Card>
)
