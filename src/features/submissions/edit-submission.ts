/** Submitters change or withdraw their events until these are published. */

import { writeEvent } from '../../calendar/events/write-event.ts'
import type { Media } from '../../calendar/images/image.ts'
import { findMedia, updateMedia } from '../../calendar/images/image-store.ts'
import { findPostsWithImage } from '../../calendar/images/image-use.ts'
import { createMediaTimes, recordImageUses } from '../../calendar/images/media-changes.ts'
import { writeWithImages } from '../../calendar/images/write-with-images.ts'
import type { WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { findLinks } from '../../calendar/posts/links.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { recordMediaFields } from '../../calendar/posts/recorded-fields.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { Event } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { findRevision, recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { alignSubmittedLinks } from './decide-submission.ts'
import { isEditableSubmission, type Submission } from './submission.ts'
import type { SubmissionValues, SubmittedEvent } from './submission-form.ts'
import { countEdit } from './submission-limits.ts'
import { updateSubmission } from './submission-store.ts'
import { createPendingInput, listSubmittedImages, withSubmissionOrigin } from './submit-event.ts'
import { resolveSubmittedLink } from './submitted-links.ts'

export interface SubmissionEdit {
  readonly values: SubmissionValues
  readonly event: SubmittedEvent
  /** Revision of the event that the submitter has seen. */
  readonly revision: number
  readonly ip: string
  /** URL of the site. */
  readonly site: string
}

/**
 * Saves the event, which waits for a review again. Throws `rest_precondition_failed` when it was changed or decided
 * meanwhile, and the problems of `submitEvent`.
 */
export async function editSubmission(services: Services, submission: Submission, edit: SubmissionEdit): Promise<void> {
  await countEdit(services, edit.ip)
  const images = listSubmittedImages(edit.event, edit.values.image_alt)
  const writer = withSubmissionOrigin(services, edit.ip)
  await writeWithImages(writer, { viewer: ANONYMOUS, home: edit.site, images }, async (tx, context) => {
    const current = await requireEditable(tx, submission)
    if ((await findRevision(tx, 'event', current.id)) !== edit.revision) throw problem('rest_precondition_failed')
    await saveEvent(tx, { submission, current, edit }, context)
    await saveAltText(tx, services, current, edit)
  })
}

interface EventSave {
  readonly submission: Submission
  readonly current: Event
  readonly edit: SubmissionEdit
}

async function saveEvent(tx: Writer, { submission, current, edit }: EventSave, context: WriteContext): Promise<void> {
  const { event } = edit
  const links = await findLinks(tx, [current.id])
  const findStored = (kind: string, created: number) => ({
    current: links.find((link) => link.kind === kind)?.target_id ?? 0,
    created,
  })
  const { venueId, organizerId } = submission
  const venueInput = { link: event.venue, stored: findStored('venue', venueId) }
  const venue = await resolveSubmittedLink(tx, 'venue', venueInput, context)
  const organizerInput = { link: event.organizer, stored: findStored('organizer', organizerId) }
  const organizer = await resolveSubmittedLink(tx, 'organizer', organizerInput, context)
  const changed: Submission = { ...submission, venueId: venue.created, organizerId: organizer.created, decided: '' }
  await updateSubmission(tx, changed)
  await writeEvent(tx, current, createPendingInput(event, { venue, organizer }), context)
  await alignSubmittedLinks(tx, changed, 'pending', context)
}

/** Changes the alternative text of the image that the event had before. Only images of visitors can be changed. */
async function saveAltText(tx: Writer, services: Services, current: Event, edit: SubmissionEdit): Promise<void> {
  const { image_alt: alt_text, removesImage } = edit.values
  if (edit.event.image || removesImage || current.image === 0) return
  const [before] = await findMedia(tx, [current.image])
  if (!before || before.author !== ANONYMOUS.id || before.alt_text === alt_text) return
  const after: Media = { ...before, alt_text, ...createMediaTimes(services) }
  const at = after.modified_utc
  await updateMedia(tx, after)
  const fields = diffFields(recordMediaFields(before), recordMediaFields(after))
  await recordChange(tx, { kind: 'media', id: after.id, op: 'update', at, fields })
  await recordImageUses(tx, await findPostsWithImage(tx, after.id), { at })
}

async function requireEditable(tx: Writer, { eventId }: Submission): Promise<Event> {
  const current = await findPost(tx, 'event', eventId)
  if (!current || !isEditableSubmission(current.status)) throw problem('rest_precondition_failed')
  return current
}

/** Moves the event to the trash. Throws `rest_precondition_failed` when it was decided meanwhile. */
export async function withdrawSubmission(services: Services, submission: Submission, ip: string): Promise<void> {
  await countEdit(services, ip)
  const writer = withSubmissionOrigin(services, ip)
  await retryTransaction(writer, async (tx) => {
    const current = await requireEditable(tx, submission)
    await writeEvent(tx, current, { status: 'trash' }, createWriteContext(services, ANONYMOUS))
  })
}
