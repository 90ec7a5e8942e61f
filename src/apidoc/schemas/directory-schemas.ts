/** Schemas of similar venues and organizers. */
import { POST_STATUSES } from '../../domain/model/post.ts'
import { MATCHES } from '../../domain/similarity/similar-records.ts'
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
} from './json-schema.ts'

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
  DuplicateGroups: objectSchema({
    groups: describeSchema(arraySchema(schemaRef('DuplicateGroup')), 'directory.groups'),
    total: describeSchema(INTEGER, 'directory.groups_total'),
  }),
})
