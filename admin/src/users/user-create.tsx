import { useState } from 'react'
import { Create, PasswordInput, type RaRecord, SimpleForm, TextInput, useRedirect, useTranslate } from 'react-admin'
import { RoleInput } from './role-input.tsx'
import { type SentLink, SentLinkDialog } from './sent-link-dialog.tsx'

export default function UserCreate() {
  const translate = useTranslate()
  const redirect = useRedirect()
  const [created, setCreated] = useState<RaRecord & { readonly invitation?: SentLink }>()
  const leave = () => redirect('edit', 'users', created?.id)
  return (
    <>
      <Create
        redirect={false}
        mutationOptions={{
          onSuccess: (user: RaRecord & { readonly invitation?: SentLink }) =>
            user.invitation ? setCreated(user) : redirect('edit', 'users', user.id),
        }}
      >
        <SimpleForm sx={{ maxWidth: 480 }}>
          <TextInput source="login" autoComplete="off" />
          <TextInput source="email" type="email" />
          <TextInput source="name" />
          <RoleInput defaultValue="editor" />
          <PasswordInput source="password" autoComplete="new-password" helperText={translate('site.invite_help')} />
        </SimpleForm>
      </Create>
      {created?.invitation && <SentLinkDialog link={created.invitation} onClose={leave} />}
    </>
  )
}
