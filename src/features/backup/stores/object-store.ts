import type { Readable } from 'node:stream'

export interface StoredObject {
  /** Slash-separated path below the root of the store. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Time of the last write, in milliseconds since 1970. */
  readonly modified: number
}

/**
 * Named byte strings in a folder or bucket. Writes are atomic: an object exists with its whole content or not at all.
 * Errors are plain, without secrets.
 */
export interface ObjectStore {
  /** For messages; without credentials. */
  readonly description: string
  readonly write: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined if the object does not exist. The caller must read the stream to its end or destroy it. */
  readonly read: (name: string) => Promise<Readable | undefined>
  /** Ignores missing objects. */
  readonly remove: (names: readonly string[]) => Promise<void>
  /** All objects whose names begin with the folder name `prefix`, which ends with a slash or is empty; in no order. */
  readonly list: (prefix: string) => AsyncIterable<StoredObject>
}

/** Reads an object that must exist. */
export async function readExisting(store: ObjectStore, name: string): Promise<Readable> {
  const stream = await store.read(name)
  if (stream) return stream
  throw new Error(`${store.description} contains no ${name}`)
}
