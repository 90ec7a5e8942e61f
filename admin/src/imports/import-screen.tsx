import { Alert, Button, LinearProgress } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useNotify, useTranslate } from 'react-admin'
import { useNavigate, useParams } from 'react-router-dom'
import { send } from '../api/client.ts'
import { Screen, Section } from '../components/screen.tsx'
import { useResource } from '../components/use-resource.ts'
import { ImportState } from './import-list.tsx'
import { ImportResults } from './import-results.tsx'
import { createDraft, ImportSettings, type SettingsDraft, toSettings } from './import-settings.tsx'
import { describeImport, type ImportView, isImportActive } from './import-types.ts'

/** One import: its settings, the preview, its progress, and its undo. */
export default function ImportScreen() {
  const { id = '' } = useParams()
  const translate = useTranslate()
  const { data: one } = useResource<ImportView>(`/imports/${id}`, { isPending: isImportActive })
  if (!one) return null
  return (
    <Screen title={`${translate('imports.import')}: ${describeImport(one)}`}>
      {one.error !== '' && <Alert severity="error">{one.error}</Alert>}
      {isImportActive(one) ? (
        <ImportProgress one={one} />
      ) : (
        <ImportActions key={`${one.task} ${one.format}`} one={one} />
      )}
      {(one.task !== 'inspect' || (one.counts['warning'] ?? 0) > 0) && !isImportActive(one) && (
        <Section title={translate('imports.results.name')} actions={<ImportState one={one} />}>
          <ImportResults key={one.task} one={one} />
        </Section>
      )}
    </Screen>
  )
}

/** Sends a request about the import, and reads the import again. */
function useImportRequest(id: number) {
  const notify = useNotify()
  const client = useQueryClient()
  return async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    await client.invalidateQueries({ queryKey: [`/imports/${id}`] })
    await client.invalidateQueries({ queryKey: ['/imports'] })
  }
}

const PERCENT = 100

function ImportProgress({ one }: { readonly one: ImportView }) {
  const translate = useTranslate()
  const request = useImportRequest(one.id)
  const stop = () => request(() => send(`/imports/${one.id}/stop`, { method: 'POST', body: {} }))
  const title = translate(`imports.tasks.${one.task}`)
  return (
    <Section title={title} actions={<Button onClick={() => void stop()}>{translate('imports.stop')}</Button>}>
      <p role="status">
        {translate(`imports.statuses.${one.status}`)}
        {one.total > 0 && ` ${one.done} / ${one.total}`}
      </p>
      <LinearProgress
        aria-label={title}
        {...(one.total > 0
          ? { variant: 'determinate' as const, value: (PERCENT * one.done) / one.total }
          : { variant: 'indeterminate' as const })}
      />
    </Section>
  )
}

const POLL_MILLISECONDS = 300

/** A change of the mapping inspects the file again. */
async function saveSettings(one: ImportView, draft: SettingsDraft): Promise<void> {
  await send(`/imports/${one.id}`, { method: 'PUT', body: toSettings(draft, one.table) })
  for (;;) {
    const { json } = await send<ImportView>(`/imports/${one.id}`)
    if (!isImportActive(json)) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
  }
}

function ImportActions({ one }: { readonly one: ImportView }) {
  const translate = useTranslate()
  const request = useImportRequest(one.id)
  const [draft, setDraft] = useState(() => createDraft(one))
  const [isBusy, setBusy] = useState(false)
  const start = async (task: 'preview' | 'run') => {
    setBusy(true)
    await request(async () => {
      await saveSettings(one, draft)
      await send(`/imports/${one.id}/${task}`, { method: 'POST', body: {} })
    })
    setBusy(false)
  }
  if (!one.can_run) return <FinishedActions one={one} />
  return (
    <Section title={translate('imports.settings')} actions={<ImportState one={one} />}>
      <ImportSettings one={one} draft={draft} onChange={setDraft} />
      <Button variant="contained" disabled={isBusy} onClick={() => void start('preview')} sx={{ mr: 1 }}>
        {translate('imports.preview')}
      </Button>
      <Button variant="outlined" disabled={isBusy} onClick={() => void start('run')}>
        {translate('imports.run')}
      </Button>
    </Section>
  )
}

function FinishedActions({ one }: { readonly one: ImportView }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const request = useImportRequest(one.id)
  const [isConfirming, setConfirming] = useState(false)
  const undo = (preview: boolean) =>
    request(() => send(`/imports/${one.id}/undo`, { method: 'POST', body: { preview } }))
  const remove = () =>
    request(async () => {
      await send(`/imports/${one.id}`, { method: 'DELETE' })
      await navigate('/imports')
    })
  return (
    <Section title={translate('imports.undo')}>
      <p>{translate(one.can_undo ? 'imports.undo_help' : 'imports.no_undo')}</p>
      {one.can_undo && (
        <>
          <Button variant="contained" onClick={() => void undo(true)} sx={{ mr: 1 }}>
            {translate('imports.preview_undo')}
          </Button>
          <Button variant="outlined" color="error" onClick={() => setConfirming(true)} sx={{ mr: 1 }}>
            {translate('imports.undo')}
          </Button>
        </>
      )}
      <Button onClick={() => void remove()}>{translate('imports.remove')}</Button>
      <Confirm
        isOpen={isConfirming}
        title={translate('imports.undo')}
        content={translate('imports.undo_help')}
        onConfirm={() => {
          setConfirming(false)
          void undo(false)
        }}
        onClose={() => setConfirming(false)}
      />
    </Section>
  )
}
