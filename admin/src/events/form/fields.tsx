/** Inputs of MUI bound to the fields of the form, with the texts and limits of the API document and the errors of the service. */
import { FormControlLabel, MenuItem, Switch, TextField, type TextFieldProps } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useController } from 'react-hook-form'
import { type FieldDocument, useFieldDocuments } from '../../api/field-document.ts'
import type { EventValues, FieldName } from './model/event-values.ts'

export const useFieldDocument = (name: FieldName): FieldDocument => useFieldDocuments('createEvent')[name] ?? {}

/** Value, change handler, error and texts of a field. */
export function useField<K extends FieldName>(name: K) {
  const translate = useTranslate()
  const { field, fieldState } = useController<EventValues, K>({ name })
  const { description, maxLength } = useFieldDocument(name)
  return {
    value: field.value as EventValues[K],
    setValue: (value: EventValues[K]) => field.onChange(value),
    ref: field.ref,
    label: translate(`form.fields.${name}`),
    description,
    maxLength,
    error: fieldState.error?.message,
  }
}

type TextProps = Omit<TextFieldProps, 'name' | 'error'> & {
  readonly name: FieldName
  /** True if the description of the field is shown below it. */
  readonly hasHelp?: boolean
}

export function TextInput({ name, hasHelp = false, helperText, slotProps, ...props }: TextProps) {
  const { value, setValue, ref, label, description, maxLength, error } = useField(name)
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={value ?? ''}
      onChange={({ target }) => setValue(target.value)}
      {...props}
      name={name}
      inputRef={ref}
      error={error !== undefined}
      helperText={error ?? (hasHelp ? description : helperText)}
      slotProps={{ ...slotProps, htmlInput: { maxLength, autoComplete: 'off', ...Object(slotProps?.htmlInput) } }}
    />
  )
}

interface SelectProps {
  readonly name: FieldName
  readonly options: readonly string[]
}

/** The texts of the options are the messages `form.options.{name}.{option}`. */
export function SelectInput({ name, options }: SelectProps) {
  const translate = useTranslate()
  return (
    <TextInput name={name} select>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {translate(`form.options.${name}.${option.replaceAll('-', '_')}`)}
        </MenuItem>
      ))}
    </TextInput>
  )
}

export function SwitchInput({ name }: { readonly name: FieldName }) {
  const { value, setValue, label, description } = useField(name)
  return (
    <FormControlLabel
      title={description}
      label={label}
      control={<Switch size="small" checked={value === true} onChange={(_, checked) => setValue(checked)} />}
    />
  )
}
