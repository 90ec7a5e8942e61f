/** Contents of the pages of submissions. */

import type { Phrase } from '../../base/i18n/translate.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Services } from '../../calendar/services.ts'
import type { PostStatus } from '../../kernel/post.ts'
import type { SubmissionErrors, SubmissionValues } from './submission-form.ts'

export interface SubmissionCategory {
  readonly id: number
  readonly name: string
  /** Number of ancestors. */
  readonly depth: number
}

/** Names and categories that the form offers. */
export interface SubmissionChoices {
  readonly categories: readonly SubmissionCategory[]
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
}

export interface SubmissionImage {
  readonly url: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly alt: string
}

export interface SubmissionForm {
  readonly values: SubmissionValues
  readonly errors: SubmissionErrors
  /** About the whole form. */
  readonly failure: Phrase | undefined
  readonly choices: SubmissionChoices
  /** The signed token of a new form; the revision of the event that an edit shows. */
  readonly token: string
  /** The image that the event has already. */
  readonly image: SubmissionImage | undefined
}

/** A submission as its submitter sees it. */
export interface SubmissionState {
  readonly title: string
  readonly status: PostStatus
  /** Time of publication, in the time zone of the site. */
  readonly date: DateTime
  /** URL of the published event; empty before. */
  readonly url: string
  /** Reason of the return; empty without one. */
  readonly reason: string
  /** The token of the link. */
  readonly token: string
  /** The latest action of the submitter. */
  readonly done: 'submitted' | 'saved' | undefined
  /** Undefined when the event cannot be edited any more. */
  readonly form: SubmissionForm | undefined
}

export type SubmissionPage =
  /** `hasMail`: whether a mail server is configured. */
  | { readonly kind: 'new'; readonly form: SubmissionForm; readonly hasMail: boolean }
  | { readonly kind: 'sent' }
  | { readonly kind: 'state'; readonly state: SubmissionState }
  /** The link has expired, or there never was one. */
  | { readonly kind: 'unknown' }

declare module '../../http/page-renderer.ts' {
  interface PageRenderer {
    /** A form of a visitor, or the state of what was submitted. */
    readonly renderSubmission: (
      services: Services,
      where: Pick<PageRequest, 'language' | 'urls'>,
      page: SubmissionPage,
    ) => PageResponse
  }
}
