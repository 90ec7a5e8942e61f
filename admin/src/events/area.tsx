import EventIcon from '@mui/icons-material/Event'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const EventList = lazy(() => import('./event-list.tsx'))

export const area: Area = {
  resources: [{ name: 'events', list: EventList, recordRepresentation: 'title' }],
  menu: [{ to: '/events', label: 'events.name', icon: EventIcon, group: 'calendar', order: 10 }],
}
