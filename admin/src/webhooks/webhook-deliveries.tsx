import { Button, MenuItem, TextField } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocaleState, useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { CHOICE_PROPS } from '../components/choice-props.ts'
import { formatUtcTime } from '../components/format-time.ts'
import { Section } from '../components/screen.tsx'
import { StaticTable } from '../components/static-table.tsx'
import { useResource } from '../components/use-resource.ts'
import { WebhookSecret } from './webhook-secret.tsx'

interface DeliveryAttempt {
  readonly status: number
  readonly duration_ms: number
  readonly failure: string
}

interface DeliveryView extends DeliveryAttempt {
  readonly id: number
  readonly state: string
  readonly kind: string
  readonly record: number
  readonly action: string
  readonly changed: string
  readonly attempts: number
}

interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[]
}

const STATES = ['pending', 'delivered', 'failed', 'canceled']

const isPendingPage = ({ deliveries }: DeliveryPage): boolean => deliveries.some(({ state }) => state === 'pending')

/** Sends a request about the webhook, shows what it returns, and reads the log again. */
function useWebhookRequest(id: number) {
  const notify = useNotify()
  const client = useQueryClient()
  return async <T,>(path: string, describe: (json: T) => string | undefined, body: object = {}) => {
    try {
      const text = describe((await send<T>(`/webhooks/${id}${path}`, { method: 'POST', body })).json)
      if (text !== undefined) notify(text)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    await client.invalidateQueries({ queryKey: [`/webhooks/${id}/deliveries`] })
  }
}

/** A test message, a new secret, and the log with replays. */
export function WebhookDeliveries({ id }: { readonly id: number }) {
  const translate = useTranslate()
  const request = useWebhookRequest(id)
  const [secret, setSecret] = useState<string>()
  const [state, setState] = useState('')
  const { data } = useResource<DeliveryPage>(`/webhooks/${id}/deliveries`, {
    query: { per_page: 50, state },
    isPending: isPendingPage,
  })
  const ping = () => request<DeliveryAttempt>('/ping', ({ status, failure }) => `${status || ''} ${failure}`.trim())
  const rotate = () =>
    request<{ readonly secret: string }>('/rotate-secret', (json) => {
      setSecret(json.secret)
      return undefined
    })
  return (
    <Section
      title={translate('webhooks.log')}
      actions={
        <>
          <Button onClick={() => void ping()}>{translate('webhooks.ping')}</Button>
          <Button onClick={() => void rotate()}>{translate('webhooks.rotate')}</Button>
        </>
      }
    >
      {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
      <TextField
        select
        label={translate('webhooks.state')}
        value={state}
        slotProps={CHOICE_PROPS}
        onChange={({ target }) => setState(target.value)}
        sx={{ maxWidth: 240 }}
      >
        <MenuItem value="">{translate('webhooks.all_states')}</MenuItem>
        {STATES.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`webhooks.states.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <DeliveryTable
        deliveries={data?.deliveries ?? []}
        onReplay={(delivery) => void request(`/deliveries/${delivery}/replay`, () => undefined)}
      />
      <ReplayForm
        onReplay={(body) =>
          void request<{ readonly queued: number }>(
            '/replay',
            ({ queued }) => translate('webhooks.queued', { smart_count: queued }),
            body,
          )
        }
      />
    </Section>
  )
}

interface DeliveryTableProps {
  readonly deliveries: readonly DeliveryView[]
  readonly onReplay: (id: number) => void
}

function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  const translate = useTranslate()
  const [language] = useLocaleState()
  const columns = [
    {
      key: 'changed',
      label: translate('webhooks.time'),
      render: ({ changed }: DeliveryView) => formatUtcTime(changed, language),
    },
    {
      key: 'message',
      label: translate('webhooks.message'),
      render: ({ kind, record, action }: DeliveryView) => `${kind} ${record}: ${action}`,
    },
    {
      key: 'state',
      label: translate('webhooks.state'),
      render: ({ state }: DeliveryView) => translate(`webhooks.states.${state}`),
    },
    {
      key: 'response',
      label: translate('webhooks.response'),
      render: ({ status, duration_ms: duration, failure }: DeliveryView) =>
        [status > 0 && `${status}, ${duration} ms`, failure].filter(Boolean).join(' '),
    },
    {
      key: 'replay',
      label: translate('webhooks.replay'),
      render: ({ id }: DeliveryView) => (
        <Button size="small" onClick={() => onReplay(id)}>
          {translate('webhooks.replay')}
        </Button>
      ),
    },
  ]
  return (
    <StaticTable
      label={translate('webhooks.log')}
      columns={columns}
      rows={deliveries}
      getKey={({ id }) => id}
      empty={translate('webhooks.no_deliveries')}
    />
  )
}

/** Sends all changes since a time again. */
function ReplayForm({ onReplay }: { readonly onReplay: (body: { readonly from: string }) => void }) {
  const translate = useTranslate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onReplay({ from: String(new FormData(event.currentTarget).get('from')).replace('T', ' ') })
  }
  return (
    <form onSubmit={submit}>
      <TextField
        name="from"
        type="datetime-local"
        required
        label={translate('webhooks.replay_from')}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ maxWidth: 240 }}
      />
      <Button type="submit">{translate('webhooks.replay_all')}</Button>
    </form>
  )
}
