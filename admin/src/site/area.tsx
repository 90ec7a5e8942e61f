import FactCheckIcon from '@mui/icons-material/FactCheck'
import ListAltIcon from '@mui/icons-material/ListAlt'
import MonitorHeartIcon from '@mui/icons-material/MonitorHeart'
import SettingsIcon from '@mui/icons-material/Settings'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const SettingsScreen = lazy(() => import('./settings-screen.tsx'))
const HealthScreen = lazy(() => import('./health-screen.tsx'))
const FieldsScreen = lazy(() => import('../custom-fields/fields-screen.tsx'))
const AuditList = lazy(() => import('./audit-list.tsx'))

const SITE = { group: 'site', capabilities: ['manage_site'] } as const

export const area: Area = {
  resources: [{ name: 'audit', list: AuditList }],
  routes: [
    { path: '/settings', element: <SettingsScreen /> },
    { path: '/fields', element: <FieldsScreen /> },
    { path: '/health', element: <HealthScreen /> },
  ],
  menu: [
    { to: '/settings', label: 'site.settings', icon: SettingsIcon, order: 10, ...SITE },
    { to: '/fields', label: 'fields.name', icon: ListAltIcon, order: 20, ...SITE },
    { to: '/audit', label: 'site.audit', icon: FactCheckIcon, order: 30, group: 'site', capabilities: ['edit_users'] },
    { to: '/health', label: 'site.health', icon: MonitorHeartIcon, order: 40, ...SITE },
  ],
}
