/** A link with which people without an account see the draft. */
import LinkIcon from '@mui/icons-material/Link'
import { Button, TextField } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { send } from '../../../api/client.ts'

interface PreviewLinkProps {
  readonly id: number
}

export function PreviewLink({ id }: PreviewLinkProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const locale = useLocale()
  const client = useQueryClient()
  const path = `/events/${id}/preview-link`
  const queryKey = ['preview-link', id]
  const { data: expires } = useQuery({
    queryKey,
    queryFn: async () => (await send<{ expires: string | null }>(path)).json.expires,
  })
  const refresh = () => void client.invalidateQueries({ queryKey })
  const onError = (error: Error) => notify(error.message, { type: 'error' })
  const create = useMutation({
    mutationFn: async () => (await send<{ url: string }>(path, { method: 'POST', body: {} })).json.url,
    onError,
    onSuccess: (url) => {
      refresh()
      navigator.clipboard?.writeText(url).then(
        () => notify('form.preview.copied'),
        () => {},
      )
    },
  })
  const revoke = useMutation({
    mutationFn: () => send(path, { method: 'DELETE' }),
    onError,
    onSuccess: () => {
      create.reset()
      refresh()
    },
  })
  const date = expires && new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(`${expires}Z`))
  return (
    <>
      {create.data && (
        <TextField
          size="small"
          label={translate('form.preview.until', { date: date || '' })}
          value={create.data}
          onFocus={({ target }) => target.select()}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      )}
      <Button size="small" startIcon={<LinkIcon />} loading={create.isPending} onClick={() => create.mutate()}>
        {translate('form.preview.create')}
      </Button>
      {expires && (
        <Button size="small" color="warning" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {translate('form.preview.revoke')}
        </Button>
      )}
    </>
  )
}
