/** Chooses records of a collection by typing a part of their name. */
import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { type RaRecord, useGetList, useGetMany } from 'react-admin'
import { useDelayed } from '../../components/use-delayed.ts'
import { toText } from '../event-row.ts'

export interface PickedRecord {
  readonly id: number
  readonly name: string
}

const NAME_FIELDS = { venues: 'venue', organizers: 'organizer', categories: 'name', series: 'title' } as const
export type PickedResource = keyof typeof NAME_FIELDS

export interface RecordPickerProps {
  readonly resource: PickedResource
  readonly label: string
  readonly ids: readonly number[]
  readonly onChange: (records: readonly PickedRecord[]) => void
  /** By default several records can be chosen. */
  readonly isSingle?: boolean
  readonly autoFocus?: boolean
}

const TYPING_MILLISECONDS = 150

/** Records that match the text, and those that are chosen. */
function useOptions(resource: PickedResource, ids: readonly number[], text: string) {
  const toPicked = (record: RaRecord): PickedRecord => ({
    id: Number(record.id),
    name: toText(String(record[NAME_FIELDS[resource]])),
  })
  const found = useGetList(resource, {
    pagination: { page: 1, perPage: 30 },
    sort: { field: resource === 'categories' ? 'name' : 'title', order: 'ASC' },
    filter: { ...(text.trim() !== '' && { search: text }), ...(resource === 'categories' && { hide_empty: false }) },
  })
  const { data: selected = [] } = useGetMany(resource, { ids: [...ids] })
  const byId = new Map(selected.filter(Boolean).map((record) => [Number(record.id), toPicked(record)]))
  const options = (found.data ?? []).map(toPicked)
  for (const option of options) byId.set(option.id, option)
  return {
    options,
    chosen: ids.map((id) => byId.get(id) ?? { id, name: `${id}` }),
    isLoading: found.isFetching,
  }
}

export default function RecordPicker(props: RecordPickerProps) {
  const { resource, label, ids, onChange, isSingle = false, autoFocus = false } = props
  const [text, setText] = useState('')
  const { options, chosen, isLoading } = useOptions(resource, ids, useDelayed(text, TYPING_MILLISECONDS))
  const isMultiple = !isSingle
  return (
    <Autocomplete<PickedRecord, boolean>
      multiple={isMultiple}
      size="small"
      options={options}
      value={isMultiple ? [...chosen] : (chosen[0] ?? null)}
      loading={isLoading}
      filterOptions={(all) => all}
      filterSelectedOptions
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => onChange(next === null ? [] : [next].flat())}
      sx={{ minWidth: 200 }}
      renderInput={(params) => <TextField {...params} label={label} autoFocus={autoFocus} />}
    />
  )
}
