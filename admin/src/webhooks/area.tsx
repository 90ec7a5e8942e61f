import WebhookIcon from '@mui/icons-material/Webhook'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const WebhookList = lazy(() => import('./webhook-list.tsx'))
const WebhookCreate = lazy(() => import('./webhook-create.tsx'))
const WebhookEdit = lazy(() => import('./webhook-edit.tsx'))

export const area: Area = {
  resources: [
    { name: 'webhooks', list: WebhookList, create: WebhookCreate, edit: WebhookEdit, recordRepresentation: 'url' },
  ],
  menu: [
    {
      ...{ to: '/webhooks', label: 'webhooks.name', icon: WebhookIcon, group: 'exchange', order: 30 },
      capabilities: ['manage_webhooks'],
    },
  ],
}
