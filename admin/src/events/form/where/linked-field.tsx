/** Links venues or organizers: those used last first, search while typing, and new ones without leaving the form. */
import AddIcon from '@mui/icons-material/Add'
import { Autocomplete, Box, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useDelayed } from '../../../components/use-delayed.ts'
import { useField } from '../fields.tsx'
import type { LinkValue } from '../model/event-values.ts'
import {
  type LinkedKind,
  type LinkedOption,
  toNewOption,
  useChosenOptions,
  useLinkedOptions,
} from './linked-records.ts'
import { NewLinkFields } from './new-link-fields.tsx'

interface LinkedFieldProps {
  readonly kind: LinkedKind
}

const isSameValue = (a: LinkValue, b: LinkValue): boolean => JSON.stringify(a) === JSON.stringify(b)

/** An event has one venue and any number of organizers. */
export function LinkedField({ kind }: LinkedFieldProps) {
  const { value, setValue, ref, label, error } = useField(kind)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const options = useOptions(kind, text, isOpen)
  const chosen = useChosenOptions(kind, value)
  const isSingle = kind === 'venue'
  const select = (next: readonly LinkedOption[]) => {
    setText('')
    setValue(next.slice(isSingle ? -1 : 0).map((option) => option.value))
  }
  return (
    <Stack useFlexGap spacing={1}>
      <Autocomplete
        multiple
        autoHighlight
        size="small"
        open={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        options={options}
        value={[...chosen]}
        onChange={(_, next) => select(next)}
        inputValue={text}
        onInputChange={(_, next, reason) => reason !== 'reset' && setText(next)}
        filterOptions={(all) => all}
        filterSelectedOptions
        getOptionKey={({ value: one }) => JSON.stringify(one)}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(a, b) => isSameValue(a.value, b.value)}
        renderOption={({ key, ...props }, option) => (
          <Box component="li" key={key} {...props}>
            <Option kind={kind} option={option} />
          </Box>
        )}
        renderInput={(props) => (
          <TextField {...props} label={label} inputRef={ref} error={error !== undefined} helperText={error} />
        )}
      />
      {value.map((link, index) =>
        typeof link === 'number' ? null : (
          <NewLinkFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a new record has no identity, and its name is edited here
            key={`new ${index}`}
            kind={kind}
            link={link}
            onChange={(next) => setValue(value.map((one, position) => (position === index ? next : one)))}
          />
        ),
      )}
      {isSingle && chosen[0] && !chosen[0].isNew && chosen[0].detail && (
        <Typography variant="body2" color="textSecondary">
          {chosen[0].detail}
        </Typography>
      )}
    </Stack>
  )
}

/** The last option creates a record with the text, unless one has this name. */
function useOptions(kind: LinkedKind, text: string, isOpen: boolean): readonly LinkedOption[] {
  const search = useDelayed(text)
  const { data = [], isPlaceholderData } = useLinkedOptions(kind, search, isOpen)
  const name = text.trim()
  const isTaken = data.some((option) => option.name.toLowerCase() === name.toLowerCase())
  // Earlier, it would be the first option for a moment and stay highlighted.
  const isSettled = search === text && !isPlaceholderData
  return name === '' || isTaken || !isSettled ? data : [...data, toNewOption(kind, { [kind]: name })]
}

function Option({ kind, option }: { readonly kind: LinkedKind; readonly option: LinkedOption }) {
  const translate = useTranslate()
  if (option.isNew)
    return (
      <Stack useFlexGap direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <AddIcon fontSize="small" />
        <span>{translate(`form.where.create_${kind}`, { name: option.name })}</span>
      </Stack>
    )
  return (
    <Box>
      <Typography component="span" variant="body2" sx={{ display: 'block' }}>
        {option.name}
      </Typography>
      <Typography component="span" variant="caption" color="textSecondary">
        {option.detail}
      </Typography>
    </Box>
  )
}
