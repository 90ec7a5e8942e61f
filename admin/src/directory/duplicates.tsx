/** Groups of venues or organizers that are probably the same. */
import { Alert, Button, Card, CardActions, CardContent, LinearProgress, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Title, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { MergeDialog } from './merge-dialog.tsx'

interface DuplicateRecord {
  readonly id: number
  readonly name: string
  readonly address?: string
  readonly city?: string
  readonly events: number
}

interface DuplicateGroup {
  readonly matches: readonly string[]
  readonly records: readonly DuplicateRecord[]
}

const describePlace = ({ address, city }: DuplicateRecord): string => [address, city].filter(Boolean).join(', ')

export default function Duplicates({ resource }: { readonly resource: 'venues' | 'organizers' }) {
  const translate = useTranslate()
  const [merged, setMerged] = useState<DuplicateGroup>()
  const { data, error, refetch } = useQuery({
    queryKey: ['duplicates', resource],
    queryFn: async () => (await send<{ groups: DuplicateGroup[]; total: number }>(`/${resource}/duplicates`)).json,
  })
  const close = () => {
    setMerged(undefined)
    refetch()
  }
  return (
    <>
      <Title title={translate(`directory.duplicate_${resource}`)} />
      {error && <Alert severity="error">{error.message}</Alert>}
      {!data && !error && <LinearProgress aria-label={translate('ra.message.loading')} />}
      {data?.total === 0 && <Alert severity="success">{translate('directory.no_duplicates')}</Alert>}
      {data?.groups.map((group) => (
        <GroupCard key={group.records[0]?.id} resource={resource} group={group} onMerge={() => setMerged(group)} />
      ))}
      {merged && (
        <MergeDialog
          resource={resource}
          records={merged.records.map((record) => ({
            id: record.id,
            name: record.name,
            detail: describePlace(record),
          }))}
          onClose={close}
        />
      )}
    </>
  )
}

interface GroupCardProps {
  readonly resource: string
  readonly group: DuplicateGroup
  readonly onMerge: () => void
}

function GroupCard({ resource, group: { records, matches }, onMerge }: GroupCardProps) {
  const translate = useTranslate()
  return (
    <Card sx={{ mt: 1, maxWidth: 800 }}>
      <CardContent sx={{ pb: 0 }}>
        <Typography variant="subtitle2">
          {matches.map((match) => translate(`directory.match.${match}`)).join(', ')}
        </Typography>
        <ul>
          {records.map((record) => (
            <li key={record.id}>
              <Link to={`/${resource}/${record.id}`}>{record.name}</Link> {describePlace(record)}{' '}
              {translate('directory.event_count', { smart_count: record.events })}
            </li>
          ))}
        </ul>
      </CardContent>
      <CardActions>
        <Button
          onClick={onMerge}
          aria-label={`${translate('directory.merge')}: ${records.map(({ name }) => name).join(', ')}`}
        >
          {translate('directory.merge')}
        </Button>
      </CardActions>
    </Card>
  )
}
