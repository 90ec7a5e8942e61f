import { useState } from 'react'
import { Create, SimpleForm, useRedirect } from 'react-admin'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface NewWebhook {
  readonly id: number
  readonly secret: string
}

const DEFAULTS = { kinds: ['event'], view: 'public', enabled: true }

export default function WebhookCreate() {
  const redirect = useRedirect()
  const [created, setCreated] = useState<NewWebhook>()
  if (created) return <WebhookSecret secret={created.secret} onClose={() => redirect('edit', 'webhooks', created.id)} />
  return (
    <Create mutationOptions={{ onSuccess: (webhook: NewWebhook) => setCreated(webhook) }}>
      <SimpleForm defaultValues={DEFAULTS} sx={{ maxWidth: 640 }}>
        <WebhookFields operation="createWebhook" />
      </SimpleForm>
    </Create>
  )
}
