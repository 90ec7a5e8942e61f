/** Compares the variables that a template reads with those that exist. */

type Segments = readonly (string | number | object)[]

/** Names that Liquid gives to items and to the number of items of a list. */
const ITEM = /^(?:\d+|first|last)$/

/**
 * Path of the variable up to its unknown part; undefined if it exists. Known paths are such as `event.tags[].name`. Parts in
 * brackets that are variables themselves are only known when the template is rendered, so the rest is not checked.
 */
export function findUnknownVariable(segments: Segments, known: readonly string[]): string | undefined {
  let path = ''
  let shown = ''
  for (const segment of segments) {
    if (typeof segment === 'object') return undefined
    const name = String(segment)
    shown = shown === '' ? name : `${shown}.${name}`
    const isList = known.some((other) => other.startsWith(`${path}[]`)) && path !== ''
    if (isList && name === 'size') return undefined
    const next = isList && ITEM.test(name) ? `${path}[]` : path === '' ? name : `${path}.${name}`
    const isKnown = known.some(
      (other) => other === next || other.startsWith(`${next}.`) || other.startsWith(`${next}[`),
    )
    if (!isKnown) return name === 'size' && known.includes(path) ? undefined : shown
    path = next
  }
  return undefined
}
