/** Schemas of sources and their runs. */

import { createListSchema, createRevokedSchema, ISO_TIME } from '../../api/schemas/common-schemas.ts'
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
} from '../../api/schemas/json-schema.ts'
import { DETAIL_OUTCOMES, MISSING_ACTIONS, RUN_STATUSES, SHOWN_SOURCE_TYPES, SOURCE_STATUSES } from './source.ts'

const createSourceSchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'source.id'),
    name: describeSchema(STRING, 'source.name'),
    type: describeSchema(enumSchema(SHOWN_SOURCE_TYPES), 'source.type'),
    url: describeSchema(URI, 'source.url'),
    username: describeSchema(STRING, 'source.username'),
    has_password: describeSchema(BOOLEAN, 'source.has_password'),
    interval: describeSchema(INTEGER, 'source.interval'),
    category: describeSchema(INTEGER, 'source.category'),
    status: describeSchema(enumSchema(SOURCE_STATUSES), 'source.status'),
    author: describeSchema(INTEGER, 'source.author'),
    missing: describeSchema(enumSchema(MISSING_ACTIONS), 'source.missing'),
    enabled: describeSchema(BOOLEAN, 'source.enabled'),
    created: describeSchema(ISO_TIME, 'source.created'),
    next_run: describeSchema(nullable(ISO_TIME), 'source.next_run'),
    failures: describeSchema(INTEGER, 'source.failures'),
    last_run: describeSchema(nullable(createSourceRunSchema()), 'source.last_run'),
  })

const createSourceRunSchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'source.run_id'),
    source: describeSchema(INTEGER, 'source.id'),
    status: describeSchema(enumSchema(RUN_STATUSES), 'source.run_status'),
    preview: describeSchema(BOOLEAN, 'source.run_preview'),
    confirm: describeSchema(BOOLEAN, 'source.confirm'),
    requested: describeSchema(ISO_TIME, 'source.run_requested'),
    started: describeSchema(nullable(ISO_TIME), 'source.run_started'),
    ended: describeSchema(nullable(ISO_TIME), 'source.run_ended'),
    created: describeSchema(INTEGER, 'source.run_created'),
    updated: describeSchema(INTEGER, 'source.run_updated'),
    unchanged: describeSchema(INTEGER, 'source.run_unchanged'),
    conflicts: describeSchema(INTEGER, 'source.run_conflicts'),
    canceled: describeSchema(INTEGER, 'source.run_canceled'),
    failed: describeSchema(INTEGER, 'source.run_failed'),
    error: describeSchema(STRING, 'source.run_error'),
    details: describeSchema(arraySchema(schemaRef('SourceRunDetail')), 'source.run_details'),
  })

export const createSourceSchemas = () => ({
  Source: createSourceSchema(),
  Sources: arraySchema(schemaRef('Source')),
  DeletedSource: createRevokedSchema({ previous: schemaRef('Source') }),
  SourceRun: createSourceRunSchema(),
  SourceRunList: createListSchema('runs', 'SourceRun'),
  SourceRunDetail: objectSchema({
    outcome: describeSchema(enumSchema(DETAIL_OUTCOMES), 'source.detail_outcome'),
    key: describeSchema(STRING, 'source.detail_key'),
    event: describeSchema(INTEGER, 'source.detail_event'),
    title: describeSchema(STRING, 'source.detail_title'),
    reason: describeSchema(STRING, 'source.detail_reason'),
  }),
})
