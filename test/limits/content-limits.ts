/** Limits of files, images, feeds and themes. */

import { MAX_READ_MILLISECONDS, READ_MEMORY_BYTES } from '../../src/base/concurrency/contained-reader.ts'
import { ATTEMPT_MILLISECONDS } from '../../src/base/net/safe-attempt.ts'
import { MAX_REDIRECTS } from '../../src/base/net/safe-fetch.ts'
import {
  DECODE_CPU_MILLISECONDS,
  DECODER_MEMORY_BYTES,
  MAX_DECODE_MILLISECONDS,
  MAX_DECODE_WAIT_MILLISECONDS,
} from '../../src/calendar/images/image-decoder.ts'
import { MAX_IMAGE_BYTES } from '../../src/calendar/images/image-files.ts'
import { MAX_MEGAPIXELS, MAX_SIDE } from '../../src/calendar/images/image-limits.ts'
import { MAX_ENTRY_BYTES } from '../../src/features/backup/archive/read-archive.ts'
import { MAX_GEOCODER_BYTES } from '../../src/features/geocoding/geocoder-response.ts'
import { MAX_DURATION_DAYS } from '../../src/features/imports/formats/ics/ics-moments.ts'
import { MAX_EVENT_RULES } from '../../src/features/imports/formats/ics/ics-recurrence.ts'
import { MAX_ELEMENT_DEPTH } from '../../src/features/imports/formats/wxr/wxr-elements.ts'
import { MAX_IMPORT_BYTES } from '../../src/features/imports/import.ts'
import { VISITOR_FORM_LIMIT } from '../../src/http/request/parse-upload.ts'
import { SOURCE_ATTEMPT_MILLISECONDS } from '../../src/lazy-clients.ts'
import {
  MAX_RENDER_MILLISECONDS,
  MAX_TEMPLATE_LENGTH,
  MAX_TEMPLATE_MEMORY,
} from '../../src/pages/theme/template-engine.ts'
import { coveredBy, type Limit, type Trial } from './limit.ts'

const uploadCalendar: Trial = (service, bytes) =>
  service.send('POST', '/imports/files', {
    as: 'admin',
    body: Buffer.alloc(bytes, 'BEGIN:VCALENDAR\r\n'),
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="large.ics"',
    },
  })

const HEADER_TEST = coveredBy('media/refused-images', 'is rejected by its header')
const LARGE_FILES_TEST = coveredBy('import/large-files', 'A calendar, a line of records and an element of an export')
const TIMEOUT_TEST = coveredBy('net/safe-fetch', 'causes a timeout after a second attempt')

