/** Limits of the fields of records, settings and sources. */

import { MAX_DATE_LENGTH } from '../../src/base/time/parse-date.ts'
import {
  MAX_LABEL_LENGTH,
  MAX_OPTION_LENGTH,
  MAX_OPTIONS,
  MAX_ORDER,
} from '../../src/calendar/custom-fields/custom-field-fields.ts'
import { MAX_CUSTOM_VALUE_BYTES } from '../../src/calendar/custom-fields/custom-values-field.ts'
import { MAX_DATE_WORDS_LENGTH } from '../../src/calendar/events/dates-in-words.ts'
import { MAX_OFFER_NAME_BYTES, MAX_OFFERS } from '../../src/calendar/events/offer-field.ts'
import { MAX_SHIFT_DAYS } from '../../src/calendar/events/relative-fields.ts'
import { MAX_IMAGES_PER_WRITE } from '../../src/calendar/images/write-with-images.ts'
import { MAX_DISTANCE_KM } from '../../src/calendar/linked/geo.ts'
import { MAX_LINKS, MAX_NEW_LINKS } from '../../src/calendar/linked/linked-field.ts'
import { MAX_EXTERNAL_ID_BYTES } from '../../src/calendar/posts/external-id.ts'
import { MAX_OCCURRENCES, MAX_RULE_LENGTH } from '../../src/calendar/series/recurrence-rule.ts'
import { MAX_EVENT_TERMS, MAX_SLUG_BYTES, MAX_TERM_NAME_LENGTH } from '../../src/calendar/terms/term-fields.ts'
import { MAX_DATE_TEXT_BYTES } from '../../src/features/editing/date-routes.ts'
import { MAX_PREVIEW_HOURS } from '../../src/features/editing/preview-routes.ts'
import {
  MAX_IMPORT_CATEGORIES,
  MAX_IMPORT_NAME_LENGTH,
  MAX_MAPPING_LENGTH,
} from '../../src/features/imports/import-fields.ts'
import { MAX_NOTE_BYTES } from '../../src/features/review/routes.ts'
import { MAX_SOURCE_INTERVAL, MAX_SOURCE_NAME_BYTES } from '../../src/features/sources/source-fields.ts'
import { MAX_WEBHOOK_NAME_LENGTH } from '../../src/features/webhooks/webhook-fields.ts'
import { MAX_POST_PASSWORD_BYTES, MAX_URL_LENGTH } from '../../src/kernel/common-fields.ts'
import { MAX_CUSTOM_FIELDS, MAX_KEY_LENGTH } from '../../src/kernel/custom-field.ts'
import { MAX_INTEGER, MAX_TITLE_BYTES } from '../../src/kernel/field.ts'
import { MAX_TAGS, MAX_TEXT } from '../../src/kernel/input-limits.ts'
import { MAX_SETTING_LENGTH } from '../../src/kernel/site-settings.ts'
import { coveredBy, createRecord, EVENT, fill, type Limit, rejectField, type Trial } from './limit.ts'

const createUrl = (length: number): string => 'https://x.example/'.padEnd(length, 'x')

/** All texts of the event together have this many characters. */
const createDescription = (length: number): string => fill(length - Object.values(EVENT).join('').length)

const createRule = (length: number): string => {
  const rule = 'FREQ=DAILY;COUNT=2;BYMONTHDAY=1'
  const rest = length - rule.length
  return `${rule}${rest % 2 === 0 ? '' : '0'}${',1'.repeat(Math.floor(rest / 2))}`
}

const createMapping = (length: number) => {
  const build = (heading: string) => ({ columns: { [heading]: 'title' } })
  return build(fill(length - JSON.stringify(build('')).length))
}

const linkOrganizer: Trial = async (service, count) => {
  const id = await createRecord(service, '/organizers', { organizer: 'Guild' })
  const json = { ...EVENT, organizer: Array(count).fill(id) }
  return service.send('POST', '/events', { as: 'admin', json })
}

/** Sends a request about a new event. */
const withEvent =
  (method: string, path: string, createJson: (amount: number) => object): Trial =>
  async (service, amount) => {
    const id = await createRecord(service, '/events', EVENT)
    return service.send(method, `/events/${id}${path}`, { as: 'admin', json: createJson(amount) })
  }

const FEED = { url: 'https://x.example/events.ics' }

const FIELD = { label: 'Limit', type: 'text' } as const

const createOptions = (count: number): string[] => Array.from({ length: count }, (_, index) => `Option ${index}`)

