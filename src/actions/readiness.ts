import { generation } from '../storage/changes.ts'
import type { Services } from './services.ts'

/** Whether the database answers. */
export async function isReady({ database }: Services): Promise<boolean> {
  try {
    await generation(database.read)
    return true
  } catch {
    return false
  }
}
