import { required, TextInput } from 'react-admin'
import { DirectoryForm } from '../directory-form.tsx'

export const TagForm = () => (
  <DirectoryForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="slug" />
    <TextInput source="description" multiline minRows={2} />
  </DirectoryForm>
)
