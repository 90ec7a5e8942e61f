import CalendarMonthIcon from '@mui/icons-material/CalendarMonth'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const EventCalendar = lazy(() => import('./event-calendar.tsx'))

export const area: Area = {
  routes: [{ path: '/calendar', element: <EventCalendar /> }],
  menu: [{ to: '/calendar', label: 'calendar.name', icon: CalendarMonthIcon, group: 'calendar', order: 20 }],
}
