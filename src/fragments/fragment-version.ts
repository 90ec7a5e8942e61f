import { createHash } from 'node:crypto'
import type { Currency } from '../domain/site.ts'

/** Raise this number whenever the JSON of a record changes. A test compares the texts of sample records. */
export const PRESENTER_VERSION = 3
const VERSION_LENGTH = 12

/** Identifies everything except the record that a stored fragment depends on. Rows of another version are not used. */
export function createFragmentVersion({ symbol, code, position, free }: Currency): string {
  const { icu = '', tz = '', unicode = '' } = process.versions
  const parts = [PRESENTER_VERSION, symbol, code, position, free, icu, tz, unicode]
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, VERSION_LENGTH)
}
