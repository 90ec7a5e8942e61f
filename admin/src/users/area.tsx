import AccountCircleIcon from '@mui/icons-material/AccountCircle'
import GroupIcon from '@mui/icons-material/Group'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const ProfileScreen = lazy(() => import('./profile-screen.tsx'))
const UserList = lazy(() => import('./user-list.tsx'))
const UserCreate = lazy(() => import('./user-create.tsx'))
const UserEdit = lazy(() => import('./user-edit.tsx'))

export const area: Area = {
  resources: [{ name: 'users', list: UserList, create: UserCreate, edit: UserEdit, recordRepresentation: 'name' }],
  routes: [{ path: '/profile', element: <ProfileScreen /> }],
  menu: [
    { to: '/users', label: 'site.users', icon: GroupIcon, group: 'site', order: 20, capabilities: ['edit_users'] },
    { to: '/profile', label: 'site.profile', icon: AccountCircleIcon, group: 'site', order: 50 },
  ],
}
