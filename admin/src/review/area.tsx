import RateReviewIcon from '@mui/icons-material/RateReview'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const ReviewScreen = lazy(() => import('./review-screen.tsx'))

export const area: Area = {
  routes: [{ path: '/review', element: <ReviewScreen /> }],
  menu: [
    {
      to: '/review',
      label: 'review.title',
      icon: RateReviewIcon,
      group: 'calendar',
      order: 80,
      capabilities: ['edit_posts'],
    },
  ],
}
