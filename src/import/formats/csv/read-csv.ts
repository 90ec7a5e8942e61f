/** Reads events, venues or organizers from a CSV file with the columns of The Events Calendar, or any columns by a mapping. */
import { parse } from 'csv-parse/sync'
import type { RawInput } from '../../../domain/fields/validate-input.ts'
import type { PostKind } from '../../../domain/model/post.ts'
import { foldCase } from '../../../text/fold-case.ts'
import { describeColumn, type ExternalEntry } from '../../external/external-record.ts'
import { type DateOrder, detectDateOrder } from './csv-dates.ts'
import { type CsvLayout, type CsvMapping, detectCsvLayout } from './csv-mapping.ts'
import { type CsvOptions, type CsvRow, mapEventRow, mapOrganizerRow, mapVenueRow } from './map-csv-row.ts'

export interface CsvInput {
  readonly text: string
  /** Path or URL, for messages. */
  readonly name: string
  readonly mapping?: CsvMapping
}

/** Failures name the line, and the column of a cell that cannot be read. Throws an `Error` for unknown headings. */
export async function* readCsv({ text, name, mapping = {} }: CsvInput): AsyncGenerator<ExternalEntry> {
  const delimiter = mapping.delimiter ?? detectDelimiter(text)
  const lines = readLines(text, delimiter, name)
  const [headings, ...rows] = lines
  if (headings && 'failure' in headings) yield headings
  if (!headings || 'failure' in headings) return
  const layout = detectCsvLayout(headings.cells, mapping, name)
  const context: LineContext = {
    ...{ kind: layout.kind, dates: mapping.dates ?? findDateOrder(rows, layout), keys: new Set(), name },
    columns: numberColumns(layout),
  }
  for (const line of rows) yield 'failure' in line ? line : mapLine(line, context)
}

/** Numbers of the columns in a row, from 1; the first of several with the same name. */
function numberColumns({ columns }: CsvLayout): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const [index, column] of columns.entries())
    if (column !== undefined && !numbers.has(column)) numbers.set(column, index + 1)
  return numbers
}

/** The character that separates the headings. */
export function detectDelimiter(text: string): string {
  const [heading = ''] = text.split(/\r?\n/, 1)
  const outside = heading.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: outside.split(delimiter).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

interface CsvLine {
  readonly cells: readonly string[]
  /** Number of its first line, from 1. */
  readonly line: number
}

type CsvFailure = Extract<ExternalEntry, { failure: string }>

/** The lines that are not empty, up to the first one that is no CSV, which is a failure. */
export function readLines(text: string, delimiter: string, name: string): readonly (CsvLine | CsvFailure)[] {
  const lines: (CsvLine | CsvFailure)[] = []
  let line = 1
  const addRecord = (parsed: unknown): null => {
    const { record, info } = Object(parsed)
    lines.push({ cells: Array.isArray(record) ? record.map(String) : [], line })
    line = Number(info?.lines ?? line) + 1
    return null
  }
  try {
    parse(text, { ...PARSE_OPTIONS, delimiter, on_record: addRecord })
  } catch (error) {
    lines.push({ where: `${name}:${line}`, failure: error instanceof Error ? error.message : String(error) })
  }
  return lines.filter((one) => 'failure' in one || !isEmptyLine(one))
}

/** Empty lines are records of one empty cell, so that they count as lines. */
const PARSE_OPTIONS = { bom: true, info: true, relax_column_count: true, trim: true } as const

const isEmptyLine = ({ cells }: CsvLine): boolean => cells.every((cell) => cell === '')

/** All dates together decide: a single one is often ambiguous. */
export function findDateOrder(
  lines: readonly (CsvLine | CsvFailure)[],
  { columns, isEnglish }: Pick<CsvLayout, 'columns' | 'isEnglish'>,
): DateOrder {
  const texts = lines.flatMap((line) =>
    'failure' in line ? [] : line.cells.filter((_, index) => isDateColumn(columns[index])),
  )
  return detectDateOrder(texts, isEnglish)
}

const isDateColumn = (column: string | undefined): boolean => column === 'start_date' || column === 'end_date'

interface LineContext extends CsvOptions {
  readonly kind: PostKind
  readonly columns: ReadonlyMap<string, number>
  readonly keys: Set<string>
  readonly name: string
}

const MAPPERS: Readonly<Record<PostKind, (row: CsvRow, options: CsvOptions) => RawInput>> = {
  event: mapEventRow,
  venue: mapVenueRow,
  organizer: mapOrganizerRow,
}

function mapLine({ cells, line }: CsvLine, context: LineContext): ExternalEntry {
  const { kind, columns } = context
  const where = `${context.name}:${line}`
  const row: CsvRow = {
    get: (column) => {
      const number = columns.get(column)
      return number === undefined ? undefined : removeFormulaEscape(cells[number - 1] ?? '')
    },
    describe: (column) => describeColumn(column, columns),
  }
  try {
    const fields = MAPPERS[kind](row, context)
    return { kind, key: createKey(kind, row, fields, context.keys), fields, where, columns }
  } catch (error) {
    return { where, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Our own feed marks text that a spreadsheet would evaluate. */
const removeFormulaEscape = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell)

/**
 * The id of the row, or else what identifies a record in the reference: name and start of events, the name of others. A
 * repeated name is extended by the address.
 */
function createKey(kind: PostKind, row: CsvRow, fields: RawInput, keys: Set<string>): string {
  const parts = kind === 'event' ? [fields['title'], fields['start_date']] : [fields['venue'] ?? fields['organizer']]
  const details = [fields['address'], fields['city'], fields['email'], fields['end_date'], fields['venue']]
  const format = (values: readonly unknown[]) => values.map((value) => foldCase(String(value ?? ''))).join('|')
  const candidates = [row.get('key') ?? '', format(parts), format([...parts, ...details])]
  const key = candidates.find((one) => one !== '' && !keys.has(one)) ?? format([...parts, ...details])
  keys.add(key)
  return key
}
