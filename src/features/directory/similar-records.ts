/** Finds venues and organizers that are probably the same. */
import { createAddressKey, createNameKey, isTypingError, listKeyVariants } from './name-key.ts'

/** Reasons why records are similar, the strongest first. */
export const MATCHES = ['name', 'spelling', 'address'] as const
export type Match = (typeof MATCHES)[number]

export interface NamedRecord {
  readonly id: number
  readonly name: string
  /** Empty for organizers, and where it is not known. */
  readonly address: string
  readonly city: string
}

interface RecordKeys {
  readonly name: string
  readonly address: string
  readonly city: string
}

const createKeys = ({ name, address, city }: Omit<NamedRecord, 'id'>): RecordKeys => ({
  name: createNameKey(name),
  address: createAddressKey(address),
  city: createNameKey(city),
})

function shareVariant(a: string, b: string): boolean {
  const variants = listKeyVariants(a)
  return [...listKeyVariants(b)].some((variant) => variants.has(variant))
}

/** Records in two named cities are different places. */
const mayBeSameCity = (a: RecordKeys, b: RecordKeys): boolean => a.city === '' || b.city === '' || a.city === b.city

function matchKeys(a: RecordKeys, b: RecordKeys): Match | undefined {
  if (!mayBeSameCity(a, b)) return undefined
  const hasNames = a.name !== '' && b.name !== ''
  if (hasNames && a.name === b.name) return 'name'
  if (hasNames && isTypingError(a.name, b.name) && shareVariant(a.name, b.name)) return 'spelling'
  return a.address !== '' && a.address === b.address ? 'address' : undefined
}

export interface SimilarRecord<T> {
  readonly record: T
  readonly match: Match
}

/** The records that are similar to a new one, the most similar first, then by id. */
export function findSimilarRecords<T extends NamedRecord>(
  wanted: Omit<NamedRecord, 'id'>,
  records: readonly T[],
): SimilarRecord<T>[] {
  const keys = createKeys(wanted)
  return records
    .flatMap((record) => {
      const match = matchKeys(keys, createKeys(record))
      return match ? [{ record, match }] : []
    })
    .sort((a, b) => MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) || a.record.id - b.record.id)
}

export interface DuplicateGroup<T> {
  /** By id. */
  readonly records: readonly T[]
  readonly matches: readonly Match[]
}

/** Groups of similar records, by the lowest id of each. */
export function groupDuplicates<T extends NamedRecord>(records: readonly T[]): DuplicateGroup<T>[] {
  const ordered = [...records].sort((a, b) => a.id - b.id)
  const keys = ordered.map(createKeys)
  const groups = ordered.map((record) => ({ records: [record], matches: new Set<Match>() }))
  for (const indexes of indexByKey(keys).values()) joinSimilar(indexes, keys, groups)
  return [...new Set(groups)]
    .filter((group) => group.records.length > 1)
    .map((group) => ({
      records: group.records.sort((a, b) => a.id - b.id),
      matches: MATCHES.filter((match) => group.matches.has(match)),
    }))
}

/** Indexes of the records by each key on which they may match, so that only few pairs are compared. */
function indexByKey(keys: readonly RecordKeys[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>()
  for (const [index, { name, address }] of keys.entries()) {
    const names = name === '' ? [] : [...listKeyVariants(name)].map((variant) => `name ${variant}`)
    for (const key of address === '' ? names : [...names, `address ${address}`]) {
      const found = indexes.get(key)
      if (found) found.push(index)
      else indexes.set(key, [index])
    }
  }
  return indexes
}

interface OpenGroup<T> {
  readonly records: T[]
  readonly matches: Set<Match>
}

function joinSimilar<T>(indexes: readonly number[], keys: readonly RecordKeys[], groups: OpenGroup<T>[]): void {
  for (const [position, first] of indexes.entries()) {
    for (const second of indexes.slice(position + 1)) {
      const [a, b, group, other] = [keys[first], keys[second], groups[first], groups[second]]
      const match = a && b && matchKeys(a, b)
      if (!match || !group || !other) continue
      group.matches.add(match)
      if (group === other) continue
      group.records.push(...other.records)
      for (const one of other.matches) group.matches.add(one)
      for (const [index, one] of groups.entries()) if (one === other) groups[index] = group
    }
  }
}
