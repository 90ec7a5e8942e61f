import {
  AutocompleteInput,
  BooleanInput,
  NumberInput,
  PasswordInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin'
import { useFieldDocuments } from '../api/field-document.ts'

const createChoices = (field: string, values: readonly string[] = []) =>
  values.map((id) => ({ id, name: `sources.choices.${field}.${id}` }))

/** Inputs of a source. Their descriptions and choices are those of the API. */
export function SourceFields({ operation }: { readonly operation: 'createSource' | 'updateSource' }) {
  const documents = useFieldDocuments(operation)
  const describe = (name: string) => ({ source: name, helperText: documents[name]?.description ?? false })
  const choose = (name: string) => ({ ...describe(name), choices: createChoices(name, documents[name]?.enum) })
  return (
    <>
      <TextInput {...describe('name')} autoFocus />
      <SelectInput {...choose('type')} validate={required()} />
      <TextInput {...describe('url')} validate={required()} type="url" />
      <TextInput {...describe('username')} autoComplete="off" />
      <PasswordInput {...describe('password')} autoComplete="new-password" />
      <NumberInput {...describe('interval')} />
      <ReferenceInput source="category" reference="categories">
        <AutocompleteInput
          optionText="name"
          filterToQuery={(search: string) => ({ search })}
          helperText={documents['category']?.description ?? false}
          parse={(id: number | null) => id ?? 0}
        />
      </ReferenceInput>
      <SelectInput {...choose('status')} />
      <SelectInput {...choose('missing')} />
      <BooleanInput {...describe('enabled')} />
    </>
  )
}
