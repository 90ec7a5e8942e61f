import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'

/** Elements with phrasing content only, in which a blank line becomes a line break instead of a paragraph. */
const PHRASE_ELEMENTS = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'dt',
  'caption',
  'summary',
  'figcaption',
  'address',
])
/** Elements that contain only other elements. Whitespace in them is insignificant. */
const STRUCTURE_ELEMENTS = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'figure'])

type ParagraphState = {
  /** Finished top-level blocks. */
  done: string[]
  /** The top-level element being copied. */
  element: string
  /** Text and inline tags since the last block tag. */
  run: string
  /** Names of open block elements. */
  open: string[]
  /** Number of open `pre` elements. */
  verbatim: number
}

/**
 * Converts line breaks to HTML paragraphs (wire-contract §6.6): a blank line separates paragraphs, any other newline
 * becomes `<br />`. Block elements are unchanged, comments are removed. Idempotent.
 */
export function addParagraphs(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('<')) return text.trim() === '' ? '' : wrapParagraphs(text)
  const state: ParagraphState = { done: [], element: '', run: '', open: [], verbatim: 0 }
  splitTags(text).forEach((piece, index) => {
    if (index % 2 === 0) state.run += piece
    else appendTag(state, piece)
  })
  flushRun(state)
  if (state.element !== '') state.done.push(state.element)
  return state.done.join('\n')
}

function appendTag(state: ParagraphState, tag: string): void {
  const name = parseTagName(tag)
  if (tag.startsWith('<!--')) return
  if (!isBlockElement(name)) {
    state.run += tag.includes('\n') ? tag.split('\n').join(' ') : tag
    return
  }
  flushRun(state)
  state.element += tag
  if (name !== 'hr' && name !== 'col') updateNesting(state, name, tag.startsWith('</'))
  if (state.open.length > 0) return
  state.done.push(state.element)
  state.element = ''
}

function updateNesting(state: ParagraphState, name: string, closes: boolean): void {
  const step = closes ? -1 : 1
  if (closes && state.open.at(-1) !== name) return
  if (closes) state.open.pop()
  else state.open.push(name)
  if (name === 'pre') state.verbatim += step
}

function flushRun(state: ParagraphState): void {
  const { run } = state
  state.run = ''
  const parent = state.open.at(-1)
  if (parent !== undefined) state.element += state.verbatim > 0 ? run : formatNestedRun(run, parent)
  else if (run.trim() !== '') state.done.push(wrapParagraphs(run))
}

function formatNestedRun(run: string, parent: string): string {
  if (!run.includes('\n') || STRUCTURE_ELEMENTS.has(parent) || run.trim() === '') return run
  const parts = splitParagraphs(run)
  if (parent === 'p') return parts.join('</p>\n<p>')
  if (PHRASE_ELEMENTS.has(parent)) return parts.join('<br />\n')
  return parts.length > 1 ? `\n${parts.map(wrapParagraph).join('\n')}\n` : withOuterBlanks(run, parts[0] ?? '')
}

function withOuterBlanks(run: string, text: string): string {
  return run.slice(0, run.length - run.trimStart().length) + text.trim() + run.slice(run.trimEnd().length)
}

function wrapParagraphs(run: string): string {
  return splitParagraphs(run).map(wrapParagraph).join('\n')
}

function wrapParagraph(text: string): string {
  return `<p>${text}</p>`
}

/** Whitespace at the ends of a paragraph is preserved, as in the reference service. */
function splitParagraphs(run: string): string[] {
  if (!run.includes('\n')) return [run]
  const parts: string[][] = [[]]
  for (const line of run.split('\n')) {
    if (line.trim() === '') parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts.filter((lines) => lines.length > 0).map(breakLines)
}

function breakLines(lines: readonly string[]): string {
  return lines.map((line, index) => (index < lines.length - 1 ? withBreak(line.trimEnd()) : line)).join('\n')
}

function withBreak(line: string): string {
  return line.endsWith('<br />') || line.endsWith('<br>') || line.endsWith('<br/>') ? line : `${line}<br />`
}
