import type { Services } from '../../calendar/services.ts'

/** Thrown to undo a transaction. */
const ROLLBACK = new Error('the transaction was rolled back')

/** Runs `work` in one transaction that is rolled back, for plans: `work` sees its own writes, and nothing stays. */
export async function rollBack<T>(services: Services, work: (services: Services) => Promise<T>): Promise<T> {
  const results: T[] = []
  try {
    await services.database.transaction(async (tx) => {
      const database: Services['database'] = {
        ...services.database,
        read: tx,
        transaction: (write) => write(tx),
        withOrigin: () => database,
      }
      results.push(await work({ ...services, database }))
      throw ROLLBACK
    })
  } catch (error) {
    if (error !== ROLLBACK) throw error
  }
  const [result] = results
  if (result === undefined) throw new Error('the planned work has no result')
  return result
}
