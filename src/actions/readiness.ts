import { generation } from '../storage/changes.ts'
import type { Services } from './services.ts'

/** Whether the database answers; `onFailure` hears why it does not. */
export async function isReady({ database }: Services, onFailure: (error: unknown) => void): Promise<boolean> {
  try {
    await generation(database.read)
    return true
  } catch (error) {
    onFailure(error)
    return false
  }
}
