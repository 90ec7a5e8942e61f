/** Describes a table before it is imported: its columns, and the fields that they seem to contain. */
import type { TableLayout } from '../../../domain/imports/import.ts'
import type { PostKind } from '../../../domain/model/post.ts'
import { listCsvColumns } from './csv-columns.ts'
import { type CsvMapping, createColumnFinder, detectCsvLayout } from './csv-mapping.ts'
import { type CsvInput, detectDelimiter, findDateOrder, readLines } from './read-csv.ts'

const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80

/** Throws an `Error` if the first line cannot be read. */
export function inspectCsv({ text, name, mapping = {} }: CsvInput): TableLayout {
  const delimiter = mapping.delimiter ?? detectDelimiter(text)
  const [headings, ...rows] = readLines(text, delimiter, name)
  if (!headings || 'failure' in headings) throw new Error(headings?.failure ?? `${name}: the file is empty`)
  const { kind, isEnglish } = guessKind(headings.cells, mapping, name)
  const columns = headings.cells.map(createColumnFinder(kind, mapping))
  const samples = findSamples(rows.flatMap((row) => ('failure' in row ? [] : [row.cells])))
  return {
    kind,
    delimiter,
    dates: mapping.dates ?? findDateOrder(rows, { columns, isEnglish }),
    columns: headings.cells.map((heading, index) => ({
      heading,
      column: columns[index] ?? '',
      samples: samples[index] ?? [],
    })),
    choices: listCsvColumns(kind),
  }
}

/** Without known headings, a table is one of events whose columns have to be chosen. */
function guessKind(
  headings: readonly string[],
  mapping: CsvMapping,
  name: string,
): { readonly kind: PostKind; readonly isEnglish: boolean } {
  try {
    return detectCsvLayout(headings, mapping, name)
  } catch {
    return { kind: mapping.kind ?? 'event', isEnglish: false }
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
