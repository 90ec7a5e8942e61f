/** Citations of docs/reference in code, tests and documentation lead somewhere. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decisions, observations, type ReferencePage, wireContract } from './reference-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'docs']

interface Citation {
  readonly location: string
  readonly text: string
  readonly isResolved: boolean
}

function findCitations(location: string, line: string): Citation[] {
  const sections = (page: ReferencePage, pattern: RegExp) =>
    [...line.matchAll(pattern)].flatMap(([text, list = '']) =>
      (list.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => ({ text, isResolved: page.sections.has(number) })),
    )
  const anchors = (page: ReferencePage, pattern: RegExp) =>
    [...line.matchAll(pattern)].map(([text]) => ({ text, isResolved: page.anchors.has(text.toLowerCase()) }))
  const titles = [...line.matchAll(/\bdecisions: (?!\$)(.*)/g)].map(([text, rest = '']) => {
    const words = rest.replace(/[`"]/g, '').toLowerCase()
    return { text, isResolved: [...decisions.titles].some((title) => words.startsWith(title)) }
  })
  const isComment = /^\s*(?:\*|\/\*\*|\/\/)/.test(line)
  return [
    ...sections(wireContract, /wire-contract (§\d+(?:\.\d+)?(?:(?:, | and | to )§?\d+(?:\.\d+)?)*)/g),
    ...sections(observations, /observations (§\d+(?:\.\d+)?(?:(?:, | and | to )§?\d+(?:\.\d+)?)*)/g),
    ...(/Q[1-4] 20\d\d/.test(line) ? [] : anchors(decisions, /\bQ[1-9]\d?\b/g)),
    ...(isComment ? anchors(wireContract, /\b[MS][1-9]\d?\b(?! bucket)/g).filter(({ text }) => text !== 'S3') : []),
    ...titles,
  ].map((citation) => ({ location, ...citation }))
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(
      (path) =>
        /\.(?:ts|js|md)$/.test(path) && !path.startsWith('docs/reference') && !import.meta.filename.endsWith(path),
    ),
)
const lines = files.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ location: `${file}:${index + 1}`, line })),
)

test('Every citation of docs/reference resolves to an anchor', () => {
  const citations = lines.flatMap(({ location, line }) => findCitations(location, line))
  assert.ok(citations.length > 300, `${citations.length} citations`)
  const unresolved = citations.filter(({ isResolved }) => !isResolved)
  assert.deepEqual(
    unresolved.map(({ location, text }) => `${location} ${text}`),
    [],
  )
})

test('No file cites a document that is not in the repository', () => {
  const foreign = lines.filter(({ line }) =>
    /(?<!wire-)\b(?:contract|observations) \d|\bdecisions?, [A-Z]|\b[Dd]esign, section/.test(line),
  )
  assert.deepEqual(
    foreign.map(({ location, line }) => `${location} ${line.trim()}`),
    [],
  )
})
