import { readTables } from '../../../src/storage/maintenance/table-rows.ts'
import { openExistingDatabase } from '../../../src/storage/open-database.ts'

/** Every row of a database, as text for comparisons. */
export async function readAllRows(url: string): Promise<string> {
  const database = await openExistingDatabase(url, { timeout: 30, connections: 4 })
  const tables: unknown[] = []
  for await (const batch of readTables(database.read)) tables.push(batch)
  await database.close()
  return JSON.stringify(tables)
}
