import { createHash } from 'node:crypto'
import type { CustomFields } from '../../kernel/custom-field.ts'
import type { RenderSettings } from '../posts/render-settings.ts'

/** Raise this number whenever the JSON of a record changes. A test compares the texts of sample records. */
export const PRESENTER_VERSION = 3
const VERSION_LENGTH = 12

/** Identifies everything except the record that a stored fragment depends on. Rows of another version are not used. */
export function createFragmentVersion({ currency, customFields }: RenderSettings): string {
  const { symbol, code, position, free } = currency
  const { icu = '', tz = '', unicode = '' } = process.versions
  const parts = [PRESENTER_VERSION, symbol, code, position, free, icu, tz, unicode, ...listDefinitions(customFields)]
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, VERSION_LENGTH)
}

/** Labels are filled in later. */
const listDefinitions = (fields: CustomFields) =>
  fields.map(({ key, type, options, kinds }) => [key, type, options, kinds])
