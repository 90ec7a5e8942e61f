/** A new event, or a copy of another one (`?from=ID`). `start_date`, `end_date` and `all_day` prefill its dates. */
import { useQuery } from '@tanstack/react-query'
import { Loading, Title, useGetIdentity, usePermissions, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { EventForm } from './form/event-form.tsx'
import { createDraftKey, readDraft } from './form/model/drafts.ts'
import { loadEvent } from './form/model/event-requests.ts'
import { copyValues, EMPTY_EVENT, type EventValues } from './form/model/event-values.ts'
import { isWallTime, joinWallTime, moveStart } from './form/when/wall-time.ts'

export default function EventCreate() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const { identity } = useGetIdentity()
  const { permissions } = usePermissions<string[]>()
  const from = Number(query.get('from'))
  const copied = useQuery({
    queryKey: ['event-input', from],
    queryFn: () => loadEvent(from),
    enabled: from > 0,
    gcTime: 0,
  })
  if (!identity || !permissions || (from > 0 && !copied.data)) return <Loading />
  const initial = { ...EMPTY_EVENT, status: permissions.includes('publish_posts') ? 'publish' : 'pending' }
  const dates = readDates(query)
  const prefilled = copied.data ? copyValues(copied.data.input) : dates && { ...initial, ...dates }
  const draftKey = createDraftKey(identity.id, from > 0 ? `copy-${from}` : 'new')
  return (
    <>
      <Title title={translate('form.create')} />
      <EventForm
        key={query.toString()}
        loaded={undefined}
        initial={initial}
        prefilled={prefilled}
        draftKey={draftKey}
        draft={dates ? undefined : readDraft(draftKey)}
      />
    </>
  )
}

/** Accepts `2026-12-04`, `2026-12-04T20:00` and complete wall times. */
function toWallTime(text: string): string {
  const wallTime = joinWallTime(text.slice(0, 10), text.slice(11, 16))
  return isWallTime(wallTime) ? wallTime : ''
}

function readDates(query: URLSearchParams): Partial<EventValues> | undefined {
  const start = toWallTime(query.get('start_date') ?? '')
  const end = toWallTime(query.get('end_date') ?? '')
  if (start === '') return undefined
  const all_day = ['1', 'true'].includes(query.get('all_day') ?? '')
  return { all_day, ...(end === '' ? moveStart(EMPTY_EVENT, start) : { start_date: start, end_date: end }) }
}
