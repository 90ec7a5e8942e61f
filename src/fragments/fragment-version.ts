import type { Currency } from '../domain/site.ts'

/** Raise this number whenever the JSON of a record changes. A test compares the texts of sample records. */
const PRESENTER_VERSION = 1

/** Identifies everything besides the record that a stored fragment depends on. Rows of another version are not used. */
export function createFragmentVersion({ symbol, code, position, free }: Currency): string {
  const { icu = '', tz = '', unicode = '' } = process.versions
  return JSON.stringify([PRESENTER_VERSION, symbol, code, position, free, icu, tz, unicode])
}
