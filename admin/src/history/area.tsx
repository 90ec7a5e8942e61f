import { lazy } from 'react'
import type { Area } from '../area.ts'

const HistoryScreen = lazy(() => import('./history-screen.tsx'))

export const area: Area = { routes: [{ path: '/history/:resource/:id', element: <HistoryScreen /> }] }
