/** What a picture's file is called in every store: year, month and a file name that no folder and no URL can misread. */
const MEDIA_KEY = /^\d{4}\/\d{2}\/[a-z0-9][a-z0-9-]{0,199}\.(?:jpg|png|gif|webp|avif)$/

export const isMediaKey = (key: string): boolean => MEDIA_KEY.test(key)

/** Throws an `Error` for anything else: a key is made by this service, so a wrong one is a fault and not somebody's input. */
export function assertMediaKey(key: string): void {
  if (!isMediaKey(key)) throw new Error(`not a key of a picture: ${JSON.stringify(key)}`)
}
