/** The form with which visitors submit and edit events: its fields, and how their texts become an event. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { Phrase } from '../../base/i18n/translate.ts'
import { isEmailAddress } from '../../base/text/email-address.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { sanitizeVisitorContent } from '../../base/text/sanitize-content.ts'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays } from '../../base/time/parse-date.ts'
import { isTimeZone, resolveLocal } from '../../base/time/time-zone.ts'
import type { EventInput } from '../../calendar/events/event-fields.ts'
import { parseWebsite } from '../../kernel/common-fields.ts'
import { parseCost } from '../../kernel/cost.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import { isUploadedFile, type UploadedFile } from '../../kernel/uploaded-file.ts'
import type { RawInput } from '../../kernel/validate-input.ts'

/** Maximum number of characters of each text. */
export const TEXT_LIMITS = {
  title: 200,
  description: 20_000,
  start_date: 10,
  start_time: 8,
  end_date: 10,
  end_time: 8,
  timezone: 60,
  venue: 200,
  venue_address: 200,
  venue_zip: 20,
  venue_city: 100,
  venue_country: 100,
  organizer: 200,
  organizer_email: 200,
  organizer_website: 500,
  website: 500,
  virtual_url: 500,
  cost: 100,
  image_alt: 300,
  name: 100,
  email: 200,
  note: 2000,
} as const

export type SubmissionText = keyof typeof TEXT_LIMITS
export type SubmissionField = SubmissionText | 'categories' | 'image'

/** The form as it was filled in, so that it can be shown again. */
export interface SubmissionValues extends Readonly<Record<SubmissionText, string>> {
  readonly all_day: boolean
  /** Ids of categories. */
  readonly categories: readonly number[]
  /** Only when an event is edited. */
  readonly removesImage: boolean
}

export type SubmissionErrors = Readonly<Partial<Record<SubmissionField, Phrase>>>

/** A venue or an organizer by name, with what a new one gets. */
export interface SubmittedLink {
  readonly name: string
  readonly details: Readonly<Record<string, string>>
}

/** Values of the form about the event, before categories, venue and organizer are looked up. */
export interface SubmittedEvent {
  readonly input: Partial<EventInput>
  readonly venue: SubmittedLink | undefined
  readonly organizer: SubmittedLink | undefined
  readonly image: UploadedFile | undefined
}

export interface ParsedSubmission {
  readonly values: SubmissionValues
  readonly errors: SubmissionErrors
  readonly event: SubmittedEvent
}

export const EMPTY_VALUES: SubmissionValues = {
  ...readTexts({}),
  all_day: false,
  categories: [],
  removesImage: false,
}

const isText = (name: string): name is SubmissionText => Object.hasOwn(TEXT_LIMITS, name)
const TEXT_NAMES = Object.keys(TEXT_LIMITS).filter(isText)

function readTexts(raw: RawInput): Readonly<Record<SubmissionText, string>> {
  const entries = Object.keys(TEXT_LIMITS).map((name) => [
    name,
    name === 'description' ? readText(raw[name]) : readText(raw[name]).replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' '),
  ])
  return Object.fromEntries(entries)
}

/** PostgreSQL cannot store NUL, and lone surrogates have no UTF-8 form. */
function readText(raw: unknown): string {
  return typeof raw === 'string' ? raw.replaceAll('\0', '').replaceAll('\r\n', '\n').trim().toWellFormed() : ''
}

interface FormContext {
  /** UTC. */
  readonly now: DateTime
  /** True if the form asks who submits the event; false when one is edited. */
  readonly hasSubmitter: boolean
  /** Largest image in bytes. */
  readonly maxImageBytes: number
  /** True if the event has an image already, to which the alternative text applies. */
  readonly hasImage: boolean
}

/** `event` is complete only without errors. */
export function parseSubmission(raw: RawInput, context: FormContext): ParsedSubmission {
  const values: SubmissionValues = {
    ...readTexts(raw),
    all_day: readText(raw['all_day']) !== '',
    categories: [raw['categories']].flat().flatMap((id) => toPositiveInteger(id) ?? []),
    removesImage: readText(raw['image_remove']) !== '',
  }
  const file = raw['image']
  const image = isUploadedFile(file) && file.bytes > 0 ? file : undefined
  const dates = readDates(values, context.now)
  const errors = {
    ...findTextErrors(values, context.hasSubmitter),
    ...dates.errors,
    ...findImageErrors(values, image, context),
    ...findLengthErrors(values),
  }
  const event = { input: createInput(values, dates), image, ...createLinks(values) }
  return { values, errors, event }
}

const phrase = (key: MessageKey, values?: Phrase['values']): Phrase => ({ key, ...(values && { values }) })

function findLengthErrors(values: SubmissionValues): SubmissionErrors {
  const long = TEXT_NAMES.filter((name) => values[name].length > TEXT_LIMITS[name])
  return Object.fromEntries(
    long.map((name) => [name, phrase('submission.error_long', { limit: String(TEXT_LIMITS[name]) })]),
  )
}

const URL_NAMES = ['website', 'virtual_url', 'organizer_website'] as const

