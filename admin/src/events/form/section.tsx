import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import type { EventValues, FieldName } from './model/event-values.ts'

interface SectionProps {
  /** Message `form.sections.{name}`. */
  readonly name: string
  /** Its fields; the section opens when the service rejects one of them. */
  readonly fields: readonly FieldName[]
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of the form that is needed less often and collapsed until then. */
export function Section({ name, fields, isOpen = false, children }: SectionProps) {
  const translate = useTranslate()
  const { errors } = useFormState<EventValues>()
  const [isExpanded, setExpanded] = useState(isOpen)
  const hasError = fields.some((field) => errors[field])
  return (
    <Accordion
      expanded={isExpanded || hasError}
      onChange={(_, expanded) => setExpanded(expanded)}
      variant="outlined"
      disableGutters
      slotProps={{ heading: { component: 'h2' }, transition: { timeout: 100 } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} id={`section-${name}`} aria-controls={`section-${name}-fields`}>
        <Typography component="span" variant="subtitle2">
          {translate(`form.sections.${name}`)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Stack useFlexGap spacing={2}>
          {children}
        </Stack>
      </AccordionDetails>
    </Accordion>
  )
}
