/** Decides which column of a CSV file is which field. */

import { isRecord } from '../../../../base/is-record.ts'
import { foldCase } from '../../../../base/text/fold-case.ts'
import { POST_KINDS, type PostKind } from '../../../../kernel/post.ts'
import { parseJson } from '../parse-json.ts'
import { listCsvColumns, listCsvHeadings } from './csv-columns.ts'
import { DATE_ORDERS, type DateOrder } from './csv-dates.ts'

/** Content of a mapping file. */
export interface CsvMapping {
  /** Kind of the records; by default it follows from the headings. */
  readonly kind?: PostKind
  /** Column names by heading; an empty name ignores the column. */
  readonly columns?: Readonly<Record<string, string>>
  readonly delimiter?: string
  readonly dates?: DateOrder
}

const EXPECTED = 'Expected an object with "kind", "columns", "delimiter" or "dates"'

/** Throws an `Error` that states what is wrong. */
export const parseCsvMapping = (text: string, name: string): CsvMapping => validateCsvMapping(parseJson(text), name)

/** Throws an `Error` that states what is wrong. */
export function validateCsvMapping(raw: unknown, name: string): CsvMapping {
  if (!isRecord(raw)) throw new Error(`${name}: it is no JSON object. ${EXPECTED}.`)
  const { kind, columns = {}, delimiter, dates, ...others } = raw
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) throw new Error(`${name}: unknown key "${unknown}". ${EXPECTED}.`)
  const knownKind = POST_KINDS.find((one) => one === kind)
  if (kind !== undefined && !knownKind) throw new Error(`${name}: "kind" must be one of ${POST_KINDS.join(', ')}`)
  const order = DATE_ORDERS.find((one) => one === dates)
  if (dates !== undefined && !order) throw new Error(`${name}: "dates" must be one of ${DATE_ORDERS.join(', ')}`)
  if (delimiter !== undefined && (typeof delimiter !== 'string' || delimiter.length !== 1))
    throw new Error(`${name}: "delimiter" must be one character`)
  return {
    columns: parseColumns(columns, name),
    ...(knownKind && { kind: knownKind }),
    ...(order && { dates: order }),
    ...(typeof delimiter === 'string' && { delimiter }),
  }
}

function parseColumns(raw: unknown, name: string): Record<string, string> {
  if (!isRecord(raw)) throw new Error(`${name}: "columns" must be an object of headings and column names`)
  const known = new Set(['', ...POST_KINDS.flatMap(listCsvColumns)])
  const entries = Object.entries(raw).map(([heading, column]): [string, string] => {
    if (typeof column !== 'string' || !(known.has(column) || isCustomColumn(column))) {
      const allowed = [...known].filter((one) => one !== '').join(', ')
      throw new Error(`${name}: unknown column ${JSON.stringify(column)} for "${heading}". Expected one of ${allowed}.`)
    }
    return [heading, column]
  })
  return Object.fromEntries(entries)
}

/** Columns of additional fields have the names of filters, such as `custom_fields[age]`. */
export const findCustomKey = (column: string): string | undefined => /^custom_fields\[([\w-]+)\]$/.exec(column)?.[1]

const isCustomColumn = (column: string): boolean => findCustomKey(column) !== undefined

const normalize = (heading: string): string =>
  foldCase(heading)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export interface CsvLayout {
  readonly kind: PostKind
  /** Column name by position; undefined for columns that are not imported. */
  readonly columns: readonly (string | undefined)[]
  readonly isEnglish: boolean
}

/** Columns that every record of a kind needs. */
const REQUIRED_COLUMNS = { event: ['title', 'start_date'], venue: ['venue'], organizer: ['organizer'] } as const

/**
 * Returns a function from the cells of a line to its layout; undefined if they are not the headings of any kind of record.
 */
export function createLayoutFinder(mapping: CsvMapping): (cells: readonly string[]) => CsvLayout | undefined {
  const kinds = (mapping.kind ? [mapping.kind] : POST_KINDS).map((kind) => ({
    kind,
    find: createColumnFinder(kind, mapping),
    findOwn: createColumnFinder(kind, {}),
  }))
  return (cells) => {
    for (const { kind, find, findOwn } of kinds) {
      const columns = findTimes(cells.map(find))
      const isComplete = REQUIRED_COLUMNS[kind].every((column) => columns.includes(column))
      const isStated = (heading: string) => !isPlainName(heading) && findOwn(heading) === kind
      if (isComplete && (mapping.kind || kind === 'event' || hasOwnColumns(columns) || cells.some(isStated)))
        return { kind, columns, isEnglish: cells.some(isEnglishHeading) }
    }
    return undefined
  }
}

/** Outlook has one heading for the date and the time that follows it in some languages. */
function findTimes(columns: readonly (string | undefined)[]): (string | undefined)[] {
  const seen = new Set<string>()
  return columns.map((column) => {
    const isRepeated = column !== undefined && seen.size === seen.add(column).size
    return isRepeated && /_date$/.test(column) ? column.replace('_date', '_time') : column
  })
}

const isEnglishHeading = (heading: string): boolean =>
  /\b(?:event|venue|organizer) |\b(?:start|end) (?:date|time)\b|^subject$/i.test(heading)

/** "Name" is a heading of several kinds, so the other columns decide. */
function hasOwnColumns(columns: readonly (string | undefined)[]): boolean {
  const shared = ['key', 'description', 'website', 'phone', 'image']
  return columns.filter((column) => column !== undefined && !shared.includes(column)).length >= 2
}

const isPlainName = (heading: string): boolean => normalize(heading) === 'name'

/**
 * Returns a function from a heading to the name of its column, by the mapping or the heading; undefined for a column that
 * is not imported.
 */
export function createColumnFinder(
  kind: PostKind,
  { columns = {} }: CsvMapping,
): (heading: string) => string | undefined {
  const names = listCsvColumns(kind).flatMap((column) =>
    [column, ...listCsvHeadings(kind, column)].map((heading) => [heading, column] as const),
  )
  const byHeading = new Map<string, string>()
  for (const [heading, column] of [...Object.entries(columns), ...names]) {
    const key = normalize(heading)
    if (!byHeading.has(key)) byHeading.set(key, column)
  }
  return (heading) => {
    const own = heading.trim()
    return byHeading.get(normalize(heading)) || (isCustomColumn(own) ? own : undefined)
  }
}
