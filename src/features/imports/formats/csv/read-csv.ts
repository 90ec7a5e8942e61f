/** Reads events, venues or organizers from a table with known headings, or with any headings by a mapping. */

import { foldCase } from '../../../../base/text/fold-case.ts'
import type { PostKind } from '../../../../kernel/post.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { describeColumn, type ExternalEntry } from '../../external/external-record.ts'
import { isContentError } from '../content-error.ts'
import { findCustomKey } from './csv-mapping.ts'
import { type CsvInput, type CsvLine, findDateOrder, openCsvTable } from './csv-table.ts'
import { type CsvOptions, type CsvRow, mapEventRow, mapOrganizerRow, mapVenueRow } from './map-csv-row.ts'

/** Failures name the line, and the column of a cell that cannot be read. Throws an `Error` for unknown headings. */
export async function* readCsv({ text, name, mapping = {} }: CsvInput): AsyncGenerator<ExternalEntry> {
  const { headings, layout, rows } = openCsvTable({ text, name, mapping })
  if (!layout) throw new Error(describeUnknownHeadings(headings, name))
  const context: LineContext = {
    ...{ kind: layout.kind, dates: mapping.dates ?? findDateOrder(rows, layout), keys: new Set(), name },
    ...describeColumns(layout.columns, headings.cells),
  }
  for (const row of rows) yield 'failure' in row ? row : mapLine(row, context)
}

/** A file without line breaks consists of headings. */
const MAX_STATED_LENGTH = 1000

const describeUnknownHeadings = ({ cells, line }: CsvLine, name: string): string =>
  [
    `${name}:${line}: the headings are not those of events, venues or organizers:`,
    `${cells.join(', ').slice(0, MAX_STATED_LENGTH)}. Assign the columns to fields in a mapping.`,
  ].join(' ')

/** Positions and names of the columns; of the first one of several for the same field. */
function describeColumns(
  columns: readonly (string | undefined)[],
  headings: readonly string[],
): Pick<LineContext, 'positions' | 'columns'> {
  const positions = new Map<string, number>()
  for (const [index, column] of columns.entries())
    if (column !== undefined && !positions.has(column)) positions.set(column, index)
  const names = [...positions].map(([column, index]) => [column, `column ${index + 1} (${headings[index]})`] as const)
  return { positions, columns: new Map(names) }
}

interface LineContext extends CsvOptions {
  readonly kind: PostKind
  readonly positions: ReadonlyMap<string, number>
  readonly columns: ReadonlyMap<string, string>
  readonly keys: Set<string>
  readonly name: string
}

const MAPPERS: Readonly<Record<PostKind, (row: CsvRow, options: CsvOptions) => RawInput>> = {
  event: mapEventRow,
  venue: mapVenueRow,
  organizer: mapOrganizerRow,
}

function mapLine({ cells, line }: CsvLine, context: LineContext): ExternalEntry {
  const { kind, columns, positions } = context
  const where = `${context.name}:${line}`
  const row: CsvRow = {
    get: (column) => {
      const position = positions.get(column)
      return position === undefined ? undefined : removeFormulaEscape(cells[position] ?? '')
    },
    describe: (column) => describeColumn(column, columns),
  }
  try {
    const fields = { ...MAPPERS[kind](row, context), ...mapCustomColumns(row, positions) }
    return { kind, key: createKey(kind, row, fields, context.keys), fields, where, columns }
  } catch (error) {
    if (!isContentError(error)) throw error
    return { where, failure: error.message }
  }
}

function mapCustomColumns(row: CsvRow, positions: LineContext['positions']): RawInput {
  const values = [...positions.keys()].flatMap((column): [string, string][] => {
    const key = findCustomKey(column)
    return key === undefined ? [] : [[key, row.get(column) ?? '']]
  })
  return values.length === 0 ? {} : { custom_fields: Object.fromEntries(values) }
}

/** Our own feed marks text that a spreadsheet would evaluate. */
const removeFormulaEscape = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell)

/**
 * The id of the row, or else what identifies a record in the reference: name and start of events, the name of others. A
 * repeated name is extended by the address.
 */
function createKey(kind: PostKind, row: CsvRow, fields: RawInput, keys: Set<string>): string {
  const parts = kind === 'event' ? [fields['title'], fields['start_date']] : [fields['venue'] ?? fields['organizer']]
  const place = row.get('venue') ?? row.get('location')
  const details = [fields['address'], fields['city'], fields['email'], fields['end_date'], place]
  const format = (values: readonly unknown[]) => values.map((value) => foldCase(String(value ?? ''))).join('|')
  const candidates = [row.get('key') ?? '', format(parts), format([...parts, ...details])]
  const key = candidates.find((one) => one !== '' && !keys.has(one)) ?? format([...parts, ...details])
  keys.add(key)
  return key
}
