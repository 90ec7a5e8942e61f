/** Writes the types of the client from the routes of the service: `npx tsx scripts/generate/client-schema.ts`. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createOpenapiDocument } from '../../src/api/documents/openapi.ts'
import { createApiRouter, createResponseSchemas } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { readConfig } from '../../src/config.ts'
import { FEATURES } from '../../src/features.ts'

const client = join(import.meta.dirname, '..', '..', 'clients', 'typescript')
export const SCHEMA_PATH = join(client, 'src', 'schema.ts')

/** Generates the types of an OpenAPI document. `remarks` are warnings of the generator. */
export function generateTypes(document: string): { types: string; remarks: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['generate.js'], {
    cwd: client,
    input: document,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Cannot generate types from the document: ${stderr}`)
  return { types: stdout, remarks: stderr }
}

/** The document that `/doc` serves with default settings, with a placeholder URL. */
function createDefaultDocument(): string {
  const root = 'https://calendar.example/api/'
  const namespace = 'cal/events/v1'
  const queryDefaults = () => ({ per_page: readConfig({}).site.perPage })
  const context = {
    namespace,
    base: `${root}${namespace}`,
    root,
    language: 'en',
    translate: createTranslator('en'),
    queryDefaults,
  } as const
  return JSON.stringify(
    createOpenapiDocument(createApiRouter(FEATURES).routes, createResponseSchemas(FEATURES), context),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { types, remarks } = generateTypes(createDefaultDocument())
  process.stderr.write(remarks)
  writeFileSync(SCHEMA_PATH, types)
}
