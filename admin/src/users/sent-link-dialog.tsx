import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslate } from 'react-admin'
import { SecretField } from './secret-field.tsx'

export interface SentLink {
  readonly mailed: boolean
  /** Null if the link was sent by mail. */
  readonly url: string | null
}

export function SentLinkDialog({ link, onClose }: { readonly link: SentLink; readonly onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Dialog open onClose={onClose} aria-labelledby="sent-link">
      <DialogTitle id="sent-link">{translate(link.url ? 'site.link_once' : 'site.mailed')}</DialogTitle>
      {link.url && (
        <DialogContent>
          <SecretField value={link.url} />
        </DialogContent>
      )}
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
