/** The page of the event with the input of the form, as visitors will see it. */
import CloseIcon from '@mui/icons-material/Close'
import DesktopWindowsIcon from '@mui/icons-material/DesktopWindows'
import PhoneIphoneIcon from '@mui/icons-material/PhoneIphone'
import {
  Alert,
  AppBar,
  Box,
  Dialog,
  IconButton,
  ToggleButton,
  ToggleButtonGroup,
  Toolbar,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { send } from '../../../api/client.ts'
import { PreviewLink } from './preview-link.tsx'

interface PreviewDialogProps {
  /** Undefined for a new event. */
  readonly id: number | undefined
  /** The fields that are not saved. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly isPublished: boolean
  readonly onClose: () => void
}

const WIDTHS = { phone: 390, desktop: undefined } as const

/** The preview shows content without its scripts. */
const removeScripts = (html: string): string => html.replace(/<script\b[\s\S]*?<\/script>/gi, '')

export default function PreviewDialog({ id, fields, isPublished, onClose }: PreviewDialogProps) {
  const translate = useTranslate()
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop')
  const path = id === undefined ? '/events/preview' : `/events/${id}/preview`
  const { data, error } = useQuery({
    queryKey: ['preview', path, fields],
    queryFn: async () => (await send<{ html: string }>(path, { method: 'POST', body: fields })).json.html,
    retry: false,
    gcTime: 0,
  })
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby="preview-title">
      <AppBar position="static" color="default" elevation={0}>
        <Toolbar variant="dense" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <Typography id="preview-title" component="h2" variant="subtitle1" sx={{ flexGrow: 1 }}>
            {translate('form.preview.title')}
          </Typography>
          {id !== undefined && !isPublished && <PreviewLink id={id} />}
          <ToggleButtonGroup
            exclusive
            size="small"
            value={device}
            aria-label={translate('form.preview.width')}
            onChange={(_, next: keyof typeof WIDTHS | null) => next && setDevice(next)}
          >
            <ToggleButton value="phone" aria-label={translate('form.preview.phone')}>
              <PhoneIphoneIcon fontSize="small" />
            </ToggleButton>
            <ToggleButton value="desktop" aria-label={translate('form.preview.desktop')}>
              <DesktopWindowsIcon fontSize="small" />
            </ToggleButton>
          </ToggleButtonGroup>
          <IconButton edge="end" onClick={onClose} aria-label={translate('ra.action.close')} autoFocus>
            <CloseIcon />
          </IconButton>
        </Toolbar>
      </AppBar>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Box sx={{ flexGrow: 1, display: 'flex', justifyContent: 'center', bgcolor: 'action.hover' }}>
        {data !== undefined && (
          <Box
            component="iframe"
            title={translate('form.preview.title')}
            srcDoc={removeScripts(data)}
            sandbox="allow-same-origin"
            sx={{ border: 0, width: WIDTHS[device] ?? 1, maxWidth: 1, height: 1, minHeight: '80vh' }}
          />
        )}
      </Box>
    </Dialog>
  )
}
