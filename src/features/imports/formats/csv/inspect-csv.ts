/** Describes a table before it is imported: its columns, and the fields that they seem to contain. */
import type { TableLayout } from '../../import.ts'
import { listCsvColumns } from './csv-columns.ts'
import { createColumnFinder } from './csv-mapping.ts'
import { type CsvInput, findDateOrder, openCsvTable } from './csv-table.ts'

const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80

/** Without known headings, a table is one of events whose columns have to be chosen. Throws an `Error` for an empty file. */
export function inspectCsv({ text, name, mapping = {} }: CsvInput): TableLayout {
  const { headings, layout, rows, delimiter } = openCsvTable({ text, name, mapping })
  const kind = layout?.kind ?? mapping.kind ?? 'event'
  const columns = layout?.columns ?? headings.cells.map(createColumnFinder(kind, mapping))
  const samples = findSamples(rows.flatMap((row) => ('failure' in row ? [] : [row.cells])))
  return {
    kind,
    delimiter,
    dates: mapping.dates ?? findDateOrder(rows, { columns, isEnglish: layout?.isEnglish ?? false }),
    columns: headings.cells.map((heading, index) => ({
      heading,
      column: columns[index] ?? '',
      samples: samples[index] ?? [],
    })),
    choices: listCsvColumns(kind),
  }
}

/** The first values of each column. Rows may have fewer cells than the headings, so the rows are read once. */
function findSamples(rows: readonly (readonly string[])[]): readonly string[][] {
  const samples: string[][] = []
  for (const cells of rows)
    for (const [index, value] of cells.entries()) {
      const found = samples[index] ?? []
      samples[index] = found
      if (value !== '' && found.length < MAX_SAMPLES) found.push(value.slice(0, MAX_SAMPLE_LENGTH).toWellFormed())
    }
  return samples
}
