/** Yields the items in groups of at most `size`, because the parameters of a statement are limited. */
export function* splitIntoBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
