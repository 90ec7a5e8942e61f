/** Describes a table before it is imported: its columns, and the fields that they seem to contain. */
import type { TableLayout } from '../../../domain/imports/import.ts'
import type { PostKind } from '../../../domain/model/post.ts'
import { listCsvColumns } from './csv-columns.ts'
import { type CsvMapping, detectCsvLayout, findColumn } from './csv-mapping.ts'
import { type CsvInput, detectDelimiter, findDateOrder, readLines } from './read-csv.ts'

const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80

/** Throws an `Error` if the first line cannot be read. */
export function inspectCsv({ text, name, mapping = {} }: CsvInput): TableLayout {
  const delimiter = mapping.delimiter ?? detectDelimiter(text)
  const [headings, ...rows] = readLines(text, delimiter, name)
  if (!headings || 'failure' in headings) throw new Error(headings?.failure ?? `${name}: the file is empty`)
  const { kind, isEnglish } = guessKind(headings.cells, mapping, name)
  const columns = headings.cells.map((heading) => findColumn(heading, kind, mapping))
  const values = rows.flatMap((row) => ('failure' in row ? [] : [row.cells]))
  return {
    kind,
    delimiter,
    dates: mapping.dates ?? findDateOrder(rows, { columns, isEnglish }),
    columns: headings.cells.map((heading, index) => ({
      heading,
      column: columns[index] ?? '',
      samples: findSamples(values, index),
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

function findSamples(rows: readonly (readonly string[])[], index: number): string[] {
  const values = rows.map((cells) => cells[index] ?? '').filter((value) => value !== '')
  return values.slice(0, MAX_SAMPLES).map((value) => value.slice(0, MAX_SAMPLE_LENGTH).toWellFormed())
}
