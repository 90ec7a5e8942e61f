import { BooleanInput, CheckboxGroupInput, required, SelectInput, TextInput } from 'react-admin'
import { useFieldDocuments } from '../api/field-document.ts'

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag']

const createChoices = (group: string, values: readonly string[]) =>
  values.map((id) => ({ id, name: `webhooks.choices.${group}.${id}` }))

/** Inputs of a webhook. Their descriptions are those of the API. */
export function WebhookFields({ operation }: { readonly operation: 'createWebhook' | 'updateWebhook' }) {
  const documents = useFieldDocuments(operation)
  const describe = (name: string) => ({ source: name, helperText: documents[name]?.description ?? false })
  return (
    <>
      <TextInput {...describe('name')} autoFocus />
      <TextInput {...describe('url')} type="url" validate={required()} />
      <CheckboxGroupInput {...describe('kinds')} choices={createChoices('kinds', KINDS)} validate={required()} />
      <SelectInput {...describe('view')} choices={createChoices('view', ['public', 'full'])} validate={required()} />
      <BooleanInput {...describe('enabled')} />
    </>
  )
}
