/** Schemas of the review of records. */

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
import { LANGUAGES } from '../../base/i18n/language.ts'
import { POST_KINDS, POST_STATUSES } from '../../kernel/post.ts'

const USER = objectSchema({ id: INTEGER, name: STRING })

const createNoteSchema = () =>
  objectSchema({
    id: INTEGER,
    user: USER,
    action: describeSchema(enumSchema(['note', 'return']), 'review.note_action'),
    text: STRING,
    date: describeSchema(STRING, 'view.history_date'),
  })

const createSubmissionSchema = () =>
  objectSchema({
    name: STRING,
    email: STRING,
    note: describeSchema(STRING, 'review.submission_note'),
    records: describeSchema(
      arraySchema(objectSchema({ kind: enumSchema(POST_KINDS), id: INTEGER, title: STRING })),
      'review.submission_records',
    ),
  })

const createItemSchema = () =>
  objectSchema(
    {
      kind: enumSchema(POST_KINDS),
      id: describeSchema(INTEGER, 'field.id'),
      title: describeSchema(STRING, 'directory.name'),
      status: describeSchema(enumSchema(POST_STATUSES), 'field.status'),
      date: describeSchema(STRING, 'review.date'),
      modified: STRING,
      author: USER,
      notes: describeSchema(INTEGER, 'review.notes'),
      note: describeSchema(nullable(createNoteSchema()), 'review.newest_note'),
      submission: describeSchema(nullable(createSubmissionSchema()), 'review.submission'),
      rest_url: URI,
    },
    { start_date: STRING },
  )

export const createReviewSchemas = () => ({
  ReviewNote: createNoteSchema(),
  ReviewNotes: objectSchema({ notes: arraySchema(schemaRef('ReviewNote')) }),
  ReviewItem: createItemSchema(),
  Review: objectSchema({
    pending: describeSchema(arraySchema(schemaRef('ReviewItem')), 'review.pending'),
    returned: describeSchema(arraySchema(schemaRef('ReviewItem')), 'review.returned'),
    scheduled: describeSchema(arraySchema(schemaRef('ReviewItem')), 'review.scheduled'),
  }),
  ReviewMails: objectSchema({
    mails: describeSchema(BOOLEAN, 'review.mails'),
    language: describeSchema(enumSchema(LANGUAGES), 'review.mail_language'),
  }),
})
