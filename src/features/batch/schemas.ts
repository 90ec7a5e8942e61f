/** Schemas of batches. */
import {
  arraySchema,
  describeSchema,
  INTEGER,
  mapSchema,
  objectSchema,
  STRING,
  schemaRef,
} from '../../api/schemas/json-schema.ts'

export const createBatchSchemas = () => ({
  Batch: objectSchema({ responses: describeSchema(arraySchema(schemaRef('BatchItem')), 'batch.responses') }),
  BatchItem: objectSchema({
    status: INTEGER,
    headers: describeSchema(mapSchema(STRING), 'batch.headers'),
    body: describeSchema({}, 'batch.body'),
  }),
})
