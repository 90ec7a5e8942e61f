/** An event that a visitor has submitted without an account. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { PostStatus } from '../../kernel/post.ts'

export interface Submission {
  readonly eventId: number
  /** The venue and the organizer that were created with the event; 0 for none. */
  readonly venueId: number
  readonly organizerId: number
  readonly name: string
  readonly email: string
  /** For the editors. */
  readonly note: string
  /** Language of the pages that the submitter uses. */
  readonly language: string
  /** UTC. */
  readonly submitted: DateTime
  /** Time of the decision or withdrawal, UTC; empty while the event waits. */
  readonly decided: DateTime | ''
}

/** True if the submitter may still change the event. */
export const isEditableSubmission = (status: PostStatus): boolean => status === 'pending' || status === 'draft'

/** The status of the venue and the organizer that were created with an event of this status. */
export const findSubmittedLinkStatus = (status: PostStatus): PostStatus =>
  status === 'publish' || status === 'future' ? 'publish' : status === 'trash' ? 'trash' : 'pending'

/** Pages of submissions, relative to `Urls.home`. */
export const SUBMIT_PATH = '/events/submit/'
export const SUBMISSION_PATH = '/events/submission/'
