/** Citations of docs/reference in code, tests and documentation lead somewhere. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'docs']

interface ReferencePage {
  readonly anchors: ReadonlySet<string>
  /** Numbers of sections. */
  readonly sections: ReadonlySet<string>
  /** Headings without markup, in lower case. */
  readonly titles: ReadonlySet<string>
}

function readPage(name: string): ReferencePage {
  const text = readFileSync(join(ROOT, 'docs', 'reference', name), 'utf8').replace(/```[\s\S]*?```/g, '')
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading)
  return {
    anchors: new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)),
    sections: new Set(headings.flatMap((heading) => /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1] ?? [])),
    titles: new Set(headings.map((heading) => heading.replace(/[`"]/g, '').toLowerCase())),
  }
}

const wireContract = readPage('wire-contract.md')
const decisions = readPage('decisions.md')
const observations = readPage('observations.md')

interface Citation {
  readonly place: string
  readonly text: string
  readonly isResolved: boolean
}

function findCitations(place: string, line: string): Citation[] {
  const sections = (page: ReferencePage, pattern: RegExp) =>
    [...line.matchAll(pattern)].flatMap(([text, list = '']) =>
      (list.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => ({ text, isResolved: page.sections.has(number) })),
    )
  const anchors = (page: ReferencePage, pattern: RegExp) =>
    [...line.matchAll(pattern)].map(([text]) => ({ text, isResolved: page.anchors.has(text.toLowerCase()) }))
  const titles = [...line.matchAll(/\bdecisions?: ([^.;:()'`]+)/g)].flatMap(([, list = '']) =>
    list.split(/,\s+/).map((title) => ({ text: title, isResolved: decisions.titles.has(title.trim().toLowerCase()) })),
  )
  const isComment = /^\s*(?:\*|\/\*\*|\/\/)/.test(line)
  return [
    ...sections(wireContract, /wire-contract (§\d+(?:\.\d+)?(?:(?:, | and | to )§?\d+(?:\.\d+)?)*)/g),
    ...sections(observations, /observations (§\d+(?:\.\d+)?(?:(?:, | and | to )§?\d+(?:\.\d+)?)*)/g),
    ...(/Q[1-4] 20\d\d/.test(line) ? [] : anchors(decisions, /\bQ[1-9]\d?\b/g)),
    ...(isComment ? anchors(wireContract, /\b[MS][1-9]\d?\b(?! bucket)/g).filter(({ text }) => text !== 'S3') : []),
    ...titles,
  ].map((citation) => ({ place, ...citation }))
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
    .map((line, index) => ({ place: `${file}:${index + 1}`, line })),
)

test('Every citation of docs/reference resolves to an anchor', () => {
  const citations = lines.flatMap(({ place, line }) => findCitations(place, line))
  assert.ok(citations.length > 300, `${citations.length} citations`)
  const unresolved = citations.filter(({ isResolved }) => !isResolved)
  assert.deepEqual(
    unresolved.map(({ place, text }) => `${place} ${text}`),
    [],
  )
})

test('No file cites a document that is not in the repository', () => {
  const foreign = lines.filter(({ line }) =>
    /\b(?:contract|observations) \d|\bdecisions?, [A-Z]|\bdesign, section/i.test(line),
  )
  assert.deepEqual(
    foreign.map(({ place, line }) => `${place} ${line.trim()}`),
    [],
  )
})
