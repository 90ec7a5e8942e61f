/** Events that wait for a review, returned events, and those published this week. */
import { Alert, FormControlLabel, LinearProgress, Switch, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  const [isFiltered, setIsFiltered] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['review'],
    queryFn: async () => (await send<Review>('/review')).json,
  })
  const hasVisitors = data !== undefined && hasSubmissions(data)
  return (
    <>
      <Title title={translate('review.title')} />
      {error && <Alert severity="error">{error.message}</Alert>}
      {!data && !error && <LinearProgress aria-label={translate('ra.message.loading')} />}
      {hasVisitors && (
        <FormControlLabel
          sx={{ mt: 1 }}
          control={<Switch checked={isFiltered} onChange={(event) => setIsFiltered(event.target.checked)} />}
          label={translate('review.submission.only')}
        />
      )}
      {data &&
        LISTS.map((list) => (
          <ReviewList key={list} list={list} items={data[list]} isFiltered={isFiltered && hasVisitors} />
        ))}
      {settings.hasMail && <MailSwitch />}
    </>
  )
}

const hasSubmissions = (review: Review): boolean =>
  LISTS.some((list) => review[list].some(({ submission }) => submission !== null))

interface ReviewListProps {
  readonly list: (typeof LISTS)[number]
  readonly items: readonly ReviewItem[]
  /** True if only submissions of visitors are shown. */
  readonly isFiltered: boolean
}

function ReviewList({ list, items, isFiltered }: ReviewListProps) {
  const translate = useTranslate()
  const shown = items.filter(({ submission }) => !isFiltered || submission !== null)
  return (
    <section aria-labelledby={`review-${list}`}>
      <Typography variant="h6" id={`review-${list}`} sx={{ mt: 2, mb: 1 }}>
        {translate(`review.lists.${list}`)} ({shown.length})
      </Typography>
      {shown.length === 0 && (
        <Typography>{translate(isFiltered ? 'review.submission.empty' : `review.empty.${list}`)}</Typography>
      )}
      {shown.map((item) => (
        <ReviewCard key={item.id} item={item} />
      ))}
    </section>
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
