import { BulkDeleteButton, CreateButton, List, NumberField, SearchInput, TextField, TopToolbar } from 'react-admin'
import { NameField, RecordTable } from '../../components/record-table.tsx'
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
      <RecordTable
        bulkActions={
          <>
            <MergeButton resource="tags" describe={({ name }) => ({ name: String(name) })} />
            <BulkDeleteButton mutationMode="pessimistic" />
          </>
        }
      >
        <NameField source="name" resource="tags" />
        <TextField source="slug" />
        <NumberField source="count" label="directory.events" />
      </RecordTable>
    </List>
  )
}
