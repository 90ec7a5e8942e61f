import { Button, Card, CardContent, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'

interface Sample {
  readonly records: number
  readonly events: number
  readonly edited: number
}

/** Adds the sample calendar with one click, and removes it with one. */
export function SampleCard() {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: ['sample'], queryFn: async () => (await send<Sample>('/sample')).json })
  const isThere = (data?.records ?? 0) > 0
  const change = useMutation({
    mutationFn: async () => {
      const { json } = await send<object>('/sample', { method: isThere ? 'DELETE' : 'POST' })
      return json
    },
    onSuccess: (json) => {
      notify(isThere ? translate('site.sample_done', json) : 'site.saved', { type: 'success' })
      return client.invalidateQueries()
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  if (!data) return null
  return (
    <Card>
      <CardContent>
        <Typography variant="h6">{translate('site.sample')}</Typography>
        <Typography sx={{ my: 1 }}>
          {isThere ? translate('site.sample_there', { ...data }) : translate('site.sample_none')}
        </Typography>
        <Button variant="outlined" loading={change.isPending} onClick={() => change.mutate()}>
          {translate(isThere ? 'site.sample_remove' : 'site.sample_add')}
        </Button>
      </CardContent>
    </Card>
  )
}
