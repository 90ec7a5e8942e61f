/** The table of limits is complete, and the tests that it names exist. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIMIT_GROUPS } from '../limits/all-limits.ts'
import { ROOT, type SourceFile, sourceFiles } from './source-tree.ts'

/** Files whose constants limit input: fields, queries, routes, and readers of requests. */
const isInput = (path: string): boolean =>
  /^(?:kernel|api|http\/request|features\/(?:batch|mcp))\/|(?:^|[/-])(?:fields?|query|cursor|claims|routes|handlers|id|write-session|batch-runner)\.ts$/.test(
    path,
  )

/** Constants of these files that are no limits of a client's input, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'calendar/custom-fields/custom-values-field.ts: MAX_STORED_VALUES': 'lines of an export of Calends',
  'calendar/events/event-fields.ts: MAX_ZONE_LENGTH': 'longer names get no suggestion',
  'kernel/cost.ts: MAX_PRICE_LENGTH': 'a longer text is stored, and contains no price',
  'kernel/hints.ts: MOST_ELEMENTS': 'length of a list in a message',
  'features/accounts/oidc-claims.ts: MAX_SUBJECT_LENGTH': 'input of the configured provider',
  'features/accounts/oidc-claims.ts: MAX_NAME_LENGTH': 'input of the configured provider',
  'features/accounts/passkey-fields.ts: MAX_TRANSPORTS': 'there are fewer transports',
  'features/editing/calendar-query.ts: MAX_EVENTS': 'length of a response',
  'features/synchronization/change-cursor.ts: MAX_CURSOR_LENGTH': 'no cursor of a response is longer',
  'calendar/lists/search-query.ts: MAX_FOLDED_LENGTH': 'follows from MAX_SEARCH_LENGTH',
  'http/request/accept-header.ts: MAX_HEADER_LENGTH': 'a longer header means any format',
  'http/request/cookies.ts: MAX_TOKENS': 'cookies of users of one browser',
  'http/request/multipart.ts: MAX_HEADERS': 'below MAX_PART_HEADER_BYTES',
  'http/request/multipart.ts: MAX_BOUNDARY_LENGTH': 'longer than RFC 2046 allows',
  'http/request/parse-upload.ts: FILE_BODY_LIMIT': 'sum of two limits',
  'features/imports/routes.ts: MAX_NAME_LENGTH': 'a displayed name, which is cut',
  'features/media/use-routes.ts: MAX_USES': 'length of a response',
}

const LIMIT_NAME = /^(?:MAX|MOST)_|_LIMITS?$/

function findLimitNames({ program }: SourceFile): string[] {
  return program.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  })
}

test('Every limit of input is in the table of limits', () => {
  const folder = join(ROOT, 'test', 'limits')
  const imported = new Set(
    readdirSync(folder).flatMap(
      (name) => readFileSync(join(folder, name), 'utf8').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [],
    ),
  )
  const missing = sourceFiles
    .filter(({ path }) => isInput(path))
    .flatMap((file) =>
      findLimitNames(file)
        .filter((name) => LIMIT_NAME.test(name) && !imported.has(name))
        .map((name) => `${file.path}: ${name}`),
    )
  assert.deepEqual(missing.sort(), Object.keys(OTHERS).sort())
})

test('Tests that cover limits exist', () => {
  const covering = LIMIT_GROUPS.flatMap(({ limits }) => limits.flatMap(({ trial }) => ('file' in trial ? [trial] : [])))
  assert.ok(covering.length > 50)
  const missing = covering.filter(({ file, test: name }) => {
    const text = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : ''
    return !text.split('\n').some((line) => line.includes('test(') && line.includes(name))
  })
  assert.deepEqual(missing, [])
})

test('No two limits have the same name', () => {
  const names = LIMIT_GROUPS.flatMap(({ limits }) => limits.map(({ name }) => name))
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})
