import { BooleanField, Datagrid, EmailField, FunctionField, List, TextField, useTranslate } from 'react-admin'
import { WideTable } from '../components/wide-table.tsx'

/** The API returns all users. */
export default function UserList() {
  const translate = useTranslate()
  return (
    <List pagination={false} exporter={false} perPage={1000}>
      <WideTable>
        <Datagrid rowClick="edit" bulkActionButtons={false}>
          <TextField source="login" sortable={false} />
          <TextField source="name" sortable={false} />
          <EmailField source="email" sortable={false} />
          <FunctionField source="role" sortable={false} render={({ role }) => translate(`site.roles.${role}`)} />
          <BooleanField source="disabled" sortable={false} />
        </Datagrid>
      </WideTable>
    </List>
  )
}
