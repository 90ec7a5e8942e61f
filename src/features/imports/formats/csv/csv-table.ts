/** Finds the delimiter, the headings and the rows of a table. */
import { CsvError, parse } from 'csv-parse/sync'
import type { ExternalEntry } from '../../external/external-record.ts'
import { type DateOrder, detectDateOrder } from './csv-dates.ts'
import { type CsvLayout, type CsvMapping, createLayoutFinder } from './csv-mapping.ts'

export interface CsvInput {
  readonly text: string
  /** Path or URL, for messages. */
  readonly name: string
  readonly mapping?: CsvMapping
}

export interface CsvLine {
  readonly cells: readonly string[]
  /** Number of its first line, from 1. */
  readonly line: number
}

type CsvFailure = Extract<ExternalEntry, { failure: string }>

export interface CsvTable {
  readonly delimiter: string
  readonly headings: CsvLine
  /** Undefined if the headings belong to no kind of record. */
  readonly layout: CsvLayout | undefined
  /** The lines below the headings that are not empty, up to the first one that cannot be read. */
  readonly rows: readonly (CsvLine | CsvFailure)[]
}

/** Lines that may precede the headings, such as a title. */
const MAX_TITLE_LINES = 10
/** Characters that decide about the delimiter. */
const MAX_BEGINNING = 2 ** 20
const DELIMITERS = [',', ';', '\t', '|']

/** Throws an `Error` for a file that is empty, or whose headings cannot be read. */
export function openCsvTable({ text, name, mapping = {} }: CsvInput): CsvTable {
  const content = removeSeparatorLine(text.replaceAll(/\r\n?/g, '\n'))
  const findLayout = createLayoutFinder(mapping)
  const stated = mapping.delimiter ?? content.separator
  const delimiter = stated ?? detectDelimiter(content, name, findLayout)
  const lines = readLines(content, { delimiter, name })
  const { index, layout } = findHeadings(lines, findLayout)
  const headings = lines[index]
  if (!headings) throw new Error(`${name}: the file is empty`)
  if ('failure' in headings) throw new Error(`${headings.where}: ${headings.failure}`)
  return { delimiter, headings, layout, rows: lines.slice(index + 1) }
}

interface CsvContent {
  readonly text: string
  /** Number of the first line of the text. */
  readonly line: number
}

/** Programs state the delimiter for Excel in a first line, such as `sep=;`. */
function removeSeparatorLine(text: string): CsvContent & { readonly separator: string | undefined } {
  const match = /^\ufeff?"?sep=([^\n])[",; \t]*(?:\n|$)/i.exec(text)
  return match
    ? { text: text.slice(match[0].length), line: 2, separator: match[1] }
    : { text, line: 1, separator: undefined }
}

type FindLayout = ReturnType<typeof createLayoutFinder>

/** The character that gives known headings, or else the most columns. */
function detectDelimiter(content: CsvContent, name: string, findLayout: FindLayout): string {
  const beginning = { ...content, text: content.text.slice(0, MAX_BEGINNING) }
  const found = DELIMITERS.map((delimiter) => {
    const lines = readLines(beginning, { delimiter, name, maxLines: MAX_TITLE_LINES })
    const known = findHeadings(lines, findLayout).layout?.columns.filter((column) => column !== undefined) ?? []
    const widths = lines.map((line) => ('failure' in line ? 0 : line.cells.length))
    return { delimiter, known: known.length, width: Math.max(0, ...widths) }
  })
  return found.reduce((best, one) =>
    one.known > best.known || (one.known === best.known && one.width > best.width) ? one : best,
  ).delimiter
}

/** The first line with known headings, or else the first one with several cells. */
function findHeadings(
  lines: readonly (CsvLine | CsvFailure)[],
  findLayout: FindLayout,
): { readonly index: number; readonly layout: CsvLayout | undefined } {
  const first = lines.slice(0, MAX_TITLE_LINES)
  for (const [index, line] of first.entries()) {
    const layout = 'failure' in line ? undefined : findLayout(line.cells)
    if (layout) return { index, layout }
  }
  const index = first.findIndex((line) => 'cells' in line && line.cells.filter((cell) => cell !== '').length > 1)
  return { index: Math.max(index, 0), layout: undefined }
}

interface LineOptions {
  readonly delimiter: string
  readonly name: string
  /** Default: all. */
  readonly maxLines?: number
}

/** The lines that are not empty, up to the first one that cannot be read, which is a failure. */
function readLines(
  { text, line: firstLine }: CsvContent,
  { delimiter, name, maxLines = -1 }: LineOptions,
): readonly (CsvLine | CsvFailure)[] {
  const lines: (CsvLine | CsvFailure)[] = []
  let line = firstLine
  const addRecord = (parsed: unknown): null => {
    const { record, info } = Object(parsed)
    lines.push({ cells: Array.isArray(record) ? record.map(String) : [], line })
    line = firstLine + Number(info?.lines ?? line)
    return null
  }
  try {
    parse(text, { ...PARSE_OPTIONS, delimiter, to: maxLines, on_record: addRecord })
  } catch (error) {
    lines.push({ where: `${name}:${line}`, failure: describeError(error) })
  }
  return lines.filter((one) => 'failure' in one || !isEmptyLine(one))
}

/** Empty lines are records of one empty cell, so that they count as lines. */
const PARSE_OPTIONS = { info: true, relax_column_count: true, trim: true, bom: true, record_delimiter: '\n' } as const

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark has no end',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark is inside of a cell without quotation marks',
}

const describeError = (error: unknown): string => {
  const reason = error instanceof CsvError ? REASONS[error.code] : undefined
  return `${reason ?? 'the line cannot be read'}; the lines from here on are not imported`
}

const isEmptyLine = ({ cells }: CsvLine): boolean => cells.every((cell) => cell === '')

/** All dates together decide: a single one is often ambiguous. */
export function findDateOrder(
  rows: CsvTable['rows'],
  { columns, isEnglish }: Pick<CsvLayout, 'columns' | 'isEnglish'>,
): DateOrder {
  const isDateColumn = (_: string, index: number) => /^(?:start|end)_date$/.test(columns[index] ?? '')
  const texts = rows.flatMap((row) => ('failure' in row ? [] : row.cells.filter(isDateColumn)))
  return detectDateOrder(texts, isEnglish)
}
