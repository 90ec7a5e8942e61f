/** The fields of an organizer. The service validates them. */
import { required, TextInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { CustomFieldInputs } from '../../custom-fields/custom-field-inputs.tsx'
import { ImageField } from '../../media/image-field.tsx'
import { DirectoryForm, FieldRow, StatusInput } from '../directory-form.tsx'
import { SimilarWarning } from '../similar-warning.tsx'

function Similar() {
  const record = useRecordContext()
  const name: string = useWatch({ name: 'organizer' }) ?? ''
  return <SimilarWarning resource="organizers" name={name} exclude={record?.id} />
}

export const OrganizerForm = () => (
  <DirectoryForm>
    <TextInput source="organizer" validate={required()} />
    <Similar />
    <FieldRow>
      <TextInput source="email" type="email" />
      <TextInput source="phone" type="tel" />
    </FieldRow>
    <TextInput source="website" type="url" />
    <ImageField />
    <CustomFieldInputs kind="organizer" />
    <TextInput source="description" multiline minRows={3} />
    <FieldRow>
      <TextInput source="slug" />
      <StatusInput />
    </FieldRow>
  </DirectoryForm>
)
