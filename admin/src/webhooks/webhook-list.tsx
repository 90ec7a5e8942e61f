import { BooleanField, Datagrid, FunctionField, List, TextField } from 'react-admin'

interface WebhookView {
  readonly id: number
  readonly kinds: readonly string[]
}

export default function WebhookList() {
  return (
    <List pagination={false} exporter={false}>
      <Datagrid rowClick="edit" bulkActionButtons={false}>
        <TextField source="name" sortable={false} />
        <TextField source="url" sortable={false} />
        <FunctionField<WebhookView> source="kinds" sortable={false} render={({ kinds }) => kinds.join(', ')} />
        <TextField source="view" sortable={false} />
        <BooleanField source="enabled" sortable={false} />
        <TextField source="disabled_reason" sortable={false} />
      </Datagrid>
    </List>
  )
}
