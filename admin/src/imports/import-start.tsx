import { Box, Button, TextField } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { send } from '../api/client.ts'
import { Section } from '../components/screen.tsx'
import type { ImportView } from './import-types.ts'

/** Starts an import from a file or a URL, and opens it. */
export function ImportStart() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const open = async (request: () => Promise<{ json: ImportView }>) => {
    setBusy(true)
    try {
      await navigate(`/imports/${(await request()).json.id}`)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      setBusy(false)
    }
  }
  const upload = (file: File) => {
    const body = new FormData()
    body.append('file', file)
    return open(() => send<ImportView>('/imports/files', { method: 'POST', body }))
  }
  return (
    <Section title={translate('imports.new')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: '1fr 1fr' } }}>
        <FileChoice isBusy={isBusy} onFile={(file) => void upload(file)} />
        <UrlForm
          isBusy={isBusy}
          onSend={(body) => void open(() => send<ImportView>('/imports', { method: 'POST', body }))}
        />
      </Box>
    </Section>
  )
}

const ACCEPTED = '.ics,.ical,.csv,.tsv,.json,.jsonl,.ndjson,.xml,.html,.gz,.zip'

function FileChoice({ isBusy, onFile }: { readonly isBusy: boolean; readonly onFile: (file: File) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
      sx={{ border: '1px dashed', borderColor: 'divider', borderRadius: 1, p: 2 }}
    >
      <Button variant="contained" disabled={isBusy} onClick={() => input.current?.click()}>
        {translate('imports.choose_file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
      <p>{translate('imports.file_help')}</p>
    </Box>
  )
}

interface UrlFormProps {
  readonly isBusy: boolean
  readonly onSend: (body: Readonly<Record<string, string>>) => void
}

function UrlForm({ isBusy, onSend }: UrlFormProps) {
  const translate = useTranslate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    onSend(Object.fromEntries(entries.filter(([, value]) => value !== '')))
  }
  return (
    <Box component="form" onSubmit={submit}>
      <TextField
        name="url"
        type="url"
        required
        label={translate('imports.url')}
        helperText={translate('imports.url_help')}
      />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        <TextField name="username" label={translate('imports.username')} autoComplete="off" />
        <TextField name="password" type="password" label={translate('imports.password')} autoComplete="new-password" />
      </Box>
      <Button type="submit" variant="outlined" disabled={isBusy}>
        {translate('imports.open_url')}
      </Button>
    </Box>
  )
}
