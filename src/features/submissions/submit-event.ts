/** Visitors submit events, which wait for a review. Nothing of a submission is public before its approval. */

import type { Language } from '../../base/i18n/language.ts'
import { createEvent } from '../../calendar/events/write-event.ts'
import { writeWithImages } from '../../calendar/images/write-with-images.ts'
import type { WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { type Services, withOrigin } from '../../calendar/services.ts'
import { createSystemOrigin } from '../../kernel/change-record.ts'
import type { SubmittedImage } from '../../kernel/common-fields.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import type { Writer } from '../../storage/types.ts'
import type { Submission } from './submission.ts'
import type { SubmissionValues, SubmittedEvent } from './submission-form.ts'
import { countSubmission } from './submission-limits.ts'
import { buildSubmissionUrl, createSubmissionLink } from './submission-links.ts'
import { sendReceipt } from './submission-mails.ts'
import { insertSubmission, isFormUsed } from './submission-store.ts'
import { NO_STORED_LINK, type ResolvedLink, resolveSubmittedLink } from './submitted-links.ts'

export interface SubmissionRequest {
  readonly values: SubmissionValues
  readonly event: SubmittedEvent
  /** Identifies the form. */
  readonly formDigest: string
  readonly ip: string
  readonly language: Language
  /** URL of the pages, in the language of the submitter. */
  readonly home: string
  /** URL of the site. */
  readonly site: string
}

/** Services whose writes the history attributes to the form for visitors. */
export const withSubmissionOrigin = (services: Services, ip: string): Services =>
  withOrigin(services, { ...createSystemOrigin('submission'), ip })

/** The image of the form, which is stored with the event. */
export const listSubmittedImages = ({ image }: SubmittedEvent, altText: string): readonly SubmittedImage[] =>
  image ? [{ field: 'image', url: getImageKey(image), file: image, altText }] : []

const getImageKey = ({ path = '' }: { readonly path: string | undefined }): string => `file:${path}`

/** The input of an event that waits for review, with its stored image, its venue and its organizer. */
export const createPendingInput = (
  { input, image }: SubmittedEvent,
  { venue, organizer }: Readonly<Record<LinkedKind, ResolvedLink>>,
) => ({
  ...input,
  ...(image && { image: { url: getImageKey(image) } }),
  status: 'pending' as const,
  venue: venue.ids.map((id) => ({ id })),
  organizer: organizer.ids.map((id) => ({ id })),
})

/**
 * Stores the event with everything that belongs to it in one transaction. Returns the token of the link when it could
 * not be mailed. Throws `too_many_requests`, `idempotency_key_in_use` for a form that was sent before, and
 * `rest_invalid_param` that names the field `image` or `start_date`.
 */
export async function submitEvent(services: Services, request: SubmissionRequest): Promise<string | undefined> {
  const { event, values, ip, home, site, formDigest } = request
  if (await isFormUsed(services.database.read, formDigest)) throw problem('idempotency_key_in_use')
  await countSubmission(services, ip, values.email)
  const images = listSubmittedImages(event, values.image_alt)
  const writer = withSubmissionOrigin(services, ip)
  const submission = await writeWithImages(writer, { viewer: ANONYMOUS, home: site, images }, (tx, context) =>
    storeSubmission(tx, request, context),
  )
  const token = await createSubmissionLink(services, submission.eventId)
  const url = buildSubmissionUrl(home, token)
  return (await sendReceipt(services, submission, { title: event.input.title ?? '', url })) ? undefined : token
}

async function storeSubmission(
  tx: Writer,
  { event, values, formDigest, language }: SubmissionRequest,
  context: WriteContext,
): Promise<Submission> {
  // Another request may have sent the same form meanwhile.
  if (await isFormUsed(tx, formDigest)) throw problem('idempotency_key_in_use')
  const venue = await resolveSubmittedLink(tx, 'venue', { link: event.venue, stored: NO_STORED_LINK }, context)
  const organizer = await resolveSubmittedLink(
    tx,
    'organizer',
    { link: event.organizer, stored: NO_STORED_LINK },
    context,
  )
  const { post } = await createEvent(tx, createPendingInput(event, { venue, organizer }), context)
  const submission: Submission = {
    eventId: post.id,
    venueId: venue.created,
    organizerId: organizer.created,
    ...{ name: values.name, email: values.email, note: values.note, language },
    submitted: context.clock.now,
    decided: '',
  }
  await insertSubmission(tx, submission, formDigest)
  return submission
}
