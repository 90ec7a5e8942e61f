import AccountCircleIcon from '@mui/icons-material/AccountCircle'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import { IconButton, ListItemIcon, ListItemText, MenuItem, Tooltip } from '@mui/material'
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

function SiteLink() {
  const label = useTranslate()('shell.view_site')
  return (
    <Tooltip title={label}>
      <IconButton color="inherit" href={SITE_URL.href} aria-label={label}>
        <OpenInNewIcon />
      </IconButton>
    </Tooltip>
  )
}

/** Its accessible name is the visible one. */
function AccountMenu() {
  const { identity } = useGetIdentity()
  return (
    <UserMenu label={identity?.fullName}>
      <AccountItem />
      <Logout />
    </UserMenu>
  )
}

const AdminAppBar = () => (
  <AppBar
    toolbar={
      <>
        <SiteLink />
        <LocalesMenuButton />
        <ToggleThemeButton />
        <LoadingIndicator />
      </>
    }
    userMenu={<AccountMenu />}
  >
    <TitlePortal component="h1" />
  </AppBar>
)

export const AdminLayout = ({ children }: { readonly children: ReactNode }) => (
  <Layout menu={AdminMenu} appBar={AdminAppBar}>
    {children}
    <SessionDialog />
  </Layout>
)
