/** Categories and tags. Users who may create terms can also type a new name. */
import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { usePermissions, useTranslate } from 'react-admin'
import { useDelayed } from '../../../components/use-delayed.ts'
import { useField } from '../fields.tsx'
import { type Taxonomy, type Term, type TermValue, useTermNames, useTermOptions } from './use-terms.ts'

interface TermsFieldProps {
  readonly name: Taxonomy
}

export function TermsField({ name }: TermsFieldProps) {
  const translate = useTranslate()
  const { permissions = [] } = usePermissions<string[]>()
  const mayCreate = permissions.includes(name === 'categories' ? 'manage_categories' : 'manage_tags')
  const { value, setValue, ref, label, error } = useField(name)
  const [text, setText] = useState('')
  const search = useDelayed(text)
  const options = useTermOptions(name, search)
  const getName = useTermNames(name, value, options)
  return (
    <Autocomplete<TermValue, true, false, boolean>
      multiple
      autoHighlight={!mayCreate}
      freeSolo={mayCreate}
      size="small"
      options={options.map(({ id }) => id)}
      value={[...value]}
      onChange={(_, next) => setValue(next.map((one) => findByName(options, one) ?? one))}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      filterOptions={(all) => all}
      filterSelectedOptions
      getOptionLabel={getName}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          inputRef={ref}
          error={error !== undefined}
          helperText={error ?? (mayCreate && text !== '' ? translate('form.terms.enter') : undefined)}
        />
      )}
    />
  )
}

/** The ID of the term with a typed name. */
const findByName = (options: readonly Term[], value: TermValue): number | undefined =>
  options.find((term) => typeof value === 'string' && term.name.toLowerCase() === value.toLowerCase())?.id
