/** Parses responses of sites, whose plugins may print warnings before the JSON. */
import { parseJson } from '../formats/parse-json.ts'

/** Undefined if the text contains no JSON. */
export function parseSiteJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const whole = parseJson(text)
  if (whole !== undefined) return whole
  const start = text.search(/[{[]"?/)
  return start > 0 ? parseJson(text.slice(start)) : undefined
}
