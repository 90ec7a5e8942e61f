/** The submission of a visitor without an account, and the button that rejects it. */
import { Box, Button, Chip, Link, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link as RecordLink, useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'

export interface Submission {
  readonly name: string
  readonly email: string
  readonly note: string
  /** Venues and organizers that are published with the event. */
  readonly records: readonly {
    readonly kind: 'event' | 'venue' | 'organizer'
    readonly id: number
    readonly title: string
  }[]
}

interface SubmissionInfoProps {
  readonly submission: Submission
  /** Title of the event, which is the subject of mails. */
  readonly title: string
}

export function SubmissionInfo({ submission, title }: SubmissionInfoProps) {
  const translate = useTranslate()
  const { name, email, note, records } = submission
  const mail = `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(title)}`
  return (
    <Box sx={{ mt: 0.5 }}>
      <Typography variant="body2" component="div">
        <Chip
          size="small"
          color="primary"
          variant="outlined"
          label={translate('review.submission.badge')}
          sx={{ mr: 1 }}
        />
        {name}{' '}
        <Link href={mail} aria-label={`${translate('review.submission.write', { name })}: ${email}`}>
          {email}
        </Link>
      </Typography>
      {note !== '' && (
        <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
          {note}
        </Typography>
      )}
      {records.map(({ kind, id, title: record }) => (
        <Typography key={id} variant="body2" sx={{ mt: 0.5 }}>
          {translate(`review.kinds.${kind}`)}: <RecordLink to={`/${kind}s/${id}`}>{record}</RecordLink>
        </Typography>
      ))}
    </Box>
  )
}

/** Moves the event to the trash, from which it can be restored. */
export function RejectButton({ path, title }: { readonly path: string; readonly title: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const rejecting = useMutation({
    mutationFn: () => send(path, { method: 'DELETE' }),
    onSuccess: () => {
      notify('review.submission.rejected', { type: 'success', messageArgs: { title } })
      return client.invalidateQueries({ queryKey: ['review'] })
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  return (
    <Button
      color="error"
      disabled={rejecting.isPending}
      aria-label={`${translate('review.submission.reject')}: ${title}`}
      onClick={() => rejecting.mutate()}
    >
      {translate('review.submission.reject')}
    </Button>
  )
}
