import { Box, Button, Card, CardActions, CardContent, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNotify, usePermissions, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { ReviewNotes } from './review-notes.tsx'
import { RejectButton, type Submission, SubmissionInfo } from './submission-info.tsx'

export interface ReviewItem {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  readonly title: string
  readonly status: string
  readonly date: string
  readonly modified: string
  readonly start_date?: string
  readonly author: { readonly name: string }
  readonly notes: number
  readonly note: { readonly text: string; readonly user: { readonly name: string } } | null
  readonly submission: Submission | null
}

/** Path of the record in the API and in the admin. */
export const recordPath = ({ kind, id }: Pick<ReviewItem, 'kind' | 'id'>): string => `/${kind}s/${id}`

export function ReviewCard({ item }: { readonly item: ReviewItem }) {
  const translate = useTranslate()
  const { title, status, start_date, author, note, date, submission } = item
  return (
    <Card variant="outlined" sx={{ mb: 1, maxWidth: 900 }}>
      <CardContent sx={{ pb: 0 }}>
        <Typography>
          <Link to={recordPath(item)}>{title}</Link> ({translate(`review.kinds.${item.kind}`)})
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[
            start_date && translate('review.starts', { date: start_date.slice(0, 16) }),
            status === 'future' && translate('review.published_at', { date: date.slice(0, 16) }),
            author.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {submission && <SubmissionInfo submission={submission} title={title} />}
        {note && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {note.user.name}: {note.text}
          </Typography>
        )}
      </CardContent>
      <CardActions>
        <Decision item={item} />
        <ReviewNotes path={recordPath(item)} title={title} count={item.notes} />
      </CardActions>
    </Card>
  )
}

/** Publish or return, for editors and submitted records. */
function Decision({ item }: { readonly item: ReviewItem }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { permissions = [] } = usePermissions<string[]>()
  const [isReturning, setIsReturning] = useState(false)
  const publishing = useMutation({
    mutationFn: () => send(recordPath(item), { method: 'POST', body: { status: 'publish' } }),
    onSuccess: () => {
      notify('review.published', { type: 'success', messageArgs: { title: item.title } })
      return client.invalidateQueries({ queryKey: ['review'] })
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  if (item.status !== 'pending' || !permissions.includes('edit_others_posts')) return null
  return (
    <Box>
      <Button
        disabled={publishing.isPending}
        aria-label={`${translate('review.publish')}: ${item.title}`}
        onClick={() => publishing.mutate()}
      >
        {translate('review.publish')}
      </Button>
      <Button aria-label={`${translate('review.return')}: ${item.title}`} onClick={() => setIsReturning(true)}>
        {translate('review.return')}
      </Button>
      {item.submission && <RejectButton path={recordPath(item)} title={item.title} />}
      {isReturning && (
        <ReturnDialog
          path={recordPath(item)}
          title={item.title}
          help={item.submission ? 'review.submission.reason_help' : 'review.reason_help'}
          onClose={() => setIsReturning(false)}
        />
      )}
    </Box>
  )
}
