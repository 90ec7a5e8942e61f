import type { Readable } from 'node:stream'
import { createDiskStore } from './disk-store.ts'
import { parseMediaUrl } from './media-url.ts'
import { createS3Store } from './s3-store.ts'

/** Bytes of one picture, as a stream so that a large one is never held whole. */
export interface StoredMedia {
  /** In bytes. */
  readonly size: number
  readonly stream: Readable
}

/** What to keep: bytes, or a file of the temporary folder, which is moved or copied. */
export type MediaContent = Buffer | { readonly path: string }

export interface ListedMedia {
  readonly key: string
  /** When it was written, in milliseconds since 1970. */
  readonly modified: number
}

/**
 * Where the files of pictures live. Keys are like `2026/11/name-300x188.jpg` (`isMediaKey`); every method that is handed
 * another throws. A store that cannot be used now throws the problem `overloaded`, with a `cause` that can stand in a log: it
 * never holds a password.
 */
export interface MediaStore {
  /** Replaces what was there; all of it or nothing. */
  readonly write: (key: string, content: MediaContent, contentType: string) => Promise<void>
  /** Undefined when there is none. A stream that is not read to its end has to be destroyed. */
  readonly read: (key: string) => Promise<StoredMedia | undefined>
  /** Absent ones are fine. */
  readonly remove: (keys: readonly string[]) => Promise<void>
  /** Every key there is, in no order. */
  readonly list: () => AsyncIterable<ListedMedia>
  /** Removes what processes that were killed had begun to write. Returns the number of files. */
  readonly removeAbandoned: () => Promise<number>
  readonly close: () => Promise<void>
}

/**
 * Opens `file:/abs/folder` or `s3://KEY:SECRET@host:port/bucket/prefix?region=...&tls=off` (see `parseMediaUrl`). Touches
 * neither disk nor network before the first use.
 */
export function openMediaStore(url: string): MediaStore {
  const location = parseMediaUrl(url)
  if (location === undefined) throw new Error('not an address of a media store')
  return location.kind === 'disk' ? createDiskStore(location.folder) : createS3Store(location)
}
