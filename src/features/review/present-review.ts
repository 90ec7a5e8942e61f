/** Presents the review of records. */
import type { DateTime } from '../../base/time/date-time.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { restUrl, type Urls } from '../../calendar/posts/urls.ts'
import type { PostKind, PostStatus } from '../../kernel/post.ts'
import type { User } from '../../kernel/user.ts'

interface PresentedNote {
  readonly id: number
  readonly author: number
  readonly user: User | undefined
  readonly action: string
  readonly text: string
  readonly at: DateTime
}

const presentUser = (id: number, user: User | undefined) => ({ id, name: user?.name ?? '' })

/** The date is in `zone`, that of the site. */
export const presentNote = ({ id, author, user, action, text, at }: PresentedNote, zone: string) => ({
  id,
  user: presentUser(author, user),
  action,
  text,
  date: toLocal(at, zone),
})

interface PresentedItem {
  readonly kind: PostKind
  readonly id: number
  readonly title: string
  readonly author: number
  readonly user: User | undefined
  readonly status: PostStatus
  readonly date: DateTime
  readonly modified: DateTime
  readonly start_date: DateTime
  readonly notes: number
  readonly note: PresentedNote | undefined
  readonly submission: PresentedSubmission | undefined
}

interface PresentedSubmission {
  readonly name: string
  readonly email: string
  readonly note: string
  readonly records: readonly { readonly kind: PostKind; readonly id: number; readonly title: string }[]
}

const presentSubmission = ({ name, email, note, records }: PresentedSubmission) => ({
  ...{ name, email, note },
  records: records.map(({ kind, id, title }) => ({ kind, id, title })),
})

/** `start_date` only for events. */
const presentItem = (
  { user, author, note, start_date, submission, ...item }: PresentedItem,
  urls: Urls,
  zone: string,
) => ({
  ...{ kind: item.kind, id: item.id, title: item.title, status: item.status },
  ...{ date: item.date, modified: item.modified, notes: item.notes },
  ...(start_date !== '' && { start_date }),
  author: presentUser(author, user),
  note: note ? presentNote(note, zone) : null,
  submission: submission ? presentSubmission(submission) : null,
  rest_url: restUrl(urls, item.kind, item.id),
})

interface PresentedReview {
  readonly pending: readonly PresentedItem[]
  readonly returned: readonly PresentedItem[]
  readonly scheduled: readonly PresentedItem[]
}

export const presentReview = ({ pending, returned, scheduled }: PresentedReview, urls: Urls, zone: string) => ({
  pending: pending.map((item) => presentItem(item, urls, zone)),
  returned: returned.map((item) => presentItem(item, urls, zone)),
  scheduled: scheduled.map((item) => presentItem(item, urls, zone)),
})
