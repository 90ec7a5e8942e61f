/** Schemas of the history of records and of the audit log. */
import { createListSchema, DATE_TIME } from '../../api/schemas/common-schemas.ts'
import {
  arraySchema,
  describeSchema,
  enumSchema,
  INTEGER,
  nullable,
  objectSchema,
  type Properties,
  STRING,
  schemaRef,
} from '../../api/schemas/json-schema.ts'
import { CHANNELS, HISTORY_ACTIONS } from '../../kernel/change-record.ts'

const createFieldChangeSchema = () =>
  objectSchema({
    field: describeSchema(STRING, 'view.history_field'),
    before: describeSchema({}, 'view.history_before'),
    after: describeSchema({}, 'view.history_after'),
  })

const createUserSchema = (login: Properties = {}) => nullable(objectSchema({ id: INTEGER, name: STRING }, login))

const createEntryProperties = (): Properties => ({
  revision: describeSchema(INTEGER, 'view.history_revision'),
  date: describeSchema(DATE_TIME, 'view.history_date'),
  date_utc: describeSchema(DATE_TIME, 'view.history_date_utc'),
  action: describeSchema(enumSchema(HISTORY_ACTIONS), 'view.history_action'),
  channel: describeSchema(enumSchema(CHANNELS), 'view.history_channel'),
  user: describeSchema(createUserSchema({ login: STRING }), 'view.history_user'),
  changes: describeSchema(arraySchema(schemaRef('FieldChange')), 'view.history_changes'),
})

const createAuditProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'view.history_id'),
  kind: describeSchema(STRING, 'view.history_kind'),
  record: describeSchema(INTEGER, 'view.history_record'),
  application: describeSchema(STRING, 'view.history_application'),
  ip: describeSchema(STRING, 'view.history_ip'),
})

export const createHistorySchemas = () => ({
  FieldChange: createFieldChangeSchema(),
  HistoryEntry: objectSchema(createEntryProperties(), createAuditProperties()),
  HistoryList: createListSchema('history', 'HistoryEntry'),
  AuditEntry: objectSchema({ ...createAuditProperties(), ...createEntryProperties() }),
  AuditList: createListSchema('audit', 'AuditEntry'),
})
