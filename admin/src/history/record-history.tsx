/** The changes of a record, the newest first, with their differences, and a button that restores an earlier state. */
import RestoreIcon from '@mui/icons-material/Restore'
import { Alert, Box, Button, Card, CardContent, LinearProgress, Typography } from '@mui/material'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useNotify, useRefresh, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { diffText, formatValue } from './diff-text.ts'

interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

interface HistoryEntry {
  readonly revision: number
  readonly date: string
  readonly action: string
  readonly channel: string
  readonly user: { readonly name: string; readonly login?: string } | null
  readonly changes: readonly FieldChange[]
}

interface HistoryPage {
  readonly history: readonly HistoryEntry[]
  readonly total_pages: number
}

export interface RecordHistoryProps {
  /** Collection of the API, such as `events`. */
  readonly resource: string
  readonly id: number | string
}

const PER_PAGE = 20

export function RecordHistory({ resource, id }: RecordHistoryProps) {
  const translate = useTranslate()
  const path = `/${resource}/${id}/history`
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['history', resource, String(id)],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) =>
      (await send<HistoryPage>(path, { query: { page: pageParam, per_page: PER_PAGE } })).json,
    getNextPageParam: ({ total_pages }, pages) => (pages.length < total_pages ? pages.length + 1 : undefined),
  })
  const entries = data?.pages.flatMap(({ history }) => history) ?? []
  return (
    <Box sx={{ maxWidth: 900 }}>
      {error && <Alert severity="error">{error.message}</Alert>}
      {!data && !error && <LinearProgress aria-label={translate('ra.message.loading')} />}
      {data && entries.length === 0 && <Alert severity="info">{translate('history.empty')}</Alert>}
      {entries.map((entry, index) => (
        <EntryCard
          key={`${entry.revision} ${entry.action}`}
          resource={resource}
          id={id}
          entry={entry}
          isNewest={index === 0}
        />
      ))}
      {hasNextPage && <Button onClick={() => fetchNextPage()}>{translate('history.older')}</Button>}
    </Box>
  )
}

interface EntryCardProps extends RecordHistoryProps {
  readonly entry: HistoryEntry
  readonly isNewest: boolean
}

function EntryCard({ resource, id, entry, isNewest }: EntryCardProps) {
  const translate = useTranslate()
  const { date, action, user, changes } = entry
  const name = user?.name || user?.login || translate('history.system')
  return (
    <Card variant="outlined" component="section" sx={{ mb: 1 }}>
      <CardContent sx={{ py: 1, '&:last-child': { pb: 1 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ flexGrow: 1 }}>
            {date.slice(0, 16)} <strong>{translate(`history.actions.${action}`, { _: action })}</strong>, {name}
          </Typography>
          {!isNewest && <RestoreButton resource={resource} id={id} entry={entry} />}
        </Box>
        {changes.map((change) => (
          <ChangeRow key={change.field} resource={resource} change={change} />
        ))}
      </CardContent>
    </Card>
  )
}

function ChangeRow({ resource, change }: { readonly resource: string; readonly change: FieldChange }) {
  const translate = useTranslate()
  const { field } = change
  const { start, removed, added, end } = diffText(formatValue(change.before), formatValue(change.after))
  return (
    <Box sx={{ mt: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
        {translate(`resources.${resource}.fields.${field}`, { _: translate(`history.fields.${field}`, { _: field }) })}:{' '}
      </Typography>
      {start}
      {removed && (
        <Box component="del" sx={{ backgroundColor: 'rgba(211, 47, 47, 0.15)' }}>
          {removed}
        </Box>
      )}
      {added && (
        <Box component="ins" sx={{ backgroundColor: 'rgba(46, 125, 50, 0.2)', textDecoration: 'none' }}>
          {added}
        </Box>
      )}
      {end}
    </Box>
  )
}

function RestoreButton({ resource, id, entry }: Omit<EntryCardProps, 'isNewest'>) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const date = entry.date.slice(0, 16)
  const restoring = useMutation({
    mutationFn: () => send(`/${resource}/${id}/history/${entry.revision}/restore`, { method: 'POST', body: {} }),
    onSuccess: () => {
      notify('history.restored', { type: 'success' })
      refresh()
      return client.invalidateQueries({ queryKey: ['history', resource, String(id)] })
    },
    onError: (error) => notify(error.message, { type: 'error' }),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button
        size="small"
        startIcon={<RestoreIcon />}
        aria-label={translate('history.restore_label', { date })}
        onClick={() => setIsAsking(true)}
      >
        {translate('history.restore')}
      </Button>
      <Confirm
        isOpen={isAsking}
        loading={restoring.isPending}
        title="history.restore"
        content={translate('history.restore_question', { date })}
        onConfirm={() => restoring.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
