/** Merges records after a preview of the affected events, which the service computes without saving anything. */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useRefresh, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { RadioList } from '../components/radio-list.tsx'

export type MergeableResource = 'venues' | 'organizers' | 'categories' | 'tags'

export interface MergeCandidate {
  readonly id: number
  readonly name: string
  /** Distinguishes records of the same name. */
  readonly detail?: string
}

interface MergeResult {
  readonly events: readonly { readonly id: number; readonly title: string; readonly start_date: string }[]
  readonly events_total: number
}

interface MergeDialogProps {
  readonly resource: MergeableResource
  readonly records: readonly MergeCandidate[]
  readonly onClose: (isMerged: boolean) => void
}

export function MergeDialog({ resource, records, onClose }: MergeDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [targetId, setTargetId] = useState(records[0]?.id ?? 0)
  const target = records.find(({ id }) => id === targetId)
  const from = records.flatMap(({ id }) => (id === targetId ? [] : [id]))
  const merge = async (query: Readonly<Record<string, unknown>>) =>
    (await send<MergeResult>(`/${resource}/${targetId}/merge`, { method: 'POST', body: { from }, query })).json
  const merging = useMutation({
    mutationFn: () => merge({}),
    onSuccess: ({ events_total }) => {
      notify('directory.merged', { type: 'success', messageArgs: { smart_count: events_total, name: target?.name } })
      refresh()
      onClose(true)
    },
  })
  const preview = useQuery({
    queryKey: ['merge', resource, targetId, ...from],
    queryFn: () => merge({ dry_run: 1 }),
    retry: false,
    gcTime: 0,
    // The merged records no longer exist.
    enabled: merging.isIdle,
  })
  const error = merging.error ?? preview.error
  return (
    <Dialog open onClose={() => onClose(false)} fullWidth maxWidth="sm" aria-labelledby="merge-title">
      <DialogTitle id="merge-title">{translate('directory.merge')}</DialogTitle>
      <DialogContent>
        <RadioList
          label={translate('directory.merge_target')}
          choices={records.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} (${detail})` : name }))}
          value={targetId}
          onChange={setTargetId}
        />
        {error ? (
          <Alert severity="error">{error.message}</Alert>
        ) : (
          <MergePreview result={preview.data} name={target?.name} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={!preview.data || merging.isPending} onClick={() => merging.mutate()}>
          {translate('directory.merge')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function MergePreview({
  result,
  name,
}: {
  readonly result: MergeResult | undefined
  readonly name: string | undefined
}) {
  const translate = useTranslate()
  if (!result) return <LinearProgress aria-label={translate('ra.message.loading')} />
  const { events, events_total } = result
  return (
    <>
      <Typography sx={{ mt: 2 }} aria-live="polite">
        {translate('directory.merge_events', { smart_count: events_total, name })}
      </Typography>
      <ul>
        {events.map(({ id, title, start_date }) => (
          <li key={id}>
            {start_date.slice(0, 16)} {title}
          </li>
        ))}
        {events_total > events.length && (
          <li>{translate('directory.more_events', { smart_count: events_total - events.length })}</li>
        )}
      </ul>
      <Alert severity="info">{translate('directory.merge_help')}</Alert>
    </>
  )
}
