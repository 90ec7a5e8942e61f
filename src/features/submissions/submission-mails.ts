/** Mails to people who have submitted events: the receipt, and the decision about the event. */

import { LANGUAGES, type Language } from '../../base/i18n/language.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { translate } from '../../base/i18n/translate.ts'
import type { Services } from '../../calendar/services.ts'
import type { Submission } from './submission.ts'
import { buildSubmissionUrl, createSubmissionLink } from './submission-links.ts'
import { findSubmission } from './submission-store.ts'

interface MailedEvent {
  readonly title: string
  readonly url: string
}

/** Returns false if the mail could not be sent, or there is no mail server. */
export async function sendReceipt(services: Services, submission: Submission, event: MailedEvent): Promise<boolean> {
  return sendMail(services, submission, {
    ...event,
    subject: 'mail.submission_received_subject',
    text: 'mail.submission_received_text',
    end: 'mail.submission_received_end',
  })
}

export type SubmissionDecision = 'returned' | 'approved' | 'rejected'

const DECISION_TEXTS = {
  returned: {
    subject: 'mail.submission_returned_subject',
    text: 'mail.submission_returned_text',
    end: 'mail.submission_returned_end',
  },
  approved: {
    subject: 'mail.submission_approved_subject',
    text: 'mail.submission_approved_text',
    end: 'mail.submission_end',
  },
  rejected: {
    subject: 'mail.submission_rejected_subject',
    text: 'mail.submission_rejected_text',
    end: 'mail.submission_end',
  },
} as const satisfies Record<SubmissionDecision, Readonly<Record<'subject' | 'text' | 'end', MessageKey>>>

export interface MailedDecision {
  readonly eventId: number
  readonly title: string
  readonly decision: SubmissionDecision
  /** Reason of a return. */
  readonly reason: string
  /** URL of the page of a published event. */
  readonly eventUrl: string | undefined
  /** URL of the site, and of its pages in a language. */
  readonly site: string
}

/** Does nothing for events that no visitor has submitted. */
export async function sendDecision(services: Services, decided: MailedDecision): Promise<void> {
  const submission = await findSubmission(services.database.read, decided.eventId)
  if (!submission) return
  const { decision, title, reason, eventUrl } = decided
  const url = eventUrl ?? (decision === 'rejected' ? '' : await createUrl(services, submission, decided.site))
  await sendMail(services, submission, { ...DECISION_TEXTS[decision], title, reason, url })
}

async function createUrl(services: Services, submission: Submission, site: string): Promise<string> {
  const { languages } = services.site
  const language = languages.find((one) => one === submission.language)
  const home = language && languages.length > 1 ? `${site}/${language}` : site
  return buildSubmissionUrl(home, await createSubmissionLink(services, submission.eventId))
}

interface SubmissionMail extends MailedEvent {
  readonly subject: MessageKey
  readonly text: MessageKey
  readonly end: MessageKey
  readonly reason?: string
}

async function sendMail(
  { mailer, site, reportError }: Services,
  { name, email, language: code }: Submission,
  { title, url, reason = '', ...keys }: SubmissionMail,
): Promise<boolean> {
  if (!mailer) return false
  const language: Language = LANGUAGES.find((one) => one === code) ?? 'en'
  const values = { title, name, site: site.name }
  const parts = [
    translate(language, 'mail.submission_greeting', values),
    translate(language, keys.text, values),
    ...[reason, url].filter((part) => part !== ''),
    translate(language, keys.end, values),
  ]
  const mail = { to: email, subject: translate(language, keys.subject, values), text: `${parts.join('\n\n')}\n` }
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}
