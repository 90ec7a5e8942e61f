/** Failures that say that stored data is damaged, of either engine. They do not pass by themselves. */
import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** PostgreSQL: data_corrupted, index_corrupted, io_error, undefined_file. */
const DAMAGE = /^(?:SQLITE_(?:CORRUPT|NOTADB)(?:_\w+)?|XX00[12]|58030|58P01)$/

export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && DAMAGE.test(String(error.code))) || isDamage(error.cause)
}

/** What an error says of damage, without what is put around it. */
export const damageText = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? damageText(error.cause)
    : error instanceof Error
      ? error.message
      : String(error)

/** Finds damaged pages of a SQLite file, a line each; much faster than the whole check, and without indexes. */
export async function quickCheck(db: Reader): Promise<string[]> {
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
    return rows.map((row) => row.quick_check).filter((line) => line !== 'ok')
  } catch (error) {
    if (isDamage(error)) return [damageText(error)]
    throw error
  }
}

/** Finds all that SQLite knows to be wrong with its file, a line each; damaged pages with the names of their tables. */
export async function integrityCheck(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const lines = rows.flatMap((row) => row.integrity_check.split('\n')).filter((line) => line !== 'ok')
  const names = lines.length > 0 ? await namesOfTrees(db) : new Map<string, string>()
  return lines.map((line) =>
    line.replace(/\bTree (\d+)\b/, (tree, root) => `${names.get(root) ?? 'unknown'} (${tree})`),
  )
}

async function namesOfTrees(db: Reader): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; root: number }>`
    select name, rootpage as root from sqlite_master where rootpage > 0`.execute(db)
  return new Map(rows.map(({ name, root }) => [String(root), name]))
}
