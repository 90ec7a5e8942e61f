/** Every accepted difference from the reference cites a line that states it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decisions, wireContract } from '../docs/reference-pages.ts'
import { ACCEPTED } from './accepted.ts'

const API_PAGE = join(import.meta.dirname, '..', '..', 'docs', 'api.md')
const API_HEADINGS = [...readFileSync(API_PAGE, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)

/** Whether a citation names a decision, an anchor or section of the wire contract, or a section of docs/api.md. */
function isResolved(citation: string): boolean {
  const [page, name = ''] = citation.split(': ')
  if (page === 'decisions') return decisions.titles.has(name.replace(/`/g, '').toLowerCase())
  if (page === 'docs/api.md') return API_HEADINGS.includes(name)
  const section = /^wire-contract §(.+)$/.exec(citation)?.[1]
  if (section !== undefined) return wireContract.sections.has(section)
  const anchors = citation.startsWith('Q') ? decisions.anchors : wireContract.anchors
  return anchors.has(citation.toLowerCase())
}

test('Every accepted difference cites lines that exist', () => {
  for (const { cites, description } of ACCEPTED) assert.ok(cites.length > 0, description)
  const unresolved = ACCEPTED.flatMap(({ cites, description }) =>
    cites.filter((citation) => !isResolved(citation)).map((citation) => `${citation}: ${description}`),
  )
  assert.deepEqual(unresolved, [])
})
