import {
  arraySchema,
  describeSchema,
  enumSchema,
  INTEGER,
  objectSchema,
  STRING,
  URI,
} from '../../api/schemas/json-schema.ts'
import { POST_STATUSES } from '../../kernel/post.ts'

const COPY = {
  source: describeSchema(INTEGER, 'view.copy_source'),
  title: STRING,
  status: enumSchema(POST_STATUSES),
  start_date: STRING,
  end_date: STRING,
  timezone: STRING,
} as const

export const createProgramSchemas = () => ({
  EventCopies: objectSchema({
    copies: describeSchema(arraySchema(objectSchema({ id: INTEGER, ...COPY, rest_url: URI })), 'view.copies'),
    skipped: describeSchema(arraySchema(objectSchema(COPY)), 'view.copies_skipped'),
    total: describeSchema(INTEGER, 'view.copies_total'),
  }),
  Authors: objectSchema({
    authors: describeSchema(
      arraySchema(objectSchema({ id: INTEGER, name: describeSchema(STRING, 'view.author_name') })),
      'view.authors',
    ),
    total: describeSchema(INTEGER, 'view.total'),
  }),
})
