/** Reads what the pages of submissions show. */

import type { Phrase } from '../../base/i18n/translate.ts'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Media } from '../../calendar/images/image.ts'
import { findMedia } from '../../calendar/images/image-store.ts'
import { findPublicNames } from '../../calendar/lists/find-names.ts'
import { findLinks } from '../../calendar/posts/links.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { fileUrl, pageUrl, type Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { findTermsOfEvent } from '../../calendar/terms/term-store.ts'
import type { Event, LinkedKind } from '../../kernel/post.ts'
import { findRevision } from '../../storage/change-log/change-log.ts'
import type { Reader } from '../../storage/types.ts'
import { listCategoryTree } from '../directory/category-tree.ts'
import { findNotes } from '../review/note-store.ts'
import { isEditableSubmission, type Submission } from './submission.ts'
import { EMPTY_VALUES, type SubmissionErrors, type SubmissionValues } from './submission-form.ts'
import type { SubmissionChoices, SubmissionForm, SubmissionImage, SubmissionState } from './submission-page.ts'

/** Names of other records can be typed too. */
const MAX_NAMES = 1000

async function readChoices(db: Reader): Promise<SubmissionChoices> {
  return {
    categories: await listCategoryTree(db),
    venues: await listNames(db, 'venue'),
    organizers: await listNames(db, 'organizer'),
  }
}

/** Distinct names of public records, in alphabetical order. */
async function listNames(db: Reader, kind: LinkedKind): Promise<readonly string[]> {
  const records = await findPublicNames(db, kind, { limit: MAX_NAMES })
  return [...new Set(records.map(({ title }) => title))]
}

/** The ids that are those of categories. */
export async function findCategoryIds(db: Reader, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const known = new Set((await listCategoryTree(db)).map(({ id }) => id))
  return ids.filter((id) => known.has(id))
}

export interface FilledForm {
  readonly values: SubmissionValues
  readonly errors: SubmissionErrors
  readonly failure: Phrase | undefined
}

/** `token` is signed; without `filled`, the form is empty. */
export async function readNewForm(services: Services, token: string, filled?: FilledForm): Promise<SubmissionForm> {
  const { database, site } = services
  const empty = { values: { ...EMPTY_VALUES, timezone: site.zone }, errors: {}, failure: undefined }
  return { ...(filled ?? empty), choices: await readChoices(database.read), token, image: undefined }
}

interface StateRequest {
  readonly token: string
  readonly done: SubmissionState['done']
  /** A form that could not be saved. */
  readonly filled?: FilledForm | undefined
}

/** Undefined when the event was deleted. */
export async function readSubmissionState(
  services: Services,
  submission: Submission,
  urls: Urls,
  { token, done, filled }: StateRequest,
): Promise<SubmissionState | undefined> {
  const { read } = services.database
  const event = await findPost(read, 'event', submission.eventId)
  if (!event) return undefined
  const { title, status, date } = event
  return {
    ...{ title, status, date, token, done },
    url: status === 'publish' ? pageUrl(urls, 'event', event) : '',
    reason: status === 'draft' ? await findReason(read, event.id) : '',
    form: isEditableSubmission(status) ? await readEditForm(services, { submission, event }, urls, filled) : undefined,
  }
}

async function findReason(db: Reader, eventId: number): Promise<string> {
  return (await findNotes(db, [eventId])).findLast(({ action }) => action === 'return')?.text ?? ''
}

interface SubmittedRecord {
  readonly submission: Submission
  readonly event: Event
  readonly image: Media | undefined
}

async function readEditForm(
  { database: { read }, site }: Services,
  { submission, event }: Omit<SubmittedRecord, 'image'>,
  urls: Urls,
  filled: FilledForm | undefined,
): Promise<SubmissionForm> {
  const revision = await findRevision(read, 'event', event.id)
  const [image] = event.image === 0 ? [] : await findMedia(read, [event.image])
  const values = await readValues(read, { submission, event, image }, site.dayCutoff)
  return {
    ...(filled ?? { values, errors: {}, failure: undefined }),
    choices: await readChoices(read),
    token: String(revision),
    image: image && describeImage(image, urls),
  }
}

function describeImage(media: Media, urls: Urls): SubmissionImage {
  const { key, width, height } = media.sizes.find(({ name }) => name === 'medium') ?? media
  return { url: fileUrl(urls, key), width, height, alt: media.alt_text }
}

async function readValues(
  db: Reader,
  { submission, event, image }: SubmittedRecord,
  dayCutoff: string,
): Promise<SubmissionValues> {
  const { all_day } = event
  const [startDate = '', startTime = ''] = event.start_date.split(' ')
  const [endDate = '', endTime = ''] = (all_day ? shiftToDay(event.end_date, dayCutoff) : event.end_date).split(' ')
  const terms = await findTermsOfEvent(db, event.id)
  return {
    ...EMPTY_VALUES,
    ...{ title: event.title, description: event.content, timezone: event.timezone, all_day },
    ...{ start_date: startDate, end_date: endDate === startDate ? '' : endDate },
    ...(!all_day && { start_time: startTime.slice(0, 5), end_time: endTime.slice(0, 5) }),
    ...(await readLinkTexts(db, submission, event.id)),
    ...{ website: event.website, virtual_url: event.virtual_url, cost: event.cost.join(', ') },
    categories: terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ id }) => id),
    image_alt: image?.alt_text ?? '',
  }
}

/** A day that ends after midnight ends on the next date. */
const shiftToDay = (end: DateTime, dayCutoff: string): DateTime =>
  addSeconds(end, -toSeconds(`1970-01-01 ${dayCutoff}:00`) + toSeconds('1970-01-01 00:00:00'))

/** The address of a venue can be changed only if it was created with the event; the same applies to organizers. */
async function readLinkTexts(db: Reader, { venueId, organizerId }: Submission, eventId: number) {
  const links = await findLinks(db, [eventId])
  const findId = (kind: string) => links.find((link) => link.kind === kind)?.target_id ?? 0
  const venue = await findPost(db, 'venue', findId('venue'))
  const organizer = await findPost(db, 'organizer', findId('organizer'))
  return {
    ...(venue && { venue: venue.title }),
    ...(venue?.id === venueId && {
      ...{ venue_address: venue.address, venue_zip: venue.zip, venue_city: venue.city, venue_country: venue.country },
    }),
    ...(organizer && { organizer: organizer.title }),
    ...(organizer?.id === organizerId && { organizer_email: organizer.email, organizer_website: organizer.website }),
  }
}
