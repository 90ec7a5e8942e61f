/** Parses responses of sites, whose plugins may print warnings before the JSON. */

/** Undefined if the text contains no JSON. */
export function parseSiteJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const whole = parse(text)
  if (whole !== undefined) return whole
  const start = text.search(/[{[]"?/)
  return start > 0 ? parse(text.slice(start)) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
