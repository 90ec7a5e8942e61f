import { Button, Card, Stack } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import {
  BooleanInput,
  DeleteButton,
  Edit,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  useGetIdentity,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { send } from '../api/client.ts'
import { AccountSections } from './account-sections.tsx'
import { RoleInput } from './role-input.tsx'
import { type SentLink, SentLinkDialog } from './sent-link-dialog.tsx'

export default function UserEdit() {
  return (
    <Edit mutationMode="pessimistic" component="div" redirect={false}>
      <Stack spacing={2} sx={{ maxWidth: 720 }}>
        <Card>
          <SimpleForm toolbar={<UserToolbar />}>
            <TextInput source="login" disabled />
            <TextInput source="name" />
            <TextInput source="email" type="email" />
            <RoleInput />
            <BooleanInput source="disabled" />
            <LinkButton />
          </SimpleForm>
        </Card>
        <UserSections />
      </Stack>
    </Edit>
  )
}

const UserToolbar = () => (
  <Toolbar sx={{ justifyContent: 'space-between' }}>
    <SaveButton />
    <DeleteButton mutationMode="pessimistic" color="inherit" />
  </Toolbar>
)

function UserSections() {
  const record = useRecordContext()
  const { identity } = useGetIdentity()
  if (!record) return null
  return <AccountSections path={`/users/${record.id}`} isOwn={identity?.id === record.id} />
}

/** Sends or shows a link with which the user chooses a new password. */
function LinkButton() {
  const translate = useTranslate()
  const notify = useNotify()
  const record = useRecordContext()
  const { mutate, data, reset, isPending } = useMutation({
    mutationFn: async () => {
      const request = { method: 'POST', body: { purpose: 'reset' } }
      return (await send<SentLink>(`/users/${record?.id}/links`, request)).json
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  return (
    <>
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        {translate('site.reset')}
      </Button>
      {data && <SentLinkDialog link={data} onClose={reset} />}
    </>
  )
}
