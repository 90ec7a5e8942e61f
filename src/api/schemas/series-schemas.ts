/** Schemas of series and of their occurrences. */
import { POST_STATUSES } from '../../kernel/post.ts'
import { createListSchema, DATE_TIME } from './common-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  objectSchema,
  STRING,
  schemaRef,
  URI,
} from './json-schema.ts'

const DATE = { type: 'string', format: 'date' }

const createEventSeriesSchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'view.series_id'),
    date: describeSchema(DATE, 'view.series_date'),
    is_edited: describeSchema(BOOLEAN, 'view.series_is_edited'),
    rest_url: describeSchema(URI, 'view.rest_url'),
  })

const createRecurrenceSchema = () =>
  objectSchema(
    {
      rrule: describeSchema(STRING, 'view.rrule'),
      rdate: describeSchema(arraySchema(DATE), 'view.rdate'),
      exdate: describeSchema(arraySchema(DATE), 'view.exdate'),
    },
    {
      rdate_times: describeSchema(arraySchema(DATE_TIME), 'view.rdate_times'),
      exdate_times: describeSchema(arraySchema(DATE_TIME), 'view.exdate_times'),
      timezone: describeSchema(STRING, 'view.rule_timezone'),
    },
  )

const createSeriesSchema = () =>
  objectSchema(
    {
      id: describeSchema(INTEGER, 'field.id'),
      slug: describeSchema(STRING, 'view.slug'),
      title: describeSchema(STRING, 'view.title'),
      status: describeSchema(enumSchema(POST_STATUSES), 'field.status'),
      author: describeSchema({ type: 'string', pattern: '^\\d+$' }, 'view.author'),
      url: describeSchema(URI, 'view.url'),
      rest_url: describeSchema(URI, 'view.rest_url'),
      events_url: describeSchema(URI, 'view.series_events_url'),
      start_date: describeSchema(DATE_TIME, 'view.series_start_date'),
      end_date: describeSchema(DATE_TIME, 'view.series_end_date'),
      timezone: describeSchema(STRING, 'event.timezone'),
      all_day: describeSchema(BOOLEAN, 'event.all_day'),
      recurrence: describeSchema(schemaRef('Recurrence'), 'event.recurrence'),
      recurrence_text: describeSchema(STRING, 'view.recurrence_text'),
      extended_until: describeSchema(STRING, 'view.extended_until'),
    },
    { series_changes: describeSchema(schemaRef('SeriesChanges'), 'view.series_changes') },
  )

const createChangesSchema = () =>
  objectSchema({
    updated: describeSchema(INTEGER, 'view.changes_updated'),
    created: describeSchema(INTEGER, 'view.changes_created'),
    trashed: describeSchema(INTEGER, 'view.changes_trashed'),
    unchanged: describeSchema(INTEGER, 'view.changes_unchanged'),
  })

const createPreviewSchema = () =>
  objectSchema({
    recurrence: describeSchema(schemaRef('Recurrence'), 'event.recurrence'),
    recurrence_text: describeSchema(STRING, 'view.recurrence_text'),
    total: describeSchema(INTEGER, 'view.total'),
    dates: arraySchema(
      objectSchema({
        date: describeSchema(DATE, 'view.series_date'),
        start_date: DATE_TIME,
        end_date: DATE_TIME,
        utc_start_date: DATE_TIME,
        utc_end_date: DATE_TIME,
        conflicts: describeSchema(
          arraySchema(
            objectSchema({ id: INTEGER, title: STRING, start_date: DATE_TIME, end_date: DATE_TIME, url: URI }),
          ),
          'view.conflicts',
        ),
      }),
    ),
  })

export const createSeriesSchemas = () => ({
  EventSeries: createEventSeriesSchema(),
  Recurrence: createRecurrenceSchema(),
  Series: createSeriesSchema(),
  SeriesList: createListSchema('series', 'Series'),
  SeriesChanges: createChangesSchema(),
  SeriesPreview: createPreviewSchema(),
})
