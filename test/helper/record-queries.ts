import type { CompiledQuery, QueryResult } from 'kysely'
import type { Reader } from '../../src/storage/core/types.ts'

/** The same handle, which records the statements of lists. `answered` is called after each of them. */
export function recordStatements(
  target: Reader,
  answered: (query: CompiledQuery) => Promise<unknown> = async () => {},
): { readonly db: Reader; readonly statements: readonly CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const executeQuery = async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
    statements.push(query)
    const result = await target.executeQuery(query)
    await answered(query)
    return result
  }
  const db = new Proxy(target, {
    get: (kysely, name) => {
      const value: unknown = name === 'executeQuery' ? executeQuery : Reflect.get(kysely, name, kysely)
      return typeof value === 'function' && name !== 'executeQuery' ? value.bind(kysely) : value
    },
  })
  return { db, statements }
}
