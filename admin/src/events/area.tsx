import EventIcon from '@mui/icons-material/Event'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const EventCreate = lazy(() => import('./event-create.tsx'))
const EventEdit = lazy(() => import('./event-edit.tsx'))
const EventList = lazy(() => import('./event-list.tsx'))

export const area: Area = {
  resources: [{ name: 'events', list: EventList, create: EventCreate, edit: EventEdit, recordRepresentation: 'title' }],
  menu: [{ to: '/events', label: 'events.name', icon: EventIcon, group: 'calendar', order: 10 }],
}
