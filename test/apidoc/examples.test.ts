import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { recordExamples } from '../../scripts/generate/examples.ts'
import { createOpenapiDocument } from '../../src/api/documents/openapi.ts'
import { createApiRouter, createResponseSchemas } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { FEATURES } from '../../src/features.ts'
import type { Json } from '../helper/service.ts'

const { routes: ROUTES } = createApiRouter(FEATURES)
const context = {
  namespace: '',
  base: '',
  root: '',
  language: 'en' as const,
  translate: createTranslator('en'),
  queryDefaults: () => ({ per_page: 50 }),
}
const document: Json = createOpenapiDocument(ROUTES, createResponseSchemas(FEATURES), context)

/** Names and sizes of image files depend on the version of the encoder. */
const normalize = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'filesize' ? 0 : part)).replace(/-[0-9a-f]{16}(?=[-.])/g, '')

describe('Examples of the document', () => {
  let recorded: Json
  before(async () => {
    recorded = await recordExamples()
  })

  test('Examples equal the responses of the service: record them with scripts/generate/examples.ts', () => {
    const shown = Object.fromEntries(
      Object.entries<Json>(document.components.examples).map(([name, { value }]) => [name, value]),
    )
    assert.equal(normalize(shown), normalize(recorded))
  })

  test('Every body and every response of records has a valid example', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema({ ...document, $id: 'document' }, 'document', undefined, false)
    const media = findJsonContent([document.paths, document.components.responses])
    const without = media.filter(({ examples }) => !examples).map(({ schema }) => schema.$ref)
    for (const { schema, examples } of media) {
      for (const { $ref } of Object.values<Json>(examples ?? {})) {
        const { value } = document.components.examples[$ref.split('/').at(-1)]
        const validate = ajv.compile({ $ref: `document${schema.$ref}` })
        assert.ok(validate(value), `${$ref}: ${ajv.errorsText(validate.errors)}`)
      }
    }
    const schemas = [...new Set(without)].map(($ref) => $ref.split('/').at(-1)).sort()
    assert.deepEqual(schemas, WITHOUT)
  })
})

/** Values that are too long, or that must not appear in the document. */
const WITHOUT = ['Document', 'Error', 'NamespaceIndex']

/** All `application/json` members at any depth. */
function findJsonContent(node: Json): Json[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries<Json>(node).flatMap(([name, value]) =>
    name === 'application/json' ? [value] : findJsonContent(value),
  )
}
