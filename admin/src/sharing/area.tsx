import CodeIcon from '@mui/icons-material/Code'
import DownloadIcon from '@mui/icons-material/Download'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const ExportScreen = lazy(() => import('./export-screen.tsx'))
const FeedScreen = lazy(() => import('./feed-screen.tsx'))

export const area: Area = {
  routes: [
    { path: '/export', element: <ExportScreen /> },
    { path: '/feeds', element: <FeedScreen /> },
  ],
  menu: [
    {
      ...{ to: '/export', label: 'sharing.export', icon: DownloadIcon, group: 'exchange', order: 40 },
      capabilities: ['edit_posts'],
    },
    { to: '/feeds', label: 'sharing.feeds_short', icon: CodeIcon, group: 'exchange', order: 50 },
  ],
}
