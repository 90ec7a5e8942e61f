import { useState } from 'react'
import { Create, SimpleForm, useRedirect, useTranslate } from 'react-admin'
import { Screen } from '../components/screen.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface NewWebhook {
  readonly id: number
  readonly secret: string
}

const DEFAULTS = { kinds: ['event'], view: 'public', enabled: true }

export default function WebhookCreate() {
  const redirect = useRedirect()
  const translate = useTranslate()
  const [created, setCreated] = useState<NewWebhook>()
  if (created)
    return (
      <Screen title={translate('webhooks.secret')}>
        <WebhookSecret secret={created.secret} onClose={() => redirect('edit', 'webhooks', created.id)} />
      </Screen>
    )
  return (
    <Create mutationOptions={{ onSuccess: (webhook: NewWebhook) => setCreated(webhook) }}>
      <SimpleForm defaultValues={DEFAULTS} sx={{ maxWidth: 640 }}>
        <WebhookFields operation="createWebhook" />
      </SimpleForm>
    </Create>
  )
}
