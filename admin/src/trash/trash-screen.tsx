/** Events, venues and organizers in the trash: restore, or delete permanently. */
import { Tab, Tabs } from '@mui/material'
import { DateField, List, TextField, Title, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { RecordTable } from '../components/record-table.tsx'
import { TrashActions } from './trash-actions.tsx'

const KINDS = [
  { resource: 'events', name: 'title', filter: { start_date: '1900-01-01', end_date: '2999-12-31' } },
  { resource: 'venues', name: 'venue', filter: {} },
  { resource: 'organizers', name: 'organizer', filter: {} },
] as const

export default function TrashScreen() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const kind = KINDS.find(({ resource }) => resource === params.get('kind')) ?? KINDS[0]
  const { resource, name, filter } = kind
  return (
    <>
      <Title title={translate('trash.title')} />
      <Tabs
        variant="scrollable"
        sx={{ maxWidth: 'calc(100vw - 16px)' }}
        value={resource}
        onChange={(_, next: string) => setParams({ kind: next })}
        aria-label={translate('trash.title')}
      >
        {KINDS.map((one) => (
          <Tab key={one.resource} value={one.resource} label={translate(`trash.${one.resource}`)} />
        ))}
      </Tabs>
      <List
        key={resource}
        resource={resource}
        title=" "
        actions={false}
        filter={{ ...filter, status: 'trash' }}
        sort={{ field: 'modified', order: 'DESC' }}
        storeKey={`trash.${resource}`}
        disableSyncWithLocation
        empty={false}
      >
        <RecordTable bulkActions={<TrashActions resource={resource} />}>
          <TextField source={name} sortBy="title" />
          {resource === 'events' && <DateField source="start_date" showTime />}
          <DateField source="modified" label="trash.deleted" showTime />
        </RecordTable>
      </List>
    </>
  )
}
