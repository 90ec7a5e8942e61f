/**
 * Writes the API description that test/apidoc/frozen.test.ts compares with the current one:
 * `npx tsx scripts/generate/frozen-interface.ts > test/apidoc/frozen.json`. Only additions are allowed.
 */
import { pathToFileURL } from 'node:url'
import { createOpenapiDocument } from '../../src/apidoc/openapi.ts'
import { createApiRouter } from '../../src/http/routes/all-routes.ts'
import { createTranslator } from '../../src/i18n/translate.ts'

/** The OpenAPI document without descriptions and examples. */
export function buildCurrentInterface(): unknown {
  const { routes } = createApiRouter()
  const context = {
    namespace: '',
    base: '',
    root: '',
    language: 'en' as const,
    translate: createTranslator('en'),
    queryDefaults: () => ({ per_page: 50 }),
  }
  const text = JSON.stringify(createOpenapiDocument(routes, context), (key, value: unknown) =>
    TEXTS.includes(key) && (typeof value === 'string' || key.startsWith('example')) ? undefined : value,
  )
  return JSON.parse(text)
}

const TEXTS = ['description', 'summary', 'title', 'examples']

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${JSON.stringify(buildCurrentInterface(), null, 2)}\n`)
}
