import DeleteIcon from '@mui/icons-material/Delete'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const TrashScreen = lazy(() => import('./trash-screen.tsx'))

export const area: Area = {
  routes: [{ path: '/trash', element: <TrashScreen /> }],
  menu: [
    {
      to: '/trash',
      label: 'trash.title',
      icon: DeleteIcon,
      group: 'calendar',
      order: 90,
      capabilities: ['edit_posts'],
    },
  ],
}
