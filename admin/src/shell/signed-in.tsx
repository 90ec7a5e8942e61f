import { Container, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'

/** Page after a sign-in in another window. The window closes itself if the browser permits that. */
export function SignedIn() {
  const translate = useTranslate()
  useEffect(() => close(), [])
  return (
    <Container component="main" maxWidth="sm">
      <Typography component="h1" variant="h6" sx={{ mt: 8 }}>
        {translate('shell.signed_in')}
      </Typography>
    </Container>
  )
}
