import { isMediaKey } from './image.ts'

/** Throws an `Error`, not a `Problem`: keys are created by the service, so an invalid one is a bug. */
export function assertMediaKey(key: string): void {
  if (!isMediaKey(key)) throw new Error(`Invalid media key: ${JSON.stringify(key)}`)
}
