/** Schemas of image edits, of the use of images, and of the calendar of editors. */
import { EVENT_STATUSES } from '../../kernel/event-status.ts'
import { POST_STATUSES } from '../../kernel/post.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  nullable,
  objectSchema,
  STRING,
  schemaRef,
  URI,
} from './json-schema.ts'

const FRACTION = { type: 'number', format: 'double', minimum: 0, maximum: 1 }
export const FOCAL_POINT_SCHEMA = objectSchema({ x: FRACTION, y: FRACTION })
export const CROP_SCHEMA = objectSchema({ x: FRACTION, y: FRACTION, width: FRACTION, height: FRACTION })
export const ORIGINAL_IMAGE_SCHEMA = objectSchema({ url: URI, width: INTEGER, height: INTEGER })

const STATUS = enumSchema(POST_STATUSES)

const createMediaUseSchema = () =>
  objectSchema({
    kind: describeSchema(enumSchema(['event', 'venue', 'organizer', 'series']), 'view.usage_kind'),
    id: describeSchema(INTEGER, 'field.id'),
    title: STRING,
    status: STATUS,
    start_date: describeSchema(nullable(STRING), 'view.start_date'),
    rest_url: describeSchema(URI, 'view.rest_url'),
  })

const createMediaUsageSchema = () =>
  objectSchema({
    usage: describeSchema(arraySchema(schemaRef('MediaUse')), 'view.usage'),
    total: INTEGER,
  })

const createCalendarEventSchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'field.id'),
    title: STRING,
    status: STATUS,
    start_date: describeSchema(STRING, 'view.start_date'),
    end_date: describeSchema(STRING, 'view.end_date'),
    utc_start_date: STRING,
    timezone: STRING,
    all_day: nullable(BOOLEAN),
    featured: nullable(BOOLEAN),
    hidden: describeSchema(nullable(BOOLEAN), 'view.calendar_hidden'),
    event_status: nullable(enumSchema(EVENT_STATUSES)),
    series: describeSchema(nullable(INTEGER), 'view.calendar_series'),
    categories: describeSchema(arraySchema(INTEGER), 'view.calendar_categories'),
    can_edit: describeSchema(BOOLEAN, 'view.can_edit'),
  })

const createCalendarSchema = () =>
  objectSchema({
    events: describeSchema(arraySchema(schemaRef('CalendarEvent')), 'view.calendar_events'),
    total: describeSchema(INTEGER, 'view.calendar_total'),
  })

export const createMediaSchemas = () => ({
  MediaUse: createMediaUseSchema(),
  MediaUsage: createMediaUsageSchema(),
  ReplacedMedia: objectSchema({ replaced: describeSchema(INTEGER, 'view.replaced') }),
  CalendarEvent: createCalendarEventSchema(),
  Calendar: createCalendarSchema(),
})
