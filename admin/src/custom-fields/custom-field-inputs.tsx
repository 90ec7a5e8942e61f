/** Inputs for the values of additional fields. The service validates them. */
import { FormHelperText, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useController, useFormState } from 'react-hook-form'
import { CHOICE_PROPS } from '../components/choice-props.ts'
import { type CustomField, useCustomFields, useLabelOf } from './custom-field.ts'

const NAME = 'custom_fields'

interface InputsProps {
  readonly kind: 'event' | 'venue' | 'organizer'
}

export function CustomFieldInputs({ kind }: InputsProps) {
  const fields = useCustomFields().filter(({ kinds }) => kinds.includes(kind))
  const { errors } = useFormState()
  const error = Object(errors[NAME]).message
  return (
    <>
      {fields.map((field) => (
        <ValueInput key={field.key} field={field} />
      ))}
      {error && <FormHelperText error>{String(error)}</FormHelperText>}
    </>
  )
}

/** Responses contain values with their labels. */
const readValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object(value).value : value

function ValueInput({ field: definition }: { readonly field: CustomField }) {
  const { field } = useController({ name: `${NAME}.${definition.key}` })
  const label = useLabelOf()(definition)
  const { type } = definition
  const props = {
    ...{ label, name: field.name, inputRef: field.ref, value: String(readValue(field.value) ?? '') },
    ...{ size: 'small' as const, fullWidth: true, margin: 'dense' as const },
  }
  const change = ({ target }: { readonly target: { readonly value: string } }) => field.onChange(target.value)
  if (type === 'choice' || type === 'boolean')
    return <ChoiceInput definition={definition} {...props} onChange={change} />
  return (
    <TextField
      {...props}
      onChange={change}
      type={type}
      multiline={type === 'text'}
      slotProps={{ htmlInput: { autoComplete: 'off', ...(type === 'number' && { step: 'any' }) } }}
    />
  )
}

interface ChoiceProps {
  readonly definition: CustomField
  readonly label: string
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

function ChoiceInput({ definition: { type, options }, ...props }: ChoiceProps) {
  const translate = useTranslate()
  const choices =
    type === 'boolean'
      ? ['true', 'false'].map((id) => ({ id, name: translate(`ra.boolean.${id}`) }))
      : options.map((id) => ({ id, name: id }))
  return (
    <TextField {...props} select slotProps={CHOICE_PROPS}>
      <MenuItem value="">–</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
