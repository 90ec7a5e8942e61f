import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'

interface RadioListProps<T extends string | number> {
  /** Visible label; without one, `labelledBy` is the id of the element that labels the choices. */
  readonly label?: string
  readonly labelledBy?: string
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly autoFocus?: boolean
}

/** One of several choices, each on a line. */
export function RadioList<T extends string | number>(props: RadioListProps<T>) {
  const { label, labelledBy, choices, value, onChange, autoFocus = false } = props
  const id = useId()
  const choose = (name: string) => {
    for (const choice of choices) if (String(choice.value) === name) onChange(choice.value)
  }
  return (
    <FormControl>
      {label !== undefined && <FormLabel id={id}>{label}</FormLabel>}
      <RadioGroup aria-labelledby={labelledBy ?? id} value={value} onChange={(_, name) => choose(name)}>
        {choices.map((choice, index) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            control={<Radio size="small" autoFocus={autoFocus && index === 0} />}
            label={choice.label}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
