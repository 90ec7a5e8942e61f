import { Edit, SimpleForm } from 'react-admin'
import { useParams } from 'react-router-dom'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookFields } from './webhook-fields.tsx'

export default function WebhookEdit() {
  const { id = '' } = useParams()
  return (
    <>
      <Edit mutationMode="pessimistic" redirect={false}>
        <SimpleForm sx={{ maxWidth: 640 }}>
          <WebhookFields operation="updateWebhook" />
        </SimpleForm>
      </Edit>
      <WebhookDeliveries id={Number(id)} />
    </>
  )
}
