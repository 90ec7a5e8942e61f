import SyncIcon from '@mui/icons-material/Sync'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const SourceList = lazy(() => import('./source-list.tsx'))
const SourceCreate = lazy(() => import('./source-create.tsx'))
const SourceEdit = lazy(() => import('./source-edit.tsx'))

export const area: Area = {
  resources: [
    { name: 'sources', list: SourceList, create: SourceCreate, edit: SourceEdit, recordRepresentation: 'name' },
  ],
  menu: [
    {
      ...{ to: '/sources', label: 'sources.name', icon: SyncIcon, group: 'exchange', order: 20 },
      capabilities: ['manage_sources'],
    },
  ],
}
