import type { CompiledQuery, QueryResult } from 'kysely'
import type { HandleCaches, Reader } from '../../src/storage/types.ts'

/**
 * Wraps a handle and records the statements of lists that it runs. `onResult` is called after each of them. Lists are
 * cached only with `findList`.
 */
export function recordStatements(
  target: Reader,
  onResult: (query: CompiledQuery) => Promise<unknown> = async () => {},
  findList?: HandleCaches['findList'],
): { readonly db: Reader; readonly statements: readonly CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const executeQuery = async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
    statements.push(query)
    const result = await target.executeQuery(query)
    await onResult(query)
    return result
  }
  const caches: HandleCaches = { statements: target.caches.statements, findList }
  const db = new Proxy(target, {
    get: (kysely, name) => {
      if (name === 'caches') return caches
      const value: unknown = name === 'executeQuery' ? executeQuery : Reflect.get(kysely, name, kysely)
      return typeof value === 'function' && name !== 'executeQuery' ? value.bind(kysely) : value
    },
  })
  return { db, statements }
}
