/** Events that wait for a review, returned events, and those published this week. */
import { Alert, FormControlLabel, LinearProgress, Switch, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Title, useLocale, useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { settings } from '../settings.ts'
import { ReviewCard, type ReviewItem } from './review-card.tsx'

interface Review {
  readonly pending: readonly ReviewItem[]
  readonly returned: readonly ReviewItem[]
  readonly scheduled: readonly ReviewItem[]
}

const LISTS = ['pending', 'scheduled', 'returned'] as const

export default function ReviewScreen() {
  const translate = useTranslate()
  const { data, error } = useQuery({
    queryKey: ['review'],
    queryFn: async () => (await send<Review>('/review')).json,
  })
  return (
    <>
      <Title title={translate('review.title')} />
      {error && <Alert severity="error">{error.message}</Alert>}
      {!data && !error && <LinearProgress aria-label={translate('ra.message.loading')} />}
      {data &&
        LISTS.map((list) => (
          <section key={list} aria-labelledby={`review-${list}`}>
            <Typography variant="h6" id={`review-${list}`} sx={{ mt: 2, mb: 1 }}>
              {translate(`review.lists.${list}`)} ({data[list].length})
            </Typography>
            {data[list].length === 0 && <Typography>{translate(`review.empty.${list}`)}</Typography>}
            {data[list].map((item) => (
              <ReviewCard key={item.id} item={item} />
            ))}
          </section>
        ))}
      {settings.hasMail && <MailSwitch />}
    </>
  )
}

interface MailSettings {
  readonly mails: boolean
  readonly language: string
}

/** Mails are sent in the language of the admin in which they were turned on. */
function MailSwitch() {
  const translate = useTranslate()
  const notify = useNotify()
  const language = useLocale()
  const client = useQueryClient()
  const queryKey = ['review-mails']
  const { data } = useQuery({ queryKey, queryFn: async () => (await send<MailSettings>('/review/mails')).json })
  const saving = useMutation({
    mutationFn: async (mails: boolean) =>
      (await send<MailSettings>('/review/mails', { method: 'POST', body: { mails, language } })).json,
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  return (
    <FormControlLabel
      sx={{ mt: 3 }}
      disabled={!data || saving.isPending}
      control={<Switch checked={data?.mails ?? false} onChange={(event) => saving.mutate(event.target.checked)} />}
      label={translate('review.mails')}
    />
  )
}
