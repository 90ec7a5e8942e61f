/** Schemas of additional fields: their definitions, and values in records. */
import { CUSTOM_FIELD_TYPES } from '../../kernel/custom-field.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import {
  anyOf,
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  mapSchema,
  objectSchema,
  type Schema,
  STRING,
  schemaRef,
} from './json-schema.ts'

/** Values by key. */
export const createCustomValuesSchema = (): Schema =>
  mapSchema(
    objectSchema({
      label: STRING,
      value: anyOf(STRING, { type: 'number' }, BOOLEAN),
    }),
  )

const createFieldSchema = (): Schema =>
  objectSchema({
    key: describeSchema(STRING, 'custom_field.key'),
    label: describeSchema(mapSchema(STRING), 'custom_field.label'),
    type: describeSchema(enumSchema(CUSTOM_FIELD_TYPES), 'custom_field.type'),
    options: describeSchema(arraySchema(STRING), 'custom_field.options'),
    kinds: describeSchema(arraySchema(enumSchema(POST_KINDS)), 'custom_field.kinds'),
    show_on_pages: describeSchema(BOOLEAN, 'custom_field.show_on_pages'),
    order: describeSchema(INTEGER, 'custom_field.order'),
  })

export const createCustomFieldSchemas = () => ({
  Field: createFieldSchema(),
  Fields: arraySchema(schemaRef('Field')),
  DeletedField: objectSchema({ deleted: BOOLEAN, previous: schemaRef('Field') }),
})