function findTextErrors(values: SubmissionValues, hasSubmitter: boolean): SubmissionErrors {
  const errors: Partial<Record<SubmissionField, Phrase>> = {}
  if (toPlainText(values.title) === '') errors.title = phrase('submission.error_title')
  for (const name of URL_NAMES) if (parseUrl(values[name]) === undefined) errors[name] = phrase('submission.error_url')
  if (!isTimeZone(values.timezone)) errors.timezone = phrase('submission.error_zone')
  if (values.organizer_email !== '' && !isEmailAddress(values.organizer_email))
    errors.organizer_email = phrase('submission.error_email')
  if (values.venue === '' && [values.venue_address, values.venue_zip, values.venue_city].some((text) => text !== ''))
    errors.venue = phrase('submission.error_venue')
  if (values.organizer === '' && [values.organizer_email, values.organizer_website].some((text) => text !== ''))
    errors.organizer = phrase('submission.error_organizer')
  if (!hasSubmitter) return errors
  if (values.name === '') errors.name = phrase('submission.error_name')
  if (!isEmailAddress(values.email)) errors.email = phrase('submission.error_email')
  return errors
}

/** People often omit the scheme. Empty for none, undefined for an invalid URL. */
function parseUrl(text: string): string | undefined {
  if (text === '') return ''
  const url = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`
  const parsed = /^https?:/i.test(url) && URL.canParse(url) ? parseWebsite(new URL(url).href) : undefined
  return parsed && 'value' in parsed && new URL(parsed.value).hostname.includes('.') ? parsed.value : undefined
}

function findImageErrors(
  values: SubmissionValues,
  image: UploadedFile | undefined,
  { maxImageBytes, hasImage }: FormContext,
): SubmissionErrors {
  const isTooLarge = image !== undefined && image.bytes > maxImageBytes
  const isShown = image !== undefined || (hasImage && !values.removesImage)
  return {
    ...(isTooLarge && { image: phrase('error.image_too_large', { limit: String(maxImageBytes) }) }),
    ...(isShown && values.image_alt === '' && { image_alt: phrase('submission.error_alt') }),
  }
}

interface ReadDates {
  readonly errors: SubmissionErrors
  readonly start: DateTime
  readonly end: DateTime
}

/** Days that do not exist, such as February 30, are not shifted to the next month. */
const parseDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && addDays(`${text} 00:00:00`, 0).slice(0, 10) === text ? text : undefined
const parseTime = (text: string): string | undefined =>
  /^(?:[01]\d|2[0-3]):[0-5]\d(?::00)?$/.test(text) ? `${text.slice(0, 5)}:00` : undefined

/** Without an end date, an event ends on the day on which it starts, or after midnight. */
function readDates(values: SubmissionValues, now: DateTime): ReadDates {
  const errors: Partial<Record<SubmissionField, Phrase>> = {}
  const read = (name: 'start_date' | 'end_date' | 'start_time' | 'end_time', fallback = ''): string => {
    const parse = name.endsWith('date') ? parseDay : parseTime
    const parsed = values[name] === '' && fallback !== '' ? fallback : parse(values[name])
    if (parsed === undefined)
      errors[name] = phrase(name.endsWith('date') ? 'submission.error_date' : 'submission.error_time')
    return parsed ?? ''
  }
  const startDate = read('start_date')
  const endDate = read('end_date', startDate || 'unknown')
  const [startTime, endTime] = values.all_day ? ['00:00:00', '00:00:00'] : [read('start_time'), read('end_time')]
  const start = `${startDate} ${startTime}`
  const sameDay = `${endDate} ${endTime}`
  if (Object.keys(errors).length > 0 || !isTimeZone(values.timezone)) return { errors, start, end: sameDay }
  const isPastMidnight = values.end_date === '' && endTime < startTime
  const end = isPastMidnight ? addDays(sameDay, 1) : sameDay
  const [from, until] = [start, end].map((local) => toSeconds(resolveLocal(local, values.timezone).utc))
  const last = (until ?? 0) + (values.all_day ? 86_400 : 0)
  if ((until ?? 0) < (from ?? 0)) errors.end_date = phrase('error.ends_before_start')
  else if (last <= toSeconds(now)) errors.start_date = phrase('submission.error_past')
  return { errors, start, end }
}

function createInput(values: SubmissionValues, { start, end }: ReadDates): Partial<EventInput> {
  const virtualUrl = parseUrl(values.virtual_url) ?? ''
  const isMixed = virtualUrl !== '' && values.venue !== ''
  return {
    title: toPlainText(values.title),
    description: sanitizeVisitorContent(values.description),
    all_day: values.all_day,
    start_date: start,
    end_date: end,
    timezone: values.timezone,
    website: parseUrl(values.website) ?? '',
    attendance_mode: virtualUrl === '' ? 'offline' : isMixed ? 'mixed' : 'online',
    virtual_url: virtualUrl,
    cost: parseCost(values.cost) ?? [],
    categories: values.categories.map(String),
    ...(values.removesImage && { image: 0 }),
  }
}

function createLinks(values: SubmissionValues): Pick<SubmittedEvent, 'venue' | 'organizer'> {
  const { venue_address: address, venue_zip: zip, venue_city: city, venue_country: country } = values
  const create = (text: string, details: Readonly<Record<string, string>>): SubmittedLink | undefined => {
    const name = toPlainText(text)
    const cleaned = Object.entries(details).map(([field, value]) => [field, toPlainText(value)])
    return name === '' ? undefined : { name, details: Object.fromEntries(cleaned) }
  }
  const website = parseUrl(values.organizer_website) ?? ''
  return {
    venue: create(values.venue, { address, zip, city, country }),
    organizer: create(values.organizer, { email: values.organizer_email, website }),
  }
}
