import UploadFileIcon from '@mui/icons-material/UploadFile'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const ImportList = lazy(() => import('./import-list.tsx'))
const ImportScreen = lazy(() => import('./import-screen.tsx'))

export const area: Area = {
  routes: [
    { path: '/imports', element: <ImportList /> },
    { path: '/imports/:id', element: <ImportScreen /> },
  ],
  menu: [
    {
      ...{ to: '/imports', label: 'imports.name', icon: UploadFileIcon, group: 'exchange', order: 10 },
      capabilities: ['manage_imports'],
    },
  ],
}
