import { Container, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'

/** Where a sign-in in another window ends. The window closes itself where the browser permits that. */
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
