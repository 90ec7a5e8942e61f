/**
 * Freezes additions to the API description, which test/apidoc/frozen.test.ts compares with the current one, and prints
 * them. It rejects changes that break clients, also when they are intended: nobody could see them in a compressed file.
 */
import { pathToFileURL } from 'node:url'
import { createOpenapiDocument } from '../../src/api/documents/openapi.ts'
import { createApiRouter, createResponseSchemas } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { FEATURES } from '../../src/features.ts'
import { findBreakingChanges } from '../../test/apidoc/breaking.ts'
import { readFrozenInterface, writeFrozenInterface } from '../../test/apidoc/frozen-file.ts'
import type { Json } from '../../test/helper/service.ts'

/** The OpenAPI document without descriptions and examples. */
export function buildCurrentInterface(): Json {
  const { routes } = createApiRouter(FEATURES)
  const context = {
    namespace: '',
    base: '',
    root: '',
    language: 'en' as const,
    translate: createTranslator('en'),
    queryDefaults: () => ({ per_page: 50 }),
  }
  const text = JSON.stringify(
    createOpenapiDocument(routes, createResponseSchemas(FEATURES), context),
    (key, value: unknown) =>
      TEXTS.includes(key) && (typeof value === 'string' || key.startsWith('example')) ? undefined : value,
  )
  return JSON.parse(text)
}

const TEXTS = ['description', 'summary', 'title', 'examples']

function freezeInterface(): void {
  const [frozen, current] = [readFrozenInterface(), buildCurrentInterface()]
  const breaking = findBreakingChanges(frozen, current)
  if (breaking.length > 0) {
    process.stderr.write(`These changes break clients:\n${breaking.map((line) => `  ${line}\n`).join('')}`)
    process.exitCode = 1
    return
  }
  // What would be gone without the current document is new in it.
  for (const line of findBreakingChanges(current, frozen)) process.stdout.write(`new: ${line}\n`)
  writeFrozenInterface(current)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) freezeInterface()
