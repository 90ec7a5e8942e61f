import AccountCircleIcon from '@mui/icons-material/AccountCircle'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import type { ReactNode } from 'react'
import {
  AppBar,
  Layout,
  LoadingIndicator,
  LocalesMenuButton,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
  useTranslate,
} from 'react-admin'
import { SITE_URL } from '../settings.ts'
import { AdminMenu } from './admin-menu.tsx'
import { SessionDialog } from './session-dialog.tsx'

function AccountItem() {
  const translate = useTranslate()
  return (
    <MenuItem component="a" href={new URL('account', SITE_URL).href}>
      <ListItemIcon>
        <AccountCircleIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('shell.account')}</ListItemText>
    </MenuItem>
  )
}

function SiteItem() {
  const translate = useTranslate()
  return (
    <MenuItem component="a" href={SITE_URL.href}>
      <ListItemIcon>
        <OpenInNewIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('shell.view_site')}</ListItemText>
    </MenuItem>
  )
}

/** Its accessible name is the visible one. */
function AccountMenu() {
  const { identity } = useGetIdentity()
  return (
    <UserMenu label={identity?.fullName}>
      <AccountItem />
      <SiteItem />
      <Logout />
    </UserMenu>
  )
}

function AdminAppBar() {
  const translate = useTranslate()
  return (
    <AppBar
      toolbar={
        <>
          <LocalesMenuButton />
          <ToggleThemeButton />
          <LoadingIndicator aria-label={translate('ra.message.loading')} />
        </>
      }
      userMenu={<AccountMenu />}
    >
      <TitlePortal component="h1" />
    </AppBar>
  )
}

export const AdminLayout = ({ children }: { readonly children: ReactNode }) => (
  <Layout menu={AdminMenu} appBar={AdminAppBar}>
    {children}
    <SessionDialog />
  </Layout>
)
