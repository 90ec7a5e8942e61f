import { isBlock, splitMarkup, tagName } from './markup.ts'

/** Elements whose own text is a line of words; a blank line in it can be no more than a line break. */
const PHRASES = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption', 'summary', 'figcaption', 'address'])
/** Elements that hold other elements only; blanks in them mean nothing. */
const STRUCTURES = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'figure'])

type Layout = {
  /** What stands at the top level, finished. */
  done: string[]
  /** The top-level element being copied. */
  element: string
  /** Text and inline tags since the last block tag. */
  run: string
  /** Names of the open block elements. */
  open: string[]
  /** How many `pre` are open. */
  verbatim: number
}

/**
 * Text with line breaks as HTML paragraphs (contract 6.6): a blank line parts paragraphs, another newline is a
 * `<br />`; block elements stay as they are, comments go. Pieces are joined by a newline. Idempotent.
 */
export function paragraphs(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('<')) return text.trim() === '' ? '' : wrapped(text)
  const layout: Layout = { done: [], element: '', run: '', open: [], verbatim: 0 }
  splitMarkup(text).forEach((piece, index) => {
    if (index % 2 === 0) layout.run += piece
    else placeTag(layout, piece)
  })
  flushRun(layout)
  if (layout.element !== '') layout.done.push(layout.element)
  return layout.done.join('\n')
}

function placeTag(layout: Layout, tag: string): void {
  const name = tagName(tag)
  if (tag.startsWith('<!--')) return
  if (!isBlock(name)) {
    layout.run += tag.includes('\n') ? tag.split('\n').join(' ') : tag
    return
  }
  flushRun(layout)
  layout.element += tag
  if (name !== 'hr' && name !== 'col') nest(layout, name, tag.startsWith('</'))
  if (layout.open.length > 0) return
  layout.done.push(layout.element)
  layout.element = ''
}

function nest(layout: Layout, name: string, closes: boolean): void {
  const step = closes ? -1 : 1
  if (closes && layout.open.at(-1) !== name) return
  if (closes) layout.open.pop()
  else layout.open.push(name)
  if (name === 'pre') layout.verbatim += step
}

function flushRun(layout: Layout): void {
  const { run } = layout
  layout.run = ''
  const parent = layout.open.at(-1)
  if (parent !== undefined) layout.element += layout.verbatim > 0 ? run : inside(run, parent)
  else if (run.trim() !== '') layout.done.push(wrapped(run))
}

function inside(run: string, parent: string): string {
  if (!run.includes('\n') || STRUCTURES.has(parent) || run.trim() === '') return run
  const parts = splitParagraphs(run)
  if (parent === 'p') return parts.join('</p>\n<p>')
  if (PHRASES.has(parent)) return parts.join('<br />\n')
  return parts.length > 1 ? `\n${parts.map(paragraph).join('\n')}\n` : withOuterBlanks(run, parts[0] ?? '')
}

function withOuterBlanks(run: string, text: string): string {
  return run.slice(0, run.length - run.trimStart().length) + text.trim() + run.slice(run.trimEnd().length)
}

function wrapped(run: string): string {
  return splitParagraphs(run).map(paragraph).join('\n')
}

function paragraph(text: string): string {
  return `<p>${text}</p>`
}

/** Blanks at the ends of a paragraph stay, as in the reference. */
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