export const CONTENT_LIMITS: readonly Limit[] = [
  {
    ...{ name: 'Image file', max: MAX_IMAGE_BYTES, unit: 'bytes' },
    beyond: { error: 'request_too_large' },
    trial: coveredBy('http/media/media', 'A file of more than 15 MiB is rejected by its Content-Length'),
  },
  {
    ...{ name: 'Pixels of all frames', max: MAX_MEGAPIXELS, unit: 'megapixels' },
    ...{ beyond: { error: 'rest_invalid_param' }, trial: HEADER_TEST },
  },
  {
    ...{ name: 'Side of an image', max: MAX_SIDE, unit: 'pixels' },
    ...{ beyond: { error: 'rest_invalid_param' }, trial: HEADER_TEST },
  },
  {
    ...{ name: 'Computing time of an image', max: DECODE_CPU_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { error: 'rest_invalid_param' },
    trial: coveredBy('media/image-decoder', 'The decoder is killed when an image takes too much CPU time'),
  },
  {
    ...{ name: 'Memory of the process that decodes images', max: DECODER_MEMORY_BYTES, unit: 'bytes' },
    beyond: { error: 'rest_invalid_param' },
    trial: coveredBy(
      'media/image-decoder',
      'The memory limit ends the process even if the header claims a small image',
    ),
  },
  {
    ...{ name: 'Time to decode an image', max: MAX_DECODE_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { error: 'overloaded' },
    trial: coveredBy('media/image-decoder', 'The decoder is killed when an image takes too long, which returns 503'),
  },
  {
    ...{ name: 'Time until an image is decoded', max: MAX_DECODE_WAIT_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { error: 'overloaded' },
    trial: coveredBy('media/image-decoder', 'An image that waits too long in the queue returns 503'),
  },
  {
    ...{ name: 'Attempt to fetch an image', max: ATTEMPT_MILLISECONDS / 1000, unit: 'seconds' },
    ...{ beyond: { error: 'rest_invalid_param' }, trial: TIMEOUT_TEST },
  },
  {
    ...{ name: 'Redirects of an image or a feed', max: MAX_REDIRECTS, unit: '' },
    beyond: { effect: 'as if it could not be fetched' },
    trial: coveredBy('net/safe-fetch', 'At most three redirects are followed'),
  },
  {
    ...{ name: 'Form of a visitor, with its image', max: VISITOR_FORM_LIMIT, unit: 'bytes' },
    beyond: { error: 'request_too_large' },
    trial: coveredBy('http/submissions/submit', 'A form of more than 64 MiB is rejected before it is read'),
  },
  {
    ...{ name: 'File to import', max: MAX_IMPORT_BYTES, unit: 'bytes' },
    ...{ beyond: { error: 'request_too_large' }, trial: uploadCalendar },
  },
  {
    ...{ name: 'Calendar or table of `calends import`', max: MAX_IMPORT_BYTES, unit: 'bytes' },
    ...{ beyond: { effect: 'the import fails' }, trial: LARGE_FILES_TEST },
  },
  {
    ...{ name: 'Line of records, or element of a WordPress export', max: MAX_IMPORT_BYTES, unit: 'bytes' },
    ...{ beyond: { effect: 'the import fails' }, trial: LARGE_FILES_TEST },
  },
  {
    ...{ name: 'Nesting of a WordPress export', max: MAX_ELEMENT_DEPTH, unit: '' },
    beyond: { effect: 'the import fails' },
    trial: coveredBy('import/wxr', 'Files that are no export are reported'),
  },
  {
    ...{ name: '`RRULE` of an event of a calendar, and `EXRULE`', max: MAX_EVENT_RULES, unit: '' },
    beyond: { effect: 'a warning, without the others' },
    trial: coveredBy('import/formats/ics/recurrence', 'Rules of an event beyond the tenth are reported'),
  },
  {
    ...{ name: '`DURATION` of an event of a calendar', max: MAX_DURATION_DAYS, unit: 'days' },
    beyond: { effect: 'the event fails' },
    trial: coveredBy('import/formats/ics/moments', 'Invalid ones are rejected with their line'),
  },
  {
    ...{ name: 'Feed of a source', max: MAX_IMPORT_BYTES, unit: 'bytes' },
    beyond: { effect: 'the run fails' },
    trial: coveredBy('net/safe-fetch', 'Content may be as large as the limit, in chunks of any size, and not larger'),
  },
  {
    ...{ name: 'Attempt to fetch a feed', max: SOURCE_ATTEMPT_MILLISECONDS / 1000, unit: 'seconds' },
    ...{ beyond: { effect: 'the run fails' }, trial: TIMEOUT_TEST },
  },
  {
    ...{
      name: 'Computing time of a file or feed: 5 seconds, and 10 per MiB, up to',
      max: MAX_READ_MILLISECONDS / 1000,
      unit: 'seconds',
    },
    beyond: { effect: 'the import or run fails' },
    trial: coveredBy('import/hostile-content', 'is ended when it loops or backtracks'),
  },
  {
    ...{ name: 'Memory for a file or feed', max: READ_MEMORY_BYTES, unit: 'bytes' },
    beyond: { effect: 'the import or run fails' },
    trial: coveredBy('import/hostile-content', 'A reader is ended when its buffers or its heap grow'),
  },
  {
    ...{ name: 'Response of the geocoder', max: MAX_GEOCODER_BYTES, unit: 'bytes' },
    beyond: { effect: 'the lookup fails' },
    trial: coveredBy('net/geocoder', 'An invalid response is a failure'),
  },
  {
    ...{ name: 'Template of a theme', max: MAX_TEMPLATE_LENGTH, unit: 'characters' },
    beyond: { effect: 'the service does not start' },
    trial: coveredBy('site/theme-check', 'is rejected with file, line and reason'),
  },
  {
    ...{ name: 'Time to render a template', max: MAX_RENDER_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { effect: 'the built-in markup' },
    trial: coveredBy('http/pages/theme-templates', 'A template that exceeds its limit of memory or time is reported'),
  },
  {
    ...{ name: 'Characters and items that a template creates', max: MAX_TEMPLATE_MEMORY, unit: '' },
    beyond: { effect: 'the built-in markup' },
    trial: coveredBy('http/pages/theme-templates', 'A template that exceeds its limit of memory or time is reported'),
  },
  {
    ...{ name: 'Entry of a backup', max: MAX_ENTRY_BYTES, unit: 'bytes' },
    beyond: { effect: 'the restore fails' },
    trial: coveredBy('backup/large-objects', 'An archive with an entry that is too large cannot be read'),
  },
]
