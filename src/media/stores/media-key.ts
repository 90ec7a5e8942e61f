import { isMediaKey } from '../../domain/model/media.ts'

/** Throws an `Error` for anything else: a key is made by this service, so a wrong one is a fault and not somebody's input. */
export function assertMediaKey(key: string): void {
  if (!isMediaKey(key)) throw new Error(`not a key of a picture: ${JSON.stringify(key)}`)
}