export const FIELD_LIMITS: readonly Limit[] = [
  {
    ...{ name: 'All texts of a request', max: MAX_TEXT, unit: 'characters' },
    ...rejectField('/events', 'description', createDescription, EVENT),
  },
  {
    ...{ name: 'HTML tags of a request', max: MAX_TAGS, unit: '' },
    ...rejectField('/events', 'description', (count) => '<br>'.repeat(count), EVENT),
  },
  {
    ...{ name: 'Title, or name of a venue or organizer', max: MAX_TITLE_BYTES, unit: 'bytes' },
    ...rejectField('/events', 'title', fill, EVENT),
  },
  {
    ...{ name: 'Name of a category or tag', max: MAX_TERM_NAME_LENGTH, unit: 'characters' },
    ...rejectField('/categories', 'name', fill),
  },
  {
    ...{ name: 'Slug of a category or tag, which is cut', max: MAX_SLUG_BYTES, unit: 'bytes' },
    ...rejectField('/tags', 'slug', fill, { name: 'Slug' }),
  },
  {
    ...{ name: 'Date', max: MAX_DATE_LENGTH, unit: 'characters' },
    ...rejectField('/events', 'date_utc', (length) => EVENT.start_date.padEnd(length), EVENT),
  },
  {
    ...{ name: 'Date in words', max: MAX_DATE_WORDS_LENGTH, unit: 'characters' },
    ...rejectField('/events', 'start_date', (length) => 'tomorrow'.padEnd(length), EVENT),
  },
  {
    ...{ name: 'Text of `POST /dates/parse`', max: MAX_DATE_TEXT_BYTES, unit: 'bytes' },
    ...rejectField('/dates/parse', 'text', (length) => 'tomorrow'.padEnd(length)),
  },
  {
    ...{ name: 'URL', max: MAX_URL_LENGTH, unit: 'characters' },
    ...rejectField('/events', 'website', createUrl, EVENT),
  },
  {
    ...{ name: 'ID', max: MAX_INTEGER, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'series' },
    trial: (service, id) => service.send('GET', `/events?series=${id}`),
  },
  {
    ...{ name: '`external_id`', max: MAX_EXTERNAL_ID_BYTES, unit: 'bytes' },
    ...rejectField('/events', 'external_id', (length) => 'source:'.padEnd(length, 'x'), EVENT),
  },
  {
    ...{ name: 'Additional fields', max: MAX_CUSTOM_FIELDS, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'key' },
    trial: coveredBy('http/fields/definitions', 'At most 50 fields can be defined'),
  },
  {
    ...{ name: 'Key of an additional field', max: MAX_KEY_LENGTH, unit: 'characters' },
    ...rejectField('/fields', 'key', fill, FIELD),
  },
  {
    ...{ name: 'Label of an additional field', max: MAX_LABEL_LENGTH, unit: 'characters' },
    ...rejectField('/fields', 'label', fill, { ...FIELD, key: 'limit_label' }),
  },
  {
    ...{ name: 'Options of an additional field', max: MAX_OPTIONS, unit: '' },
    ...rejectField('/fields', 'options', createOptions, { ...FIELD, key: 'limit_options', type: 'choice' }),
  },
  {
    ...{ name: 'Option of an additional field', max: MAX_OPTION_LENGTH, unit: 'characters' },
    ...rejectField('/fields', 'options', (length) => [fill(length)], {
      ...FIELD,
      ...{ key: 'limit_option', type: 'choice' },
    }),
  },
  {
    ...{ name: 'Position of an additional field', max: MAX_ORDER, unit: '' },
    ...rejectField('/fields', 'order', (order) => order, { ...FIELD, key: 'limit_order' }),
  },
  {
    ...{ name: 'Value of an additional field', max: MAX_CUSTOM_VALUE_BYTES, unit: 'bytes' },
    beyond: { error: 'rest_invalid_param', field: 'custom_fields' },
    trial: async (service, length) => {
      await service.send('POST', '/fields', { as: 'admin', json: { ...FIELD, key: 'limit_value' } })
      const json = { ...EVENT, custom_fields: { limit_value: fill(length) } }
      return service.send('POST', '//api/cal/events/v1/events', { as: 'admin', json })
    },
  },
  {
    ...{ name: '`post_password`', max: MAX_POST_PASSWORD_BYTES, unit: 'bytes' },
    ...rejectField('/events', 'post_password', fill, EVENT),
  },
  {
    ...{ name: 'Categories, or tags, of an event', max: MAX_EVENT_TERMS, unit: '' },
    ...rejectField('/events', 'categories', (count) => Array(count).fill('Music'), EVENT),
  },
  {
    ...{ name: 'Venues, or organizers, of an event', max: MAX_LINKS, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'organizer' },
    trial: linkOrganizer,
  },
  {
    ...{ name: 'New venues, or organizers, of an event', max: MAX_NEW_LINKS, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'organizer' },
    trial: coveredBy('http/protocol/heavy-bodies', 'An event accepts at most 100 new organizers and 500 categories'),
  },
  {
    ...{ name: 'New images of a write', max: MAX_IMAGES_PER_WRITE, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'image' },
    trial: coveredBy('http/media/image-fetch', 'A write with more image URLs than the limit is rejected'),
  },
  {
    ...{ name: '`tickets`', max: MAX_OFFERS, unit: '' },
    ...rejectField('/events', 'tickets', (count) => Array(count).fill({ name: 'Seat', price: '1' }), EVENT),
  },
  {
    ...{ name: 'Name of an offer', max: MAX_OFFER_NAME_BYTES, unit: 'bytes' },
    ...rejectField('/events', 'tickets', (length) => [{ name: fill(length), price: '1' }], EVENT),
  },
  {
    ...{ name: 'Recurrence rule', max: MAX_RULE_LENGTH, unit: 'characters' },
    ...rejectField('/events', 'recurrence', (length) => ({ rrule: createRule(length) }), EVENT),
  },
  {
    ...{ name: 'Occurrences of a series', max: MAX_OCCURRENCES, unit: '' },
    ...rejectField('/events', 'recurrence', (count) => ({ rrule: `FREQ=YEARLY;COUNT=${count}` }), EVENT),
  },
  {
    ...{ name: '`shift_days`, in both directions', max: MAX_SHIFT_DAYS, unit: 'days' },
    beyond: { error: 'rest_invalid_param', field: 'shift_days' },
    trial: withEvent('PATCH', '', (shift_days) => ({ shift_days })),
  },
  {
    ...{ name: '`geoloc_radius`', max: MAX_DISTANCE_KM, unit: 'kilometers' },
    beyond: { error: 'rest_invalid_param', field: 'geoloc_radius' },
    trial: (service, radius) =>
      service.send('GET', `/venues?geoloc_lat=1&geoloc_lng=1&geoloc_radius=${radius}`, { as: 'admin' }),
  },
  {
    ...{ name: 'Note or reason of a review', max: MAX_NOTE_BYTES, unit: 'bytes' },
    beyond: { error: 'rest_invalid_param', field: 'text' },
    trial: withEvent('POST', '/notes', (length) => ({ text: fill(length) })),
  },
  {
    ...{ name: 'Validity of a preview link', max: MAX_PREVIEW_HOURS, unit: 'hours' },
    beyond: { error: 'rest_invalid_param', field: 'hours' },
    trial: withEvent('POST', '/preview-link', (hours) => ({ hours })),
  },
  {
    ...{ name: 'Setting of the site', max: MAX_SETTING_LENGTH, unit: 'characters' },
    ...rejectField('/settings', 'name', fill),
  },
  {
    ...{ name: 'Name of a webhook', max: MAX_WEBHOOK_NAME_LENGTH, unit: 'characters' },
    ...rejectField('/webhooks', 'name', fill, FEED),
  },
  {
    ...{ name: 'URL of a webhook', max: MAX_URL_LENGTH, unit: 'characters' },
    ...rejectField('/webhooks', 'url', createUrl),
  },
  {
    ...{ name: 'Name, user name or password of a source', max: MAX_SOURCE_NAME_BYTES, unit: 'bytes' },
    ...rejectField('/sources', 'name', fill, FEED),
  },
  {
    ...{ name: 'Interval of a source, at least 5', max: MAX_SOURCE_INTERVAL, unit: 'minutes' },
    ...rejectField('/sources', 'interval', (minutes) => minutes, FEED),
  },
  {
    ...{ name: 'Categories of an import', max: MAX_IMPORT_CATEGORIES, unit: '' },
    ...rejectField('/imports', 'categories', (count) => Array(count).fill('Music'), FEED),
  },
  {
    ...{ name: 'Name of a category of an import', max: MAX_IMPORT_NAME_LENGTH, unit: 'characters' },
    ...rejectField('/imports', 'categories', (length) => [fill(length)], FEED),
  },
  {
    ...{ name: 'Mapping of columns', max: MAX_MAPPING_LENGTH, unit: 'characters of JSON' },
    ...rejectField('/imports', 'mapping', createMapping, FEED),
  },
]
