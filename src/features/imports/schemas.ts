/** Schemas of imports and their results. */

import { ANY_OBJECT, createListSchema, createRevokedSchema, ISO_TIME } from '../../api/schemas/common-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  nullable,
  objectSchema,
  type Properties,
  STRING,
  schemaRef,
} from '../../api/schemas/json-schema.ts'
import { IMPORT_STATUSES, IMPORT_TASKS, NEW_RECORD_STATUSES, RESULT_OUTCOMES, SHOWN_FORMAT_NAMES } from './import.ts'

const createInputProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'import.id'),
  name: describeSchema(STRING, 'import.name'),
  url: describeSchema(STRING, 'import.url'),
  username: describeSchema(STRING, 'source.username'),
  has_password: describeSchema(BOOLEAN, 'source.has_password'),
  size: describeSchema(INTEGER, 'import.size'),
  channel: describeSchema(enumSchema(['api', 'command']), 'import.channel'),
  user: describeSchema(INTEGER, 'import.user'),
  format: describeSchema(enumSchema([...SHOWN_FORMAT_NAMES, '']), 'import.format'),
  detected_format: describeSchema(enumSchema([...SHOWN_FORMAT_NAMES, '']), 'import.detected_format'),
  record_status: describeSchema(enumSchema([...NEW_RECORD_STATUSES, '']), 'import.record_status'),
  categories: describeSchema(arraySchema(STRING), 'import.categories'),
  images: describeSchema(BOOLEAN, 'import.images'),
  mapping: describeSchema(ANY_OBJECT, 'import.mapping'),
  table: describeSchema(nullable(createTableSchema()), 'import.table'),
})

const createStateProperties = (): Properties => ({
  task: describeSchema(enumSchema(IMPORT_TASKS), 'import.task'),
  status: describeSchema(enumSchema(IMPORT_STATUSES), 'import.status'),
  done: describeSchema(INTEGER, 'import.done'),
  total: describeSchema(INTEGER, 'import.total'),
  counts: describeSchema(
    objectSchema(Object.fromEntries(RESULT_OUTCOMES.map((name) => [name, INTEGER]))),
    'import.counts',
  ),
  error: describeSchema(STRING, 'source.run_error'),
  can_run: describeSchema(BOOLEAN, 'import.can_run'),
  can_undo: describeSchema(BOOLEAN, 'import.can_undo'),
  created: describeSchema(ISO_TIME, 'source.created'),
  started: describeSchema(nullable(ISO_TIME), 'source.run_started'),
  ended: describeSchema(nullable(ISO_TIME), 'source.run_ended'),
  imported: describeSchema(nullable(ISO_TIME), 'import.imported'),
  undone: describeSchema(nullable(ISO_TIME), 'import.undone'),
})

const createTableSchema = () =>
  objectSchema({
    kind: STRING,
    delimiter: STRING,
    dates: STRING,
    columns: arraySchema(objectSchema({ heading: STRING, column: STRING, samples: arraySchema(STRING) })),
    choices: arraySchema(STRING),
  })

export const createImportSchemas = () => ({
  Import: objectSchema({ ...createInputProperties(), ...createStateProperties() }),
  ImportList: createListSchema('imports', 'Import'),
  DeletedImport: createRevokedSchema({ previous: schemaRef('Import') }),
  ImportResult: objectSchema({
    outcome: describeSchema(enumSchema(RESULT_OUTCOMES), 'import.result_outcome'),
    kind: describeSchema(STRING, 'import.result_kind'),
    record: describeSchema(INTEGER, 'import.result_record'),
    title: describeSchema(STRING, 'source.detail_title'),
    location: describeSchema(STRING, 'import.result_location'),
    details: describeSchema(STRING, 'import.result_details'),
  }),
  ImportResultList: createListSchema('results', 'ImportResult'),
})
