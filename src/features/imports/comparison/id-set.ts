/** A set of positive integers in blocks of bits: dense IDs take a bit each. */
export interface IdSet {
  /** Returns false if the set contains the ID already. */
  readonly add: (id: number) => boolean
  readonly delete: (id: number) => void
  readonly has: (id: number) => boolean
  readonly clear: () => void
  /** The lowest IDs, in ascending order. */
  readonly list: (limit: number) => readonly number[]
  readonly size: () => number
}

const BLOCK_BITS = 4096

export function createIdSet(): IdSet {
  const blocks = new Map<number, Uint32Array>()
  let size = 0
  const locate = (id: number) => {
    const offset = id % BLOCK_BITS
    return { block: Math.floor(id / BLOCK_BITS), word: offset >>> 5, mask: 1 << (offset & 31) }
  }
  const has = (id: number): boolean => {
    const { block, word, mask } = locate(id)
    return ((blocks.get(block)?.[word] ?? 0) & mask) !== 0
  }
  const toggle = (id: number): void => {
    const { block, word, mask } = locate(id)
    const bits = blocks.get(block) ?? new Uint32Array(BLOCK_BITS / 32)
    bits[word] = (bits[word] ?? 0) ^ mask
    blocks.set(block, bits)
  }
  return {
    has,
    add: (id) => {
      if (has(id)) return false
      toggle(id)
      size += 1
      return true
    },
    delete: (id) => {
      if (!has(id)) return
      toggle(id)
      size -= 1
    },
    list: (limit) => {
      const ids: number[] = []
      for (const block of [...blocks.keys()].sort((a, b) => a - b)) {
        for (let id = block * BLOCK_BITS; id < (block + 1) * BLOCK_BITS && ids.length < limit; id += 1)
          if (has(id)) ids.push(id)
      }
      return ids
    },
    clear: () => {
      blocks.clear()
      size = 0
    },
    size: () => size,
  }
}
