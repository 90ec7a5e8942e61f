import { Autocomplete, TextField } from '@mui/material'
import { settings } from '../../../settings.ts'
import { useField } from '../fields.tsx'

const ZONES = Intl.supportedValuesOf('timeZone')

/** Any zone that the service accepts can be typed, for example `UTC+5:30`. */
export function ZoneField() {
  const { value, setValue, label, description, error } = useField('timezone')
  return (
    <Autocomplete
      freeSolo
      autoSelect
      size="small"
      options={ZONES}
      value={value || settings.timeZone}
      onChange={(_, zone) => setValue(zone ?? '')}
      renderInput={(props) => (
        <TextField {...props} label={label} error={error !== undefined} helperText={error ?? description} />
      )}
    />
  )
}
