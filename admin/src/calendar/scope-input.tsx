import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useTranslate } from 'react-admin'
import { SCOPES, type Scope } from './calendar-event.ts'

interface ScopeInputProps {
  readonly value: Scope
  readonly onChange: (scope: Scope) => void
}

export function ScopeInput({ value, onChange }: ScopeInputProps) {
  const translate = useTranslate()
  return (
    <FormControl>
      <FormLabel id="scope-label">{translate('calendar.scope')}</FormLabel>
      <RadioGroup
        aria-labelledby="scope-label"
        value={value}
        onChange={(_event, name) => onChange(SCOPES.find((scope) => scope === name) ?? 'this')}
      >
        {SCOPES.map((scope) => (
          <FormControlLabel
            key={scope}
            value={scope}
            control={<Radio size="small" />}
            label={translate(`calendar.scopes.${scope}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
