/** The fields of a category. Its place in the tree is changed in the tree. */
import { Box } from '@mui/material'
import { AutocompleteInput, ReferenceInput, required, TextInput, useRecordContext, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { DirectoryForm, FieldRow } from '../directory-form.tsx'

const NO_COLOR = '#888888'

/** The picker of the browser next to the text, which can also be cleared. */
function ColorInput() {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const color: string = useWatch({ name: 'color' }) ?? ''
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: '100%' }}>
      <TextInput source="color" defaultValue="" placeholder="#0b5c8a" />
      <input
        type="color"
        aria-label={translate('directory.pick_color')}
        value={/^#[\da-f]{6}$/i.test(color) ? color : NO_COLOR}
        onChange={(event) => setValue('color', event.target.value, { shouldDirty: true })}
      />
    </Box>
  )
}

function ParentInput() {
  const record = useRecordContext()
  return (
    <ReferenceInput source="parent" reference="categories" perPage={100} filter={{ hide_empty: 'false' }}>
      <AutocompleteInput
        optionText="name"
        parse={(value) => value ?? 0}
        format={(value) => value || null}
        getOptionDisabled={({ id }) => id === record?.id}
      />
    </ReferenceInput>
  )
}

export const CategoryForm = () => (
  <DirectoryForm>
    <TextInput source="name" validate={required()} />
    <ParentInput />
    <FieldRow>
      <ColorInput />
      <TextInput source="icon" defaultValue="" placeholder="🎵" />
    </FieldRow>
    <TextInput source="slug" />
    <TextInput source="description" multiline minRows={2} />
  </DirectoryForm>
)
