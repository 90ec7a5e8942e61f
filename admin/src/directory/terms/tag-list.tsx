import {
  BulkDeleteButton,
  CreateButton,
  DatagridConfigurable,
  List,
  NumberField,
  SearchInput,
  TextField,
  TopToolbar,
} from 'react-admin'
import { MergeButton } from '../merge-button.tsx'

const filters = [<SearchInput key="search" source="search" alwaysOn />]

export default function TagList() {
  return (
    <List
      filters={filters}
      filter={{ hide_empty: 'false' }}
      sort={{ field: 'name', order: 'ASC' }}
      perPage={50}
      actions={
        <TopToolbar>
          <CreateButton />
        </TopToolbar>
      }
    >
      <DatagridConfigurable
        rowClick="edit"
        bulkActionButtons={
          <>
            <MergeButton resource="tags" describe={({ name }) => ({ name: String(name) })} />
            <BulkDeleteButton mutationMode="pessimistic" />
          </>
        }
      >
        <TextField source="name" />
        <TextField source="slug" />
        <NumberField source="count" label="directory.events" />
      </DatagridConfigurable>
    </List>
  )
}
