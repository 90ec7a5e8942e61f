/** Every accepted difference from the reference cites a line that states it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ACCEPTED } from './accepted.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Where the contract and the decisions are, beside the recordings. */
const FOLDER = join(process.env['REFERENCE_DIR'] ?? `${ROOT}../shared/reference`, '..')

const citations = ACCEPTED.flatMap(({ cites, reference: by }) => cites.map((cite) => ({ cite, by })))
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n')

/** First cells of the rows of all tables. */
const rowsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => /^\| ((?:`[^`]*`|[^|])+?) \|/.exec(line)?.[1] ?? [])

const headingsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? [])

test('every accepted difference cites a decision, a number or section of the contract, or a section of docs/api.md', () => {
  for (const { cites, reference: by } of ACCEPTED) {
    assert.ok(cites.length > 0, by)
    for (const cite of cites)
      assert.match(cite, /^(?:[QMS]\d{1,2}|contract \d{1,2}(?:\.\d{1,2})?|decisions: .+|docs\/api\.md: .+)$/, by)
  }
})

test('every section of docs/api.md that an accepted difference cites is there', () => {
  const headings = headingsOf(linesOf(join(ROOT, 'docs', 'api.md')))
  for (const { cite, by } of citations) {
    if (cite.startsWith('docs/api.md: '))
      assert.ok(headings.includes(cite.replace('docs/api.md: ', '')), `${cite}: ${by}`)
  }
})

test('every line of the decisions and of the contract that an accepted difference cites is there', (context) => {
  const [decisions, contract] = [join(FOLDER, 'decisions.md'), join(FOLDER, 'contract.md')]
  if (!existsSync(decisions) || !existsSync(contract)) return context.skip(`no decisions and no contract in ${FOLDER}`)
  const rows = rowsOf(linesOf(decisions))
  const lines = linesOf(contract)
  const sections = headingsOf(lines).map((heading) => heading.split(' ')[0]?.replace(/\.$/, ''))
  const numbers = new Set(rowsOf(lines))
  const isThere = (cite: string): boolean => {
    if (cite.startsWith('docs/')) return true
    if (cite.startsWith('decisions: ')) return rows.includes(cite.replace('decisions: ', ''))
    return cite.startsWith('contract ') ? sections.includes(cite.replace('contract ', '')) : numbers.has(cite)
  }
  for (const { cite, by } of citations) assert.ok(isThere(cite), `${cite}: ${by}`)
})
