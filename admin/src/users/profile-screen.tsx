import { Button, Card, CardContent, Stack, Typography } from '@mui/material'
import { Title, useGetIdentity, useTranslate } from 'react-admin'
import { SITE_URL } from '../settings.ts'
import { AccountSections } from './account-sections.tsx'

/** The own account. Password, authenticator app and passkeys are changed on a page of the service. */
export default function ProfileScreen() {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  return (
    <Stack spacing={2} sx={{ maxWidth: 720, mt: 2 }}>
      <Title title={translate('site.profile')} />
      <Card>
        <CardContent>
          <Typography variant="h6">{identity?.fullName}</Typography>
          <Typography color="text.secondary">
            {[identity?.['login'], identity?.['email'], identity && translate(`site.roles.${identity['role']}`)]
              .filter(Boolean)
              .join(', ')}
          </Typography>
          <Button variant="outlined" href={new URL('account', SITE_URL).href} sx={{ mt: 1 }}>
            {translate('site.password_page')}
          </Button>
        </CardContent>
      </Card>
      <AccountSections path="/users/me" isOwn />
    </Stack>
  )
}
