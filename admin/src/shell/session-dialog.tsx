import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { buildSignInUrl, SIGNED_IN_URL, session } from '../api/session.ts'

/** Shown while requests wait because the session has ended. Closes when the user has signed in in another window. */
export function SessionDialog() {
  const translate = useTranslate()
  const [isEnded, setEnded] = useState(false)
  useEffect(() => session.subscribe(setEnded), [])
  useEffect(() => {
    if (!isEnded) return
    const retry = () => session.retry()
    addEventListener('focus', retry)
    const timer = setInterval(retry, 3000)
    return () => {
      removeEventListener('focus', retry)
      clearInterval(timer)
    }
  }, [isEnded])
  return (
    <Dialog open={isEnded} aria-labelledby="session-ended">
      <DialogTitle id="session-ended">{translate('shell.session_ended')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('shell.session_ended_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" href={buildSignInUrl(SIGNED_IN_URL.pathname)} target="_blank" autoFocus>
          {translate('shell.sign_in')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
