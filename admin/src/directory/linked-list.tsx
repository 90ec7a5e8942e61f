/** The list of venues or organizers. */
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import type { ReactNode } from 'react'
import {
  BulkDeleteButton,
  Button,
  CreateButton,
  DateField,
  FilterButton,
  List,
  SearchInput,
  SelectInput,
  TextField,
  TopToolbar,
  usePermissions,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { NameField, RecordTable } from '../components/record-table.tsx'
import { MergeButton } from './merge-button.tsx'

const STATUSES = ['publish', 'future', 'pending', 'draft', 'private'].map((id) => ({
  id,
  name: `directory.status.${id}`,
}))

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput key="status" source="status" label="directory.status_label" choices={STATUSES} />,
]

function Actions({ resource }: { readonly resource: string }) {
  const { permissions = [] } = usePermissions<string[]>()
  return (
    <TopToolbar>
      <FilterButton />
      {permissions.includes('edit_others_posts') && (
        <Button component={Link} to={`/duplicates/${resource}`} label="directory.duplicates">
          <ContentCopyIcon />
        </Button>
      )}
      <CreateButton />
    </TopToolbar>
  )
}

interface LinkedListProps {
  readonly resource: 'venues' | 'organizers'
  /** Field with the name of a record. */
  readonly name: 'venue' | 'organizer'
  readonly children: ReactNode
}

export const LinkedList = ({ resource, name, children }: LinkedListProps) => (
  <List
    resource={resource}
    filters={filters}
    actions={<Actions resource={resource} />}
    sort={{ field: 'title', order: 'ASC' }}
    perPage={25}
  >
    <RecordTable
      bulkActions={
        <>
          <MergeButton
            resource={resource}
            describe={(record) => ({ name: String(record[name]), detail: String(record['city'] ?? '') })}
          />
          <BulkDeleteButton mutationMode="undoable" />
        </>
      }
    >
      <NameField source={name} sortBy="title" resource={resource} />
      {children}
      <TextField source="status" label="directory.status_label" sortable={false} />
      <DateField source="modified" label="directory.modified" showTime />
    </RecordTable>
  </List>
)
