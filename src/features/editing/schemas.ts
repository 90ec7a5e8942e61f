/** Schemas of the routes for editing events. */
import { ANY_OBJECT, ISO_TIME } from '../../api/schemas/common-schemas.ts'
import { BOOLEAN, describeSchema, INTEGER, nullable, objectSchema, STRING, URI } from '../../api/schemas/json-schema.ts'

export const createEditingSchemas = () => ({
  EventInput: {
    ...objectSchema({
      id: describeSchema(INTEGER, 'field.id'),
      title: describeSchema(STRING, 'event.title'),
      has_password: describeSchema(BOOLEAN, 'preview.has_password'),
      series: nullable(ANY_OBJECT),
    }),
    additionalProperties: true,
  },
  EventPreview: objectSchema({ html: describeSchema(STRING, 'preview.html') }),
  PreviewLink: objectSchema({
    url: describeSchema(URI, 'preview.url'),
    expires: describeSchema(ISO_TIME, 'preview.expires'),
  }),
  PreviewLinkState: objectSchema({ expires: describeSchema(nullable(ISO_TIME), 'preview.expires') }),
  RevokedPreviewLink: objectSchema({ revoked: describeSchema(BOOLEAN, 'preview.revoked') }),
})
