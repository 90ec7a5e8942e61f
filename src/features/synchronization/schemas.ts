/** Schemas of changes (`GET /changes`). */
import {
  anyOf,
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  objectSchema,
  STRING,
  schemaRef,
} from '../../api/schemas/json-schema.ts'
import { SYNCHRONIZED_KINDS } from './changes-query.ts'

const createChangeSchema = () =>
  objectSchema(
    {
      kind: describeSchema(enumSchema(SYNCHRONIZED_KINDS), 'view.change_kind'),
      id: describeSchema(INTEGER, 'field.id'),
      deleted: describeSchema(BOOLEAN, 'view.change_deleted'),
    },
    {
      record: describeSchema(
        anyOf(schemaRef('Event'), schemaRef('Venue'), schemaRef('Organizer'), schemaRef('Term')),
        'view.change_record',
      ),
    },
  )

const createChangesPageSchema = () =>
  objectSchema({
    changes: describeSchema(arraySchema(schemaRef('Change')), 'view.changes'),
    cursor: describeSchema(STRING, 'view.changes_cursor'),
    has_more: describeSchema(BOOLEAN, 'view.changes_has_more'),
  })

export const createChangeSchemas = () => ({ Change: createChangeSchema(), Changes: createChangesPageSchema() })
