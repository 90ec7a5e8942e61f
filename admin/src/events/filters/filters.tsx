/** Filters of the list of events. Their values are parameters of `GET /events` and part of the URL. */
import { lazy, type ReactElement, Suspense } from 'react'
import { SearchInput, SelectInput, useInput, useTranslate } from 'react-admin'
import { useAuthors } from '../table/authors.ts'
import { PeriodFilter } from './period-filter.tsx'
import type { PickedResource } from './record-picker.tsx'

const RecordPicker = lazy(() => import('./record-picker.tsx'))

interface FilterProps {
  readonly source: string
  readonly label: string
  readonly alwaysOn?: boolean
}

function RecordFilter({ source, label, resource }: FilterProps & { readonly resource: PickedResource }) {
  const translate = useTranslate()
  const { field } = useInput({ source, defaultValue: [] })
  const ids: readonly number[] = Array.isArray(field.value) ? field.value.map(Number) : []
  return (
    <Suspense fallback={null}>
      <RecordPicker
        resource={resource}
        label={translate(label)}
        ids={ids}
        onChange={(records) => field.onChange(records.map(({ id }) => id))}
      />
    </Suspense>
  )
}

function AuthorFilter({ source, label }: FilterProps) {
  const authors = useAuthors()
  const choices = [...authors].map(([id, name]) => ({ id, name }))
  return <SelectInput source={source} label={label} choices={choices} translateChoice={false} />
}

const STATUS_CHOICES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'].map((id) => ({
  id,
  name: `table.statuses.${id}`,
}))

const EVENT_STATUS_CHOICES = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'].map((id) => ({
  id,
  name: `table.event_statuses.${id.replace('-', '_')}`,
}))

const YES_NO = [
  { id: 'true', name: 'ra.boolean.true' },
  { id: 'false', name: 'ra.boolean.false' },
]

const YesNoFilter = (props: FilterProps) => <SelectInput {...props} choices={YES_NO} />

/** Editors see the names of authors, and may filter by them. */
export function createFilters(isEditor: boolean): ReactElement[] {
  const column = (source: string) => ({ source, label: `table.columns.${source}` })
  return [
    <SearchInput key="search" source="search" alwaysOn />,
    <PeriodFilter key="start_date" source="start_date" label="table.period.label" alwaysOn />,
    <SelectInput key="status" {...column('status')} choices={STATUS_CHOICES} alwaysOn />,
    <RecordFilter key="categories" {...column('categories')} resource="categories" />,
    <RecordFilter key="venue" {...column('venue')} resource="venues" />,
    <RecordFilter key="organizer" {...column('organizer')} resource="organizers" />,
    ...(isEditor ? [<AuthorFilter key="author" {...column('author')} />] : []),
    <RecordFilter key="series" {...column('series')} resource="series" />,
    <YesNoFilter key="has_image" source="has_image" label="table.has_image" />,
    <YesNoFilter key="has_venue" source="has_venue" label="table.has_venue" />,
    <YesNoFilter key="featured" {...column('featured')} />,
    <SelectInput
      key="event_status"
      source="event_status"
      label="table.columns.event_status"
      choices={EVENT_STATUS_CHOICES}
    />,
  ]
}
