import { generation } from '../storage/changes.ts'
import type { Services } from './services.ts'

/** Number of the newest change; undefined when the database does not answer, and `onFailure` hears why. */
export async function newestChange(
  { database }: Services,
  onFailure: (error: unknown) => void,
): Promise<number | undefined> {
  try {
    return await generation(database.read)
  } catch (error) {
    onFailure(error)
    return undefined
  }
}
