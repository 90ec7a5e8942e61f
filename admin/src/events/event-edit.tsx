import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Loading, Title, useGetIdentity } from 'react-admin'
import { useParams } from 'react-router-dom'
import { EventForm } from './form/event-form.tsx'
import { createDraftKey, readDraft } from './form/model/drafts.ts'
import { loadEvent } from './form/model/event-requests.ts'
import { pickValues } from './form/model/event-values.ts'

export default function EventEdit() {
  const id = Number(useParams()['id'])
  const { identity } = useGetIdentity()
  const { data: loaded, error } = useQuery({
    queryKey: ['event-input', id],
    queryFn: () => loadEvent(id),
    // The form owns the values once they are read.
    ...{ gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false },
  })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!identity || !loaded) return <Loading />
  const draftKey = createDraftKey(identity.id, id)
  return (
    <>
      <Title title={loaded.input.title} />
      <EventForm
        key={id}
        loaded={loaded}
        initial={pickValues(loaded.input)}
        draftKey={draftKey}
        draft={readDraft(draftKey)}
      />
    </>
  )
}
