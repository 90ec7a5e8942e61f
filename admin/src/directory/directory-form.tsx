/** Common parts of the forms of venues, organizers and terms. */
import HistoryIcon from '@mui/icons-material/History'
import { Stack } from '@mui/material'
import type { ReactNode } from 'react'
import {
  Button,
  Create,
  DeleteButton,
  Edit,
  SaveButton,
  SelectInput,
  SimpleForm,
  Toolbar,
  TopToolbar,
  usePermissions,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { Link } from 'react-router-dom'

/** Fields side by side, below each other on narrow screens. */
export const FieldRow = ({ children }: { readonly children: ReactNode }) => (
  <Stack direction={{ xs: 'column', sm: 'row' }} spacing={{ xs: 0, sm: 2 }} sx={{ width: '100%' }}>
    {children}
  </Stack>
)

/** Deleting needs more contrast on the background of the toolbar than the default color has. */
function FormToolbar() {
  const record = useRecordContext()
  return (
    <Toolbar sx={{ justifyContent: 'space-between', backgroundColor: 'background.paper' }}>
      <SaveButton alwaysEnable={!record} />
      {record && (
        <DeleteButton
          sx={{ color: ({ palette }) => (palette.mode === 'light' ? palette.error.dark : palette.error.light) }}
        />
      )}
    </Toolbar>
  )
}

export const DirectoryForm = ({ children }: { readonly children: ReactNode }) => (
  <SimpleForm sx={{ maxWidth: 800 }} toolbar={<FormToolbar />}>
    {children}
  </SimpleForm>
)

const STATUSES = ['publish', 'pending', 'draft', 'private']

/** Contributors may only submit. The service decides; a status that it does not allow becomes pending. */
export function StatusInput() {
  const { permissions = [] } = usePermissions<string[]>()
  const statuses = permissions.includes('publish_posts') ? STATUSES : ['pending', 'draft']
  const choices = statuses.map((id) => ({ id, name: `directory.status.${id}` }))
  return <SelectInput source="status" label="directory.status_label" choices={choices} />
}

function EditActions() {
  const record = useRecordContext()
  const resource = useResourceContext()
  return (
    <TopToolbar>
      {record && (
        <Button component={Link} to={`/history/${resource}/${record.id}`} label="history.title">
          <HistoryIcon />
        </Button>
      )}
    </TopToolbar>
  )
}

/** Saves before it leaves the form, so that errors of the service appear at the fields. */
export const DirectoryEdit = ({ children }: { readonly children: ReactNode }) => (
  <Edit mutationMode="pessimistic" actions={<EditActions />}>
    {children}
  </Edit>
)

export const DirectoryCreate = ({ children }: { readonly children: ReactNode }) => (
  <Create redirect="list">{children}</Create>
)
