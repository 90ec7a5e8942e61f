import { Button, Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocaleState, useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { formatUtcTime } from '../components/format-time.ts'
import { Section } from '../components/screen.tsx'
import { StaticTable } from '../components/static-table.tsx'
import { useResource } from '../components/use-resource.ts'

interface RunDetail {
  readonly outcome: string
  readonly event: number
  readonly title: string
  readonly key: string
  readonly reason: string
}

export interface SourceRun {
  readonly id: number
  readonly status: string
  readonly preview: boolean
  readonly requested: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly conflicts: number
  readonly canceled: number
  readonly failed: number
  readonly error: string
  readonly details: readonly RunDetail[]
}

const COUNTS = ['created', 'updated', 'unchanged', 'conflicts', 'canceled', 'failed'] as const

/** Such as `+2 ~1 =340 !1`: created, updated, unchanged, conflicts, canceled and failed events. */
export const formatCounts = (run: SourceRun): string =>
  `+${run.created} ~${run.updated} =${run.unchanged} !${run.conflicts + run.failed} −${run.canceled}`

const COLORS: Readonly<Record<string, 'default' | 'success' | 'error' | 'info'>> = {
  failed: 'error',
  succeeded: 'success',
  running: 'info',
}

/** A run that has rejected entries is incomplete. */
export function RunState({ run: { status, preview, failed } }: { readonly run: SourceRun }) {
  const translate = useTranslate()
  const isIncomplete = status === 'succeeded' && failed > 0
  const text = isIncomplete
    ? translate('imports.incomplete', { smart_count: failed })
    : translate(`sources.statuses.${status}`)
  const label = preview ? `${translate('sources.preview')}: ${text}` : text
  const color = isIncomplete ? 'error' : (COLORS[status] ?? 'default')
  return <Chip size="small" variant="outlined" label={label} color={color} />
}

const isWaiting = ({ runs }: { readonly runs: readonly SourceRun[] }): boolean =>
  runs.some(({ status }) => status === 'queued' || status === 'running')

/** The log of a source, with a preview and a run on request. */
export function SourceRuns({ id }: { readonly id: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const path = `/sources/${id}/runs`
  const { data } = useResource<{ readonly runs: readonly SourceRun[] }>(path, {
    query: { per_page: 20 },
    isPending: isWaiting,
  })
  const [shown, setShown] = useState<number>()
  const request = async (task: 'preview' | 'run', body: object = {}) => {
    try {
      const { json } = await send<SourceRun>(`/sources/${id}/${task}`, { method: 'POST', body })
      setShown(json.id)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    await client.invalidateQueries({ queryKey: [path] })
  }
  const runs = data?.runs ?? []
  const run = runs.find((one) => one.id === (shown ?? runs[0]?.id))
  return (
    <Section
      title={translate('sources.runs')}
      actions={
        <>
          <Button onClick={() => void request('preview')}>{translate('sources.preview')}</Button>
          <Button onClick={() => void request('run')}>{translate('sources.run')}</Button>
          <Button onClick={() => void request('run', { confirm: true })}>{translate('sources.run_confirmed')}</Button>
        </>
      }
    >
      <RunTable runs={runs} onShow={setShown} />
      {run && <RunDetails run={run} />}
    </Section>
  )
}

function RunTable({ runs, onShow }: { readonly runs: readonly SourceRun[]; readonly onShow: (id: number) => void }) {
  const translate = useTranslate()
  const [language] = useLocaleState()
  const columns = [
    {
      key: 'requested',
      label: translate('sources.time'),
      render: ({ requested }: SourceRun) => formatUtcTime(requested, language),
    },
    {
      key: 'status',
      label: translate('sources.status'),
      render: (run: SourceRun) => <RunState run={run} />,
    },
    ...COUNTS.map((name) => ({
      key: name,
      label: translate(`sources.counts.${name}`),
      render: (run: SourceRun) => run[name],
    })),
    {
      key: 'details',
      label: translate('sources.details'),
      render: ({ id, details }: SourceRun) =>
        details.length > 0 && (
          <Button size="small" onClick={() => onShow(id)}>
            {translate('sources.show', { smart_count: details.length })}
          </Button>
        ),
    },
  ]
  return (
    <StaticTable
      label={translate('sources.runs')}
      columns={columns}
      rows={runs}
      getKey={({ id }) => id}
      empty={translate('sources.no_runs')}
    />
  )
}

function RunDetails({ run }: { readonly run: SourceRun }) {
  const translate = useTranslate()
  const columns = [
    {
      key: 'outcome',
      label: translate('sources.outcome'),
      render: ({ outcome }: RunDetail) => translate(`imports.outcomes.${outcome}`),
    },
    { key: 'title', label: translate('sources.event'), render: ({ title, key }: RunDetail) => title || key },
    { key: 'reason', label: translate('sources.reason'), render: ({ reason }: RunDetail) => reason },
  ]
  return (
    <>
      {run.error !== '' && <p role="alert">{run.error}</p>}
      {run.details.length > 0 && (
        <StaticTable
          label={translate('sources.details')}
          columns={columns}
          rows={run.details}
          getKey={(_row, index) => index}
          empty=""
        />
      )}
    </>
  )
}
