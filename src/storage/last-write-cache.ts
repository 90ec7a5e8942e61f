import type { Generation } from './identity-types.ts'
import type { CachedLastWrite, LastWriteCache } from './types.ts'

/** Holds one entry: only the newest generation is ever read. */
export function createLastWriteCache(): LastWriteCache {
  let entry: { readonly generation: Generation; readonly write: CachedLastWrite } | undefined
  return {
    get: (generation) => (entry?.generation === generation ? entry.write : undefined),
    set: (generation, write) => {
      entry = { generation, write }
    },
  }
}
