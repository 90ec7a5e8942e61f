/** Every accepted difference from the reference cites the rule that justifies it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ACCEPTED } from './accepted.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The wire contract and the decisions. */
const FOLDER = join(ROOT, 'docs', 'reference')

const citations = ACCEPTED.flatMap(({ cites, reference: by }) => cites.map((cite) => ({ cite, by })))
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n')

const headingsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? [])

test('Every accepted difference cites a decision, a section of the wire contract, or a section of docs/api.md', () => {
  for (const { cites, reference: by } of ACCEPTED) {
    assert.ok(cites.length > 0, by)
    for (const cite of cites)
      assert.match(cite, /^(?:[QMS]\d{1,2}|wire-contract §\d{1,2}(?:\.\d{1,2})?|decisions: .+|docs\/api\.md: .+)$/, by)
  }
})

test('Every cited section of docs/api.md exists', () => {
  const headings = headingsOf(linesOf(join(ROOT, 'docs', 'api.md')))
  for (const { cite, by } of citations) {
    if (cite.startsWith('docs/api.md: '))
      assert.ok(headings.includes(cite.replace('docs/api.md: ', '')), `${cite}: ${by}`)
  }
})

test('Every cited decision and section of the wire contract exists', () => {
  const decisions = headingsOf(linesOf(join(FOLDER, 'decisions.md'))).map((heading) => heading.replace(/[`"]/g, ''))
  const contract = linesOf(join(FOLDER, 'wire-contract.md'))
  const sections = headingsOf(contract).map((heading) => heading.split(' ')[0]?.replace(/\.$/, ''))
  const anchors = new Set(contract.flatMap((line) => [...line.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)))
  const isKnown = (cite: string): boolean => {
    if (cite.startsWith('docs/')) return true
    if (cite.startsWith('decisions: ')) return decisions.includes(cite.replace('decisions: ', ''))
    if (cite.startsWith('wire-contract ')) return sections.includes(cite.replace('wire-contract §', ''))
    return anchors.has(cite.toLowerCase())
  }
  for (const { cite, by } of citations) assert.ok(isKnown(cite), `${cite}: ${by}`)
})
