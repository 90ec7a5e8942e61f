import AccountCircleIcon from '@mui/icons-material/AccountCircle'
import FactCheckIcon from '@mui/icons-material/FactCheck'
import GroupIcon from '@mui/icons-material/Group'
import MonitorHeartIcon from '@mui/icons-material/MonitorHeart'
import SettingsIcon from '@mui/icons-material/Settings'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const SettingsScreen = lazy(() => import('./settings-screen.tsx'))
const HealthScreen = lazy(() => import('./health-screen.tsx'))
const ProfileScreen = lazy(() => import('./profile-screen.tsx'))
const UserList = lazy(() => import('./user-list.tsx'))
const UserCreate = lazy(() => import('./user-create.tsx'))
const UserEdit = lazy(() => import('./user-edit.tsx'))
const AuditList = lazy(() => import('./audit-list.tsx'))

const SITE = { group: 'site', capabilities: ['manage_site'] } as const
const USERS = { group: 'site', capabilities: ['edit_users'] } as const

export const area: Area = {
  resources: [
    { name: 'users', list: UserList, create: UserCreate, edit: UserEdit, recordRepresentation: 'name' },
    { name: 'audit', list: AuditList },
  ],
  routes: [
    { path: '/settings', element: <SettingsScreen /> },
    { path: '/health', element: <HealthScreen /> },
    { path: '/profile', element: <ProfileScreen /> },
  ],
  menu: [
    { to: '/settings', label: 'site.settings', icon: SettingsIcon, order: 10, ...SITE },
    { to: '/users', label: 'site.users', icon: GroupIcon, order: 20, ...USERS },
    { to: '/audit', label: 'site.audit', icon: FactCheckIcon, order: 30, ...USERS },
    { to: '/health', label: 'site.health', icon: MonitorHeartIcon, order: 40, ...SITE },
    { to: '/profile', label: 'site.profile', icon: AccountCircleIcon, group: 'site', order: 50 },
  ],
}
