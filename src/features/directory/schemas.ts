/** Schemas of similar venues and organizers. */

import {
  arraySchema,
  describeSchema,
  enumSchema,
  INTEGER,
  objectSchema,
  type Properties,
  STRING,
  schemaRef,
  URI,
} from '../../api/schemas/json-schema.ts'
import { POST_STATUSES } from '../../kernel/post.ts'
import { MATCHES } from './similar-records.ts'

const createNameProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'field.id'),
  name: describeSchema(STRING, 'directory.name'),
  slug: STRING,
  status: describeSchema(enumSchema(POST_STATUSES), 'field.status'),
  events: describeSchema(INTEGER, 'directory.events'),
  url: URI,
  rest_url: URI,
})

const ADDRESS: Properties = { address: STRING, city: STRING }

const NAMED_ID: Properties = { id: INTEGER, name: STRING, slug: STRING }

const createMergeSchema = () =>
  objectSchema({
    target: describeSchema(objectSchema({ ...NAMED_ID, rest_url: URI }), 'directory.merge_target'),
    merged: describeSchema(arraySchema(objectSchema(NAMED_ID)), 'directory.merge_merged'),
    events: describeSchema(
      arraySchema(
        objectSchema({
          ...{ id: INTEGER, title: STRING, start_date: STRING, rest_url: URI },
          status: describeSchema(enumSchema(POST_STATUSES), 'field.status'),
        }),
      ),
      'directory.merge_events',
    ),
    events_total: describeSchema(INTEGER, 'directory.merge_events_total'),
  })

const createTreeSchema = () =>
  objectSchema({
    categories: describeSchema(
      arraySchema(
        objectSchema({
          ...NAMED_ID,
          description: STRING,
          parent: describeSchema(INTEGER, 'term.parent'),
          count: describeSchema(INTEGER, 'directory.events'),
          color: describeSchema(STRING, 'directory.color'),
          icon: describeSchema(STRING, 'directory.icon'),
          depth: describeSchema(INTEGER, 'directory.depth'),
        }),
      ),
      'directory.tree',
    ),
  })

export const createDirectorySchemas = () => ({
  SimilarRecord: objectSchema(
    { ...createNameProperties(), match: describeSchema(enumSchema(MATCHES), 'directory.match') },
    ADDRESS,
  ),
  SimilarRecords: objectSchema({
    records: describeSchema(arraySchema(schemaRef('SimilarRecord')), 'directory.similar_records'),
  }),
  DuplicateGroup: objectSchema({
    matches: describeSchema(arraySchema(enumSchema(MATCHES)), 'directory.match'),
    records: describeSchema(arraySchema(objectSchema(createNameProperties(), ADDRESS)), 'directory.group_records'),
  }),
  MergeResult: createMergeSchema(),
  CategoryTree: createTreeSchema(),
  DuplicateGroups: objectSchema({
    groups: describeSchema(arraySchema(schemaRef('DuplicateGroup')), 'directory.groups'),
    total: describeSchema(INTEGER, 'directory.groups_total'),
  }),
})
