/** Detection of corrupted data, for both engines. Corruption is permanent, so these errors are not retried. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** PostgreSQL: data_corrupted, index_corrupted, io_error, undefined_file. */
const CORRUPTION_CODES = /^(?:SQLITE_(?:CORRUPT|NOTADB)(?:_\w+)?|XX00[12]|58030|58P01)$/

export function isCorruption(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CORRUPTION_CODES.test(String(error.code))) || isCorruption(error.cause)
}

/** The message of the innermost cause. */
export const describeCause = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? describeCause(error.cause)
    : error instanceof Error
      ? error.message
      : String(error)

/** Returns damaged pages of a SQLite file, one line each. Much faster than the full check, but skips indexes. */
export const runQuickCheck = (db: Kysely<Tables>): Promise<string[]> => runPragma(db, 'quick_check')

/** Runs the full integrity check of SQLite; damaged pages are reported with the names of their tables. */
export async function runIntegrityCheck(db: Kysely<Tables>): Promise<string[]> {
  const lines = await runPragma(db, 'integrity_check')
  const names = lines.length > 0 ? await findRootPages(db) : new Map<string, string>()
  return lines.map((line) =>
    line.replace(/\bTree (\d+)\b/, (tree, root) => `${names.get(root) ?? 'unknown'} (${tree})`),
  )
}

/** Corruption may abort a check; the lines found until then are returned. */
async function runPragma(db: Kysely<Tables>, name: 'quick_check' | 'integrity_check'): Promise<string[]> {
  const lines: string[] = []
  try {
    const rows = db
      .selectFrom(sql`${sql.raw(`pragma_${name}`)}`.as('found'))
      .select(sql.ref<string>(name).as('line'))
      .stream()
    for await (const { line } of rows) lines.push(...line.split('\n'))
  } catch (error) {
    if (!isCorruption(error)) throw error
    if (lines.length === 0) lines.push(describeCause(error))
  }
  return lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database'))
}

async function findRootPages(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await sql<{ name: string; root: number }>`
      select name, rootpage as root from sqlite_master where rootpage > 0`.execute(db)
    return new Map(rows.map(({ name, root }) => [String(root), name]))
  } catch (error) {
    if (isCorruption(error)) return new Map()
    throw error
  }
}
